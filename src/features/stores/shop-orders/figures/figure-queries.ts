import { queryPrepared, type Queryable } from '#database/database.ts'

/** What the orders of a day in one currency bring and cost, in minor units; `retail` in the currency of their store. */
export type DaySums = Readonly<{
  day: string
  currency: string
  orders: number
  retail: number
  cost: number
}>

/** Whose orders are counted: of one kind, placed since `from`, by days that begin `utcOffset` minutes before those of UTC. */
export type FigureFilter = Readonly<{ accountId: number; isPractice: boolean; from: Date; utcOffset: number }>

/**
 * Returns what was bought for orders by the day they were placed on: what the bought units that the store has not taken back sell for,
 * and what was paid for them less what was refunded or charged back.
 */
export async function listDaySums(db: Queryable, filter: FigureFilter): Promise<DaySums[]> {
  const { accountId, isPractice, from, utcOffset } = filter
  return queryPrepared(db, LIST_DAY_SUMS, [accountId, isPractice, from, utcOffset])
}

const LIST_DAY_SUMS = {
  name: 'shop_orders_list_day_sums',
  text: `
    with bought as materialized (
      select s.id, s.currency, to_char((s.placed_at + make_interval(mins => $4)) at time zone 'UTC', 'YYYY-MM-DD') as day,
        o.id as supplier_order_id, o.total_amount
      from shop_orders s
      join purchases p on p.vendor_order = s.public_id and p.paid_at is not null
      join supplier_orders o on o.purchase_id = p.id
      where s.account_id = $1 and s.is_practice = $2 and s.placed_at >= $3),
    reversed as (
      select b.id, sum(x.amount) as amount from bought b
      join lateral (
        select amount from refund_requests r where r.supplier_order_id = b.supplier_order_id and r.state <> 'undone'
        union all
        select amount from chargeback_shares c where c.supplier_order_id = b.supplier_order_id and not c.is_returned) x on true
      group by b.id),
    orders as (
      select b.id, b.currency, b.day, sum(b.total_amount) as paid from bought b group by b.id, b.currency, b.day),
    sold as (
      select o.id, sum(l.line_amount::numeric * least(u.units, l.quantity - l.removed) / l.quantity) as amount
      from orders o
      join shop_order_lines l on l.order_id = o.id and l.quantity > 0
      cross join lateral (
        select coalesce(sum(x.quantity - x.withdrawn_quantity), 0) as units
        from shop_order_units c
        join supplier_order_lines x on x.id = c.supplier_order_line_id
        join bought b on b.supplier_order_id = x.supplier_order_id
        where c.order_id = l.order_id and c.external_id = l.external_id) u
      group by o.id)
    select o.day, o.currency, count(*)::int as orders, coalesce(sum(floor(s.amount)), 0)::bigint as retail,
      sum(o.paid - coalesce(r.amount, 0))::bigint as cost
    from orders o
    left join reversed r on r.id = o.id
    left join sold s on s.id = o.id
    group by o.day, o.currency order by o.day`,
}

/** Returns the products of which most units were bought, with their units. */
export async function listBestSellers(
  db: Queryable,
  { accountId, isPractice, from }: Omit<FigureFilter, 'utcOffset'>,
): Promise<Readonly<{ title: string; units: number }>[]> {
  return queryPrepared(db, LIST_BEST_SELLERS, [accountId, isPractice, from])
}

const LIST_BEST_SELLERS = {
  name: 'shop_orders_list_best_sellers',
  text: `
    select min(x.title) as title, sum(x.quantity - x.withdrawn_quantity)::int as units
    from shop_orders s
    join purchases p on p.vendor_order = s.public_id and p.paid_at is not null
    join supplier_orders o on o.purchase_id = p.id
    join supplier_order_lines x on x.supplier_order_id = o.id
    where s.account_id = $1 and s.is_practice = $2 and s.placed_at >= $3
    group by x.product_id having sum(x.quantity - x.withdrawn_quantity) > 0
    order by 2 desc, 1 limit 5`,
}

/** Returns which kinds of orders an account's stores have. */
export async function findOrderKinds(
  db: Queryable,
  accountId: number,
): Promise<Readonly<{ hasReal: boolean; hasPractice: boolean }>> {
  const [found] = await queryPrepared<{ hasReal: boolean; hasPractice: boolean }>(db, FIND_KINDS, [accountId])
  return found ?? { hasReal: false, hasPractice: false }
}

const FIND_KINDS = {
  name: 'shop_orders_find_kinds',
  text: `
    select exists (select from shop_orders where account_id = $1 and not is_practice) as "hasReal",
      exists (select from shop_orders where account_id = $1 and is_practice) as "hasPractice"`,
}
