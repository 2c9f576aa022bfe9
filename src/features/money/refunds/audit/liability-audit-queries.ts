import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** An order with a wrong liability of the marketplace, in cents. `count` is the number of all such orders. */
export type LiabilityMismatch = {
  order: string
  currency: string
  expected: number
  booked: number
  count: number
}

/** Lists orders whose goodwill and chargeback loss in the ledger differ from their refunds and chargebacks. */
export async function listLiabilityMismatches(db: Queryable, limit: number): Promise<LiabilityMismatch[]> {
  return queryRows<LiabilityMismatch>(
    db,
    sql`
      with expected as (
        select id, sum(amount) as amount from (
          select supplier_order_id as id, goodwill_amount as amount from refund_requests
          where state <> 'undone' and goodwill_amount > 0
          union all
          select supplier_order_id, loss_amount from chargeback_shares where not is_returned and loss_amount > 0) x
        group by 1),
      booked as (
        select subledger, currency, sum(balance) as amount from ledger_balances where account in (5010, 5020) group by 1, 2),
      both_sides as (
        select o.public_id as "order", o.currency, coalesce(x.amount, 0)::bigint as expected, coalesce(b.amount, 0)::bigint as booked
        from supplier_orders o
        left join expected x on x.id = o.id
        left join booked b on b.subledger = o.public_id and b.currency = o.currency
        where x.id is not null or b.subledger is not null)
      select *, count(*) over () as count from both_sides where expected <> booked order by 1 limit ${limit}`,
  )
}

/** A currency with a wrong tax payable, in cents. */
export type TaxMismatch = { currency: string; expected: number; booked: number; count: number }

/** Lists currencies whose tax payable differs from the sum of their orders: earned, less refunded and charged back. */
export async function listTaxMismatches(db: Queryable, limit: number): Promise<TaxMismatch[]> {
  return queryRows<TaxMismatch>(
    db,
    sql`
      with expected as (
        select currency, sum(amount) as amount from (
          select currency, tax_amount as amount from earnings
          union all
          select currency, -tax_amount from refund_requests where state <> 'undone'
          union all
          select c.currency, -p.tax_amount from chargeback_shares p join chargebacks c on c.id = p.chargeback_id
          where not p.is_returned) x
        group by 1),
      booked as (select currency, -sum(balance) as amount from ledger_balances where account = 2400 group by 1),
      both_sides as (
        select x.currency, x.amount::bigint as expected, coalesce(b.amount, 0)::bigint as booked
        from expected x left join booked b on b.currency = x.currency)
      select *, count(*) over () as count from both_sides where expected <> booked order by 1 limit ${limit}`,
  )
}

/** A refund that is not in the ledger, in minor units. */
export type UnbookedRefund = {
  refund: string
  currency: string
  amount: number
  booked: number
  count: number
}

/** Lists refunds whose postings don't deduct their amount from the right account. A reversed refund deducts nothing. */
export async function listUnbookedRefunds(db: Queryable, limit: number): Promise<UnbookedRefund[]> {
  return queryRows<UnbookedRefund>(
    db,
    sql`
      with booked as (
        select p.key, coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as amount
        from ledger_postings p join ledger_entries e on e.posting_id = p.id
        where p.key like 'refunded:%' and not exists (select from ledger_postings r where r.reverses_id = p.id)
        group by 1),
      both_sides as (
        select r.public_id as refund, r.currency, case when r.state = 'undone' then 0 else r.amount end::bigint as amount,
          coalesce(b.amount, 0)::bigint as booked
        from refund_requests r left join booked b on b.key = 'refunded:' || r.public_id)
      select *, count(*) over () as count from both_sides where amount <> booked order by 1 limit ${limit}`,
  )
}
