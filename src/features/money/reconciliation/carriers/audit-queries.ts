import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** A sub-ledger with a wrong booking of a label provider's payment. Debits are positive, in minor units. */
export type MisbookedPayment = {
  payment: string
  title: string
  subledger: string
  currency: string
  expected: number
  booked: number
  count: number
}

/**
 * Lists carrier payments whose postings differ from their record. It compares the parts, the adjustment and the amount
 * that left the bank; a reversed or missing payment has no postings.
 */
export async function listMisbookedPayments(db: Queryable, limit: number): Promise<MisbookedPayment[]> {
  return queryRows<MisbookedPayment>(
    db,
    sql`
      with said as (
        select id, public_id as payment, currency, provider, bank, amount, adjustment_amount
        from carrier_payments where reversed_at is null),
      expected as (
        select payment, currency, 1010 as account, bank as subledger, -amount as amount from said
        union all
        select payment, currency, 5040, provider, adjustment_amount from said
        union all
        select s.payment, s.currency, 2500, s.provider || '/' || x.carrier, x.amount
        from said s join carrier_payment_parts x on x.payment_id = s.id),
      booked as (
        select split_part(coalesce(o.key, p.key), ':', 2) as payment, p.currency, e.account, e.subledger,
          sum(e.amount) as amount
        from ledger_postings p
        left join ledger_postings o on o.id = p.reverses_id
        join ledger_entries e on e.posting_id = p.id
        where p.key like 'carrier\\_paid:%' or p.key like 'reversed:carrier\\_paid:%' group by 1, 2, 3, 4)
      select payment, c.title, subledger, currency, coalesce(x.amount, 0)::bigint as expected,
        coalesce(b.amount, 0)::bigint as booked, count(*) over () as count
      from expected x
      full join booked b using (payment, currency, account, subledger)
      join ledger_accounts c on c.number = account
      where coalesce(x.amount, 0) <> coalesce(b.amount, 0)
      order by payment, account, subledger limit ${limit}`,
  )
}
