import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { AuditEntry } from '#features/identity/audit/service.ts'

/** A filter of entries; everything by default. */
export type AuditFilter = Readonly<{
  member?: string | undefined
  supplier?: string | undefined
  kind?: string | undefined
  role?: string | undefined
  search: string
}>

/** An entry of the log, and its store. */
export type AuditRow = AuditEntry & Readonly<{ supplierId: string | null; supplierName: string | null }>

/** A range of the log: entries before a key, at most `limit`. */
type AuditRange = Readonly<{ before: number | undefined; limit: number }>

/** Returns a page of the log of all stores, the newest first. */
export async function listAuditRows(
  db: Queryable,
  filter: AuditFilter,
  range: AuditRange,
): Promise<AuditRow[]> {
  if ([...filter.search].length < KEY_LENGTH) return listMatching(db, sql`audit_log`, { filter, range })
  // A frequent text is in the newest entries of its kind, a rare one is found by its index.
  const recent = sql`(
    select * from audit_log l where ${toRange(filter, range)} order by l.id desc limit ${RECENT_ENTRIES})`
  const found = await listMatching(db, recent, { filter, range })
  if (found.length === range.limit) return found
  return listMatching(db, sql`(select * from audit_log l where ${hasKeys(filter)} offset 0)`, {
    filter,
    range,
  })
}

/** The number of newest entries to read before the index of texts is used. */
const RECENT_ENTRIES = 2_000

/** The number of characters from which a search uses its index. */
const KEY_LENGTH = 3

const hasKeys = ({ search }: AuditFilter) => sql`f_search_keys(0, l.action) @> f_search_keys(0, ${search})`

function toRange({ kind }: AuditFilter, { before }: AuditRange): SQL {
  return sql`(${before ?? null}::bigint is null or l.id < ${before ?? null}::bigint)
    and (${kind ?? null}::text is null or l.kind = ${kind ?? null})`
}

async function listMatching(
  db: Queryable,
  entries: SQL,
  { filter, range }: Readonly<{ filter: AuditFilter; range: AuditRange }>,
): Promise<AuditRow[]> {
  const { member, supplier, role, search } = filter
  const part = search === '' ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return queryRows<AuditRow>(
    db,
    sql`
      select l.id as id, a.public_id as member, a.first_name as "firstName", a.last_name as "lastName", l.role, l.kind,
        l.action, l.entity, l.before, l.after, l.at, l.network, s.public_id as "supplierId", s.name as "supplierName"
      from ${entries} l join accounts a on a.id = l.account_id left join suppliers s on s.id = l.supplier_id
      where ${toRange(filter, range)}
        and (${member ?? null}::text is null or l.account_id = (select id from accounts where public_id = ${member ?? null}))
        and (${supplier ?? null}::text is null or l.supplier_id = (select id from suppliers where public_id = ${supplier ?? null}))
        and (${role ?? null}::text is null or l.role = ${role ?? null})
        and (${part}::text is null or l.action ilike ${part})
      order by l.id desc limit ${range.limit}`,
  )
}
