import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/**
 * A payout, or a supplier's available balance, that differs from the ledger. `count` is the number of all such
 * differences.
 */
export type PayoutMismatch = {
  what: string
  subledger: string
  currency: string
  stored: number
  booked: number
  count: number
}

/**
 * Lists payouts whose items or transit balance differ from their amount, and suppliers with mismatched claims. The
 * claimed postings of those suppliers differ from the payouts.
 */
export async function listPayoutMismatches(db: Queryable, limit: number): Promise<PayoutMismatch[]> {
  return queryRows<PayoutMismatch>(
    db,
    sql`
      with items as (
        select p.id, coalesce(sum(i.amount) filter (where i.freed_at is null), 0)::bigint as claimed
        from payouts p left join payout_items i on i.payout_id = p.id group by p.id),
      transit as (
        select b.subledger, b.currency, -sum(b.balance)::bigint as amount
        from ledger_balances b join ledger_accounts a on a.number = b.account
        where a.name = 'payout_in_transit' group by 1, 2),
      found as (
        select 'claimed' as what, s.public_id || '/' || p.public_id as subledger, p.currency,
          case p.state when 'failed' then 0 else p.amount end as stored, items.claimed as booked
        from payouts p join items on items.id = p.id join suppliers s on s.id = p.supplier_id
        union all
        select 'in transit', s.public_id || '/' || p.public_id, p.currency,
          case when p.state in ('failed', 'confirmed') then 0 else p.amount end, coalesce(t.amount, 0)
        from payouts p
        join suppliers s on s.id = p.supplier_id
        left join transit t on t.subledger = s.public_id || '/' || p.public_id and t.currency = p.currency)
      select *, count(*) over () as count from found where stored <> booked order by subledger, what limit ${limit}`,
  )
}
