import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** A chargeback that is booked for something else than it is over, in cents; `count` is how many of these there are in all. */
export type UnbookedChargeback = {
  provider: string
  disputeId: string
  state: string
  currency: string
  expected: number
  booked: number
  count: number
}

/** The chargebacks whose postings that still stand do not take from the provider what the bank has taken. */
export async function listUnbookedChargebacks(db: Queryable, limit: number): Promise<UnbookedChargeback[]> {
  return queryRows<UnbookedChargeback>(
    db,
    sql`
      with booked as (
        select regexp_replace(p.key, ':[^:]*$', '') as name, -sum(e.amount) as amount
        from ledger_postings p join ledger_entries e on e.posting_id = p.id and e.account = 1000
        where p.kind in ('charged_back', 'unapplied_charged_back')
          and not exists (select from ledger_postings r where r.reverses_id = p.id)
        group by 1)
      select c.provider, c.dispute_id as "disputeId", c.state, c.currency, count(*) over () as count,
        (case when c.state in ('open', 'lost') then c.amount else 0 end)::bigint as expected,
        coalesce(b.amount, 0)::bigint as booked
      from chargebacks c left join booked b on b.name = 'charged_back:' || c.provider || ':' || c.dispute_id
      where (case when c.state in ('open', 'lost') then c.amount else 0 end) <> coalesce(b.amount, 0)
      order by c.id limit ${limit}`,
  )
}

/** Money without an order of which something else waits than should, in cents. */
export type UnappliedMismatch = {
  provider: string
  externalId: string
  currency: string
  expected: number
  booked: number
  count: number
}

/** The receipts of which the ledger keeps something else unapplied than their refunds and chargebacks leave. */
export async function listUnappliedMismatches(db: Queryable, limit: number): Promise<UnappliedMismatch[]> {
  return queryRows<UnappliedMismatch>(
    db,
    sql`
      with back as (
        select receipt_id as id, sum(amount) as amount from (
          select receipt_id, amount from refund_requests where supplier_order_id is null and state <> 'undone'
          union all
          select receipt_id, unapplied_amount from chargebacks where state in ('open', 'lost')) b
        group by 1),
      waiting as (
        select subledger, currency, -sum(balance) as amount from ledger_balances where account = 2900 group by 1, 2)
      select r.provider, r.external_id as "externalId", r.currency, count(*) over () as count,
        (case r.state when 'unapplied' then r.amount - coalesce(b.amount, 0) else 0 end)::bigint as expected,
        coalesce(w.amount, 0)::bigint as booked
      from receipts r
      left join back b on b.id = r.id
      left join waiting w on w.subledger = r.id::text and w.currency = r.currency
      where (case r.state when 'unapplied' then r.amount - coalesce(b.amount, 0) else 0 end) <> coalesce(w.amount, 0)
      order by r.id limit ${limit}`,
  )
}
