import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#database/database.ts'

/** Money whose shares are not what came, in cents; `count` is how many of these there are in all. */
export type UnsharedReceipt = {
  provider: string
  externalId: string
  currency: string
  amount: number
  shared: number
  count: number
}

/** The receipts whose shares differ from them in sum or currency: all of it where they pay a purchase, nothing where they do not. */
export async function listUnsharedReceipts(db: Queryable, most: number): Promise<UnsharedReceipt[]> {
  return rows<UnsharedReceipt>(
    db,
    sql`
      select r.provider, r.external_id as "externalId", r.currency, r.amount, coalesce(a.amount, 0)::bigint as shared,
        count(*) over () as count
      from receipts r
      left join (select receipt_id, currency, sum(amount) as amount from allocations group by 1, 2) a
        on a.receipt_id = r.id
      where coalesce(a.amount, 0) <> case r.state when 'applied' then r.amount else 0 end or a.currency <> r.currency
      order by r.id limit ${most}`,
  )
}
