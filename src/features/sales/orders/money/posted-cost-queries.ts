import { queryPrepared, type Queryable } from '#database/database.ts'

/**
 * Returns SQL that selects the cost of supplier orders for their buyers by the ledger's postings. Columns: `id`,
 * `amount` in minor units: paid, less refunded or charged back. `orders` is a relation with their `id` and `public_id`;
 * unpaid ones have no row.
 */
export function selectPostedCosts(orders: string): string {
  return `
    select x.id, sum(x.amount)::bigint as amount from (
      -- A lateral read per order: for thousands of orders the planner would otherwise read the whole ledger.
      select o.id, paid.amount from ${orders} o
      cross join lateral (
        select sum(-e.amount) as amount from ledger_entries e join ledger_postings p on p.id = e.posting_id
        where e.account = 2100 and e.subledger = o.public_id and p.kind in ('captured', 'paid_by_wallet', 'unapplied_matched')) paid
      where paid.amount is not null
      union all
      select k.id, e.amount from (
        select o.id, 'refunded:' || r.public_id as key from ${orders} o
        join refund_requests r on r.supplier_order_id = o.id
        union all
        select o.id, 'charged_back:' || c.provider || ':' || c.dispute_id || ':' || o.public_id from ${orders} o
        join chargeback_shares s on s.supplier_order_id = o.id join chargebacks c on c.id = s.chargeback_id) k
      join ledger_postings f on f.key = k.key
      cross join lateral (
        select f.id union all select r.id from ledger_postings r where r.reverses_id = f.id) p
      join ledger_entries e on e.posting_id = p.id and e.account in (1000, 2000, 2010)) x
    group by x.id`
}

/** Lists these supplier orders' costs for their buyers by the postings of the ledger, in minor units by their keys. */
export async function listPostedCosts(
  db: Queryable,
  orderIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await queryPrepared<{ id: number; amount: number }>(db, LIST_POSTED_COSTS, [orderIds])
  return new Map(found.map(({ id, amount }) => [id, amount]))
}

const LIST_POSTED_COSTS = {
  name: 'orders_list_posted_costs',
  text: `
    with orders as materialized (select id, public_id from supplier_orders where id = any($1::bigint[]))
    ${selectPostedCosts('orders')}`,
}
