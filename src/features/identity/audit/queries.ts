import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { AuditValues } from './rules.ts'
import type { AuditKind, AuditRole } from './shapes.ts'

/** A change to be recorded. */
export type NewAuditEntry = Readonly<{
  /** Null for what is of no store. */
  supplierId: number | null
  accountId: number
  role: AuditRole
  kind: AuditKind
  action: string
  entity: string
  before: AuditValues | null
  after: AuditValues | null
  at: Date
  network: string | null
}>

/** Adds a change to the log. */
export async function insertAuditEntry(tx: Transaction, entry: NewAuditEntry): Promise<void> {
  const { supplierId, accountId, role, kind, action, entity, before, after, at, network } = entry
  const values = [before && JSON.stringify(before), after && JSON.stringify(after), at, network]
  await queryPrepared(tx, INSERT_ENTRY, [supplierId, accountId, role, kind, action, entity, ...values])
}

const INSERT_ENTRY = {
  name: 'audit_insert',
  text: `
    insert into audit_log (supplier_id, account_id, role, kind, action, entity, before, after, at, network)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

/** Whose changes of a store are listed: of everybody and every kind unless said otherwise. */
export type AuditFilter = Readonly<{
  supplierId: number
  member?: string | undefined
  kind?: AuditKind | undefined
}>

/** A change as its store's owner sees it; `firstName` and `lastName` are empty once the account is closed. */
export type AuditEntry = Omit<NewAuditEntry, 'supplierId' | 'accountId'> &
  Readonly<{ id: number; member: string; firstName: string; lastName: string }>

/** Returns a stretch of the changes of a store, the newest first, and how many there are. */
export async function listAuditEntries(
  db: Queryable,
  filter: AuditFilter & Readonly<{ limit: number; offset: number }>,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const values = [filter.supplierId, filter.member ?? null, filter.kind ?? null]
  const [entries, counted] = await Promise.all([
    queryPrepared<AuditEntry>(db, LIST_ENTRIES, [...values, filter.limit, filter.offset]),
    queryPrepared<{ total: number }>(db, COUNT_ENTRIES, values),
  ])
  return { entries, total: counted[0]?.total ?? 0 }
}

const FILTERED = `
  from audit_log l join accounts a on a.id = l.account_id
  where l.supplier_id = $1 and ($2::text is null or l.account_id = (select id from accounts where public_id = $2))
    and ($3::text is null or l.kind = $3)`

const LIST_ENTRIES = {
  name: 'audit_list',
  text: `
    select l.id, a.public_id as member, a.first_name as "firstName", a.last_name as "lastName", l.role, l.kind, l.action,
      l.entity, l.before, l.after, l.at, l.network
    ${FILTERED} order by l.id desc limit $4 offset $5`,
}

const COUNT_ENTRIES = { name: 'audit_count', text: `select count(*) as total ${FILTERED}` }

/** Somebody who has changed something of a store. */
export type AuditMember = Readonly<{ id: string; firstName: string; lastName: string }>

/** Returns the accounts that have changed something of a store, by name. */
export async function listAuditMembers(db: Queryable, supplierId: number): Promise<AuditMember[]> {
  return queryPrepared<AuditMember>(db, LIST_MEMBERS, [supplierId])
}

const LIST_MEMBERS = {
  name: 'audit_list_members',
  text: `
    select a.public_id as id, a.first_name as "firstName", a.last_name as "lastName" from accounts a
    where a.id in (select account_id from audit_log where supplier_id = $1)
    order by a.first_name, a.last_name, a.id`,
}
