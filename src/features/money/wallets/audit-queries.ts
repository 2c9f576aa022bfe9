import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** A vendor whose wallet differs from its movements, in minor units. `count` is the number of all such vendors. */
export type UnbalancedWallet = {
  vendor: string
  currency: string
  expected: number
  booked: number
  count: number
}

/**
 * Lists vendors whose wallets, less debts, differ from their movements. Those are top-ups less their refunds, less
 * payments, plus refunds into the wallet.
 */
export async function listUnbalancedWallets(db: Queryable, limit: number): Promise<UnbalancedWallet[]> {
  return queryRows<UnbalancedWallet>(
    db,
    sql`
      with moves as (
        select account_id as id, currency, amount from wallet_top_ups
        union all
        select t.account_id, r.currency, -r.amount
        from refund_requests r join wallet_top_ups t on t.receipt_id = r.receipt_id
        where r.supplier_order_id is null and r.state <> 'undone'
        union all
        select t.account_id, c.currency, -c.top_up_amount
        from chargebacks c join wallet_top_ups t on t.receipt_id = c.receipt_id where c.state in ('open', 'lost')
        union all
        select u.account_id, a.currency, -a.amount
        from allocations a join receipts c on c.id = a.receipt_id and c.provider = 'wallet'
        join supplier_orders o on o.id = a.supplier_order_id join purchases u on u.id = o.purchase_id
        union all
        select u.account_id, r.currency, r.amount
        from refund_requests r join receipts c on c.id = r.receipt_id and c.provider = 'wallet'
        join supplier_orders o on o.id = r.supplier_order_id join purchases u on u.id = o.purchase_id
        where r.state <> 'undone'),
      expected as (
        select a.public_id as vendor, m.currency, sum(m.amount) as amount
        from moves m join accounts a on a.id = m.id group by 1, 2),
      booked as (
        select subledger as vendor, currency, -sum(balance) as amount from ledger_balances
        where account in (1110, 2000) group by 1, 2)
      select coalesce(x.vendor, b.vendor) as vendor, coalesce(x.currency, b.currency) as currency,
        coalesce(x.amount, 0)::bigint as expected, coalesce(b.amount, 0)::bigint as booked, count(*) over () as count
      from expected x full join booked b on b.vendor = x.vendor and b.currency = x.currency
      where coalesce(x.amount, 0) <> coalesce(b.amount, 0)
      order by 1 limit ${limit}`,
  )
}
