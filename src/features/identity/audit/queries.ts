import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { AuditValues } from './rules.ts'
import type { AuditKind, AuditRole } from './shapes.ts'

/** A change to record. */
export type NewAuditEntry = Readonly<{
  /** Null if it is not about a store. */
  supplierId: number | null
  /** The original account of a vendor's business, for a vendor's change. */
  businessId: number | null
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
  const { supplierId, businessId, accountId, role, kind, action, entity, before, after, at, network } = entry
  const values = [before && JSON.stringify(before), after && JSON.stringify(after), at, network, businessId]
  await queryPrepared(tx, INSERT_ENTRY, [supplierId, accountId, role, kind, action, entity, ...values])
}

const INSERT_ENTRY = {
  name: 'audit_insert',
  text: `
    insert into audit_log (supplier_id, account_id, role, kind, action, entity, before, after, at, network, business_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}

/** A store, or the original account of a vendor's business. */
export type AuditedBusiness = Readonly<{ supplierId: number } | { businessId: number }>

/** A filter of a business's changes; by default of all members and kinds. */
export type AuditFilter = Readonly<{
  of: AuditedBusiness
  member?: string | undefined
  kind?: AuditKind | undefined
}>

/** A change as the business's team sees it; `firstName` and `lastName` are empty once the account is closed. */
export type AuditEntry = Omit<NewAuditEntry, 'supplierId' | 'businessId' | 'accountId'> &
  Readonly<{
    id: number
    member: string
    firstName: string
    lastName: string
    /** The member that the change is about, if any. */
    aboutName: string | null
  }>

/** Returns a range of the changes of a business, the newest first, and how many there are. */
export async function listAuditEntries(
  db: Queryable,
  filter: AuditFilter & Readonly<{ limit: number; offset: number }>,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const { kind, key } = toColumn(filter.of)
  const values = [key, filter.member ?? null, filter.kind ?? null]
  const [entries, counted] = await Promise.all([
    queryPrepared<AuditEntry>(db, LIST_ENTRIES[kind], [...values, filter.limit, filter.offset]),
    queryPrepared<{ total: number }>(db, COUNT_ENTRIES[kind], values),
  ])
  return { entries, total: counted[0]?.total ?? 0 }
}

type BusinessColumn = 'supplier_id' | 'business_id'

function toColumn(of: AuditedBusiness): { kind: BusinessColumn; key: number } {
  return 'supplierId' in of
    ? { kind: 'supplier_id', key: of.supplierId }
    : { kind: 'business_id', key: of.businessId }
}

/** Returns a statement for stores and one for vendors' businesses, because a plan for one column uses its index. */
function toStatements(name: string, text: (column: BusinessColumn) => string) {
  const toStatement = (column: BusinessColumn) => ({ name: `${name}_${column}`, text: text(column) })
  return { supplier_id: toStatement('supplier_id'), business_id: toStatement('business_id') }
}

const selectFiltered = (column: BusinessColumn) => `
  from audit_log l join accounts a on a.id = l.account_id
  where l.${column} = $1 and ($2::text is null or l.account_id = (select id from accounts where public_id = $2))
    and ($3::text is null or l.kind = $3)`

const LIST_ENTRIES = toStatements(
  'audit_list',
  (column) => `
    select l.id, a.public_id as member, a.first_name as "firstName", a.last_name as "lastName", l.role, l.kind, l.action,
      l.entity, l.before, l.after, l.at, l.network,
      (select trim(t.first_name || ' ' || t.last_name) from accounts t
        where l.entity like 'member:%' and t.public_id = substr(l.entity, 8)) as "aboutName"
    ${selectFiltered(column)} order by l.id desc limit $4 offset $5`,
)

const COUNT_ENTRIES = toStatements(
  'audit_count',
  (column) => `select count(*) as total ${selectFiltered(column)}`,
)

/** An account that has changed something of a business. */
export type AuditMember = Readonly<{ id: string; firstName: string; lastName: string }>

/** Returns the accounts that have changed something of a business, by name. */
export async function listAuditMembers(db: Queryable, of: AuditedBusiness): Promise<AuditMember[]> {
  const { kind, key } = toColumn(of)
  return queryPrepared<AuditMember>(db, LIST_MEMBERS[kind], [key])
}

const LIST_MEMBERS = toStatements(
  'audit_list_members',
  (column) => `
    select a.public_id as id, a.first_name as "firstName", a.last_name as "lastName" from accounts a
    where a.id in (select account_id from audit_log where ${column} = $1)
    order by a.first_name, a.last_name, a.id`,
)
