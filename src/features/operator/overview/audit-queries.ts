import { sql } from 'drizzle-orm'
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

/** Returns a page of the log of all stores, the newest first. */
export async function listAuditRows(
  db: Queryable,
  filter: AuditFilter,
  { before, limit }: Readonly<{ before: number | undefined; limit: number }>,
): Promise<AuditRow[]> {
  const { member, supplier, kind, role, search } = filter
  const part = search === '' ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return queryRows<AuditRow>(
    db,
    sql`
      select l.id as id, a.public_id as member, a.first_name as "firstName", a.last_name as "lastName", l.role, l.kind,
        l.action, l.entity, l.before, l.after, l.at, l.network, s.public_id as "supplierId", s.name as "supplierName"
      from audit_log l join accounts a on a.id = l.account_id left join suppliers s on s.id = l.supplier_id
      where (${before ?? null}::bigint is null or l.id < ${before ?? null}::bigint)
        and (${member ?? null}::text is null or l.account_id = (select id from accounts where public_id = ${member ?? null}))
        and (${supplier ?? null}::text is null or l.supplier_id = (select id from suppliers where public_id = ${supplier ?? null}))
        and (${kind ?? null}::text is null or l.kind = ${kind ?? null})
        and (${role ?? null}::text is null or l.role = ${role ?? null})
        and (${part}::text is null or l.action ilike ${part})
      order by l.id desc limit ${limit}`,
  )
}
