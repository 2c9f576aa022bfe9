import {
  type AuditEntry,
  type AuditMember,
  listAuditEntries,
  listAuditMembers,
} from '#features/identity/audit/service.ts'
import type { Queryable } from '#database/database.ts'
import { csvResponse } from '#platform/csv.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { noStoreError } from '../manage-store.ts'
import { selectSupplierByOwner } from '../queries.ts'
import { type ActivityEntryData, exportStoreActivity, listStoreActivity } from './contract.ts'

const PAGE_SIZE = 20
const MAX_EXPORTED = 10_000

/** Who changed what of a store, for its owner. */
export const activityRoutes: readonly Route[] = [
  route(listStoreActivity, async ({ query: { page, ...filter } }, { db, actor }) => {
    const supplierId = await findStoreId(db, actor.id)
    const offset = (page - 1) * PAGE_SIZE
    const [{ entries, total }, members] = await Promise.all([
      listAuditEntries(db, { ...filter, of: { supplierId }, limit: PAGE_SIZE, offset }),
      listAuditMembers(db, { supplierId }),
    ])
    return ok('Activity', {
      entries: entries.map(toEntryView),
      members: members.map((member) => ({ id: member.id, name: toName(member) })),
      page,
      pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
      total,
    })
  }),
  route(exportStoreActivity, async ({ query }, { db, actor }) => {
    const supplierId = await findStoreId(db, actor.id)
    const { entries } = await listAuditEntries(db, {
      ...query,
      of: { supplierId },
      limit: MAX_EXPORTED,
      offset: 0,
    })
    return csvResponse('activity.csv', [CSV_HEAD, ...entries.map(toCsvRow)])
  }),
]

async function findStoreId(db: Queryable, ownerId: number): Promise<number> {
  const store = await selectSupplierByOwner(db, ownerId)
  if (!store) throw noStoreError()
  return store.id
}

function toEntryView(entry: AuditEntry): ActivityEntryData {
  const { id, member, role, kind, action, aboutName, before, after, at, network } = entry
  return {
    id,
    name: toName(entry),
    member,
    role,
    kind,
    action,
    about: aboutName,
    before: toValues(before),
    after: toValues(after),
    at: at.toISOString(),
    network,
  }
}

function toValues(values: AuditEntry['before']): ActivityEntryData['before'] {
  if (!values) return null
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isList(value) ? [...value] : value]),
  )
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value)
}

function toName({ firstName, lastName }: Pick<AuditMember, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

const CSV_HEAD = ['Time (UTC)', 'Member', 'Role', 'Kind', 'Action', 'Before', 'After', 'Network']

function toCsvRow(entry: AuditEntry): (string | null)[] {
  const { at, role, kind, action, before, after, network } = entry
  const text = (values: object | null) => (values ? JSON.stringify(values) : null)
  return [at.toISOString(), toName(entry), role, kind, action, text(before), text(after), network]
}
