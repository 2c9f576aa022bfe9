import type { Queryable } from '#database/database.ts'
import { csvResponse } from '#platform/csv.ts'
import type { ActivityEntryData } from './contract.ts'
import {
  type AuditedBusiness,
  type AuditEntry,
  type AuditFilter,
  type AuditMember,
  listAuditEntries,
  listAuditMembers,
} from './queries.ts'

const PAGE_SIZE = 20
const MAX_EXPORTED = 10_000

type Filter = Omit<AuditFilter, 'of'>

/** Returns a page of the changes of a business as its team sees them, and the members who made any. */
export async function readActivity(
  db: Queryable,
  of: AuditedBusiness,
  { page, ...filter }: Filter & Readonly<{ page: number }>,
) {
  const offset = (page - 1) * PAGE_SIZE
  const [{ entries, total }, members] = await Promise.all([
    listAuditEntries(db, { ...filter, of, limit: PAGE_SIZE, offset }),
    listAuditMembers(db, of),
  ])
  return {
    entries: entries.map(toEntryView),
    members: members.map((member) => ({ id: member.id, name: toName(member) })),
    page,
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    total,
  }
}

/** Returns the newest 10,000 changes of a business as a CSV file. */
export async function exportActivity(db: Queryable, of: AuditedBusiness, filter: Filter): Promise<Response> {
  const { entries } = await listAuditEntries(db, { ...filter, of, limit: MAX_EXPORTED, offset: 0 })
  return csvResponse('activity.csv', [CSV_HEAD, ...entries.map(toCsvRow)])
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
