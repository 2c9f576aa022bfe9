import { queryPrepared, type Queryable } from '#database/database.ts'
import { selectPostedCosts } from '#features/sales/orders/service.ts'

/** Revenue and cost of a day's orders in one currency, in minor units. `retail` is in the currency of their store. */
export type DaySums = Readonly<{
  day: string
  currency: string
  orders: number
  retail: number
  cost: number
}>

/**
 * A filter of counted orders: of one kind, placed since `from`. Days are in a time zone `utcOffset` minutes ahead of
 * UTC.
 */
export type FigureFilter = Readonly<{ accountId: number; isPractice: boolean; from: Date; utcOffset: number }>

/**
 * Returns revenue and cost of bought orders by the day they were placed, from their summaries. Revenue is the retail
 * price of bought units, less the store's refunds; cost is the amount paid for them less refunds, by the postings of
 * the ledger.
 */
export async function listDaySums(db: Queryable, filter: FigureFilter): Promise<DaySums[]> {
  const { accountId, isPractice, from, utcOffset } = filter
  return queryPrepared(db, LIST_DAY_SUMS, [accountId, isPractice, from, utcOffset])
}

// Days are numbers until they are grouped.
const LIST_DAY_SUMS = {
  name: 'shop_orders_list_day_sums',
  text: `
    select to_char(date '1970-01-01' + day, 'YYYY-MM-DD') as day, currency, orders, retail, cost
    from (
      select floor((date_part('epoch', placed_at) + $4::int * 60) / 86400)::int as day, currency, count(*)::int as orders,
        sum(retail_amount)::bigint as retail, sum(cost_amount)::bigint as cost
      from shop_order_summaries
      where account_id = $1 and is_practice = $2 and placed_at >= $3 and is_bought
      group by 1, 2) summed
    order by day`,
}

/** Returns the products with the most units bought, with their units. */
export async function listBestSellers(
  db: Queryable,
  { accountId, isPractice, from }: Omit<FigureFilter, 'utcOffset'>,
): Promise<Readonly<{ title: string; units: number }>[]> {
  return queryPrepared(db, LIST_BEST_SELLERS, [accountId, isPractice, from])
}

const LIST_BEST_SELLERS = {
  name: 'shop_orders_list_best_sellers',
  text: `
    select p.name as title, x.units
    from (
      select product_id, sum(units)::int as units from shop_order_products
      where account_id = $1 and is_practice = $2 and placed_at >= $3
      group by product_id having sum(units) > 0) x
    join products p on p.id = x.product_id
    order by x.units desc, p.name limit 5`,
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

/**
 * Revenue and cost of one product's finished orders in one currency, in minor units. `retail` is in the currency of
 * their store.
 */
export type ProductSums = Readonly<{
  isPractice: boolean
  currency: string
  orders: number
  units: number
  retail: number
  cost: number
}>

/**
 * Returns the sums of a vendor's newest finished single-product supplier orders, by store currency. Practice orders
 * have sums of their own.
 */
export async function listProductSums(
  db: Queryable,
  { accountId, productId }: Readonly<{ accountId: number; productId: string }>,
): Promise<ProductSums[]> {
  return queryPrepared<ProductSums>(db, LIST_PRODUCT_SUMS, [accountId, productId])
}

const LIST_PRODUCT_SUMS = {
  name: 'shop_orders_list_product_sums',
  text: `
    with finished as materialized (
      select o.id, o.public_id, s.currency, s.shop_state, s.is_practice
      from products p
      join supplier_order_lines x on x.product_id = p.id
      join supplier_orders o on o.id = x.supplier_order_id and o.state in ('completed', 'refunded')
      join purchases b on b.id = o.purchase_id and b.paid_at is not null
      join shop_orders s on s.public_id = b.vendor_order and s.account_id = $1
      where p.public_id = $2
        and not exists (
          select from supplier_order_lines y where y.supplier_order_id = o.id and y.product_id <> x.product_id)
      group by o.id, s.id order by o.id desc limit 200),
    costs as (${selectPostedCosts('finished')}),
    sold as (
      select f.id, sum(l.quantity - l.withdrawn_quantity) as units,
        sum(case when f.shop_state in ('cancelled', 'refunded') then 0 else greatest(0,
          least(t.line_amount::numeric * least(l.quantity - l.withdrawn_quantity, t.quantity - t.removed) / t.quantity,
            t.line_amount::numeric * (t.quantity - t.removed) / t.quantity - t.refunded_amount)) end) as retail
      from finished f
      join supplier_order_lines l on l.supplier_order_id = f.id
      join shop_order_units u on u.supplier_order_line_id = l.id
      join shop_order_lines t on t.order_id = u.order_id and t.external_id = u.external_id and t.quantity > 0
      group by f.id)
    select f.is_practice as "isPractice", f.currency, count(*)::int as orders, coalesce(sum(s.units), 0)::int as units,
      coalesce(sum(floor(s.retail)), 0)::bigint as retail, coalesce(sum(c.amount), 0)::bigint as cost
    from finished f left join costs c on c.id = f.id left join sold s on s.id = f.id
    group by f.is_practice, f.currency`,
}
