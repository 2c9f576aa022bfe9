import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** An order with inconsistent amounts, in cents; `count` is the number of all such orders. */
export type UnbalancedOrder = {
  order: string
  currency: string
  expected: number
  booked: number
  count: number
}

/** Lists orders whose escrow and commission in the ledger differ from their payments, earnings and refunds. */
export async function listUnbalancedOrders(db: Queryable, limit: number): Promise<UnbalancedOrder[]> {
  return queryRows<UnbalancedOrder>(
    db,
    sql`
      with paid as (select supplier_order_id as id, sum(amount) as paid from allocations group by 1),
      earned as (
        select supplier_order_id as id, sum(gross_amount) as gross, sum(commission_amount) as commission
        from earnings group by 1),
      back as (
        select id, sum(amount) as amount, sum(escrow) as escrow, sum(commission) as commission from (
          select supplier_order_id as id, amount, escrow_amount as escrow, commission_amount as commission
          from refund_requests where state <> 'undone' and supplier_order_id is not null
          union all
          select supplier_order_id, amount, escrow_amount, commission_amount
          from chargeback_shares where not is_returned) b
        group by 1),
      booked as (
        select case account when 2100 then subledger else split_part(subledger, '/', 2) end as order_id,
          -sum(balance) as amount
        from ledger_balances where account in (2100, 4000) group by 1)
      select o.public_id as "order", o.currency,
        (p.paid - coalesce(e.gross, 0) - coalesce(b.escrow, 0) + coalesce(e.commission, 0) - coalesce(b.commission, 0))::bigint
          as expected,
        coalesce(k.amount, 0)::bigint as booked, count(*) over () as count
      from paid p
      join supplier_orders o on o.id = p.id
      left join earned e on e.id = p.id
      left join back b on b.id = p.id
      left join booked k on k.order_id = o.public_id
      where p.paid - coalesce(e.gross, 0) - coalesce(b.escrow, 0) + coalesce(e.commission, 0) - coalesce(b.commission, 0)
          <> coalesce(k.amount, 0)
      order by o.id limit ${limit}`,
  )
}

/** A finished order with money in escrow. */
export type EndedOrderEscrow = {
  order: string
  state: string
  currency: string
  amount: number
  count: number
}

/** Lists orders in a final state that still have something in escrow. */
export async function listEndedOrderEscrows(db: Queryable, limit: number): Promise<EndedOrderEscrow[]> {
  return queryRows<EndedOrderEscrow>(
    db,
    sql`
      select o.public_id as "order", o.state, o.currency, (-b.balance)::bigint as amount, count(*) over () as count
      from ledger_balances b join supplier_orders o on o.public_id = b.subledger
      where b.account = 2100 and b.balance <> 0
        and o.state in ('cancelled', 'rejected', 'expired', 'refunded', 'completed')
      order by o.id limit ${limit}`,
  )
}

/** A receipt that is not in the ledger. */
export type UnbookedReceipt = {
  provider: string
  externalId: string
  currency: string
  amount: number
  count: number
}

/** Lists receipts without a posting of their own. */
export async function listUnbookedReceipts(db: Queryable, limit: number): Promise<UnbookedReceipt[]> {
  return queryRows<UnbookedReceipt>(
    db,
    sql`
      select r.provider, r.external_id as "externalId", r.currency, r.amount, count(*) over () as count
      from receipts r
      where not exists (
        select from ledger_postings p
        where p.key = case r.provider when 'wallet' then 'paid_by_wallet:' else 'received:' end || r.id)
      order by r.id limit ${limit}`,
  )
}

/** A supplier with inconsistent amounts, in cents. */
export type UnbalancedSupplier = {
  supplier: string
  currency: string
  expected: number
  booked: number
  count: number
}

/**
 * Lists suppliers whose ledger balances differ from their earnings less their losses. Losses are refunds, chargebacks
 * and labels. Paid-out amounts count as received by the supplier, and returned payouts are not deducted here.
 */
export async function listUnbalancedSuppliers(db: Queryable, limit: number): Promise<UnbalancedSupplier[]> {
  return queryRows<UnbalancedSupplier>(
    db,
    sql`
      with moves as (
        select supplier_order_id as id, currency, net_amount as amount from earnings
        union all
        select supplier_order_id, currency, -net_amount from refund_requests
        where state <> 'undone' and supplier_order_id is not null
        union all
        select p.supplier_order_id, c.currency, -p.net_amount
        from chargeback_shares p join chargebacks c on c.id = p.chargeback_id where not p.is_returned
        union all
        select supplier_order_id, currency, -amount from parcel_labels where state in ('bought', 'used', 'unused', 'lost')),
      expected as (
        select s.public_id as supplier, m.currency, sum(m.amount) as amount
        from moves m join supplier_orders o on o.id = m.id join suppliers s on s.id = o.supplier_id group by 1, 2),
      booked as (
        select split_part(e.subledger, '/', 1) as supplier, p.currency, -sum(e.amount) as amount
        from ledger_entries e join ledger_postings p on p.id = e.posting_id
        left join ledger_postings r on r.id = p.reverses_id
        where e.account in (1100, 2200, 2210, 2220, 2300)
          and 'payout_confirmed' not in (p.kind, coalesce(r.kind, '')) group by 1, 2)
      select x.supplier, x.currency, x.amount::bigint as expected, coalesce(b.amount, 0)::bigint as booked,
        count(*) over () as count
      from expected x left join booked b on b.supplier = x.supplier and b.currency = x.currency
      where x.amount <> coalesce(b.amount, 0)
      order by x.supplier limit ${limit}`,
  )
}

/**
 * A chargeback whose booked amount differs from its disputed amount, in cents; `count` is the number of all such
 * chargebacks.
 */
type UnbookedChargeback = {
  provider: string
  disputeId: string
  state: string
  currency: string
  expected: number
  booked: number
  count: number
}

/** Lists chargebacks whose unreversed postings differ from what the bank has taken. */
export async function listUnbookedChargebacks(db: Queryable, limit: number): Promise<UnbookedChargeback[]> {
  return queryRows<UnbookedChargeback>(
    db,
    sql`
      with booked as (
        select regexp_replace(p.key, ':[^:]*$', '') as name, -sum(e.amount) as amount
        from ledger_postings p join ledger_entries e on e.posting_id = p.id and e.account = 1000
        where p.kind in ('charged_back', 'unapplied_charged_back', 'top_up_charged_back')
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

/** An unapplied receipt with a wrong balance, in cents. */
type UnappliedMismatch = {
  provider: string
  externalId: string
  currency: string
  expected: number
  booked: number
  count: number
}

/** Lists receipts whose unapplied balance differs from the receipt less its refunds and chargebacks. */
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
