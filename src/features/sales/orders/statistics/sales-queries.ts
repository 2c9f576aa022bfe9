import { queryPrepared, type Queryable } from '#database/database.ts'

/** A store's period. Days are counted in a time zone that is `utcOffset` minutes ahead of UTC. */
export type SalesPeriod = Readonly<{ ownerId: number; from: Date; until: Date; utcOffset: number }>

/** The sales of one day, amounts in cents. */
export type DayOfSales = Readonly<{
  day: string
  orders: number
  revenue: number
  units: number
  cancelled: number
  /** The number of shipped orders, and of those within each number of days of `LEAD_DAYS`, in that order. */
  shipped: number
  shippedWithin: readonly number[]
}>

/** The upper limits of the lead time intervals, in days from payment. */
export const LEAD_DAYS = [1, 2, 3, 5, 7] as const

const SOLD = `
  from order_summaries o
  where o.supplier_id = (select id from suppliers where owner_id = $1) and o.paid_at >= $2 and o.paid_at < $3`

/** Returns the days with sales, oldest first. */
export async function listDaysOfSales(
  db: Queryable,
  { ownerId, from, until, utcOffset }: SalesPeriod,
): Promise<DayOfSales[]> {
  return queryPrepared<DayOfSales>(db, LIST_DAYS, [ownerId, from, until, utcOffset])
}

const LIST_DAYS = {
  name: 'orders_list_days_of_sales',
  text: `
    select to_char((o.paid_at at time zone 'UTC') + make_interval(mins => $4), 'YYYY-MM-DD') as day,
      count(*) as orders, sum(o.total_amount)::bigint as revenue,
      sum(o.units)::bigint as units,
      count(*) filter (where o.state in ('rejected', 'cancelled')) as cancelled,
      count(o.shipped_at) as shipped,
      array[${LEAD_DAYS.map((days) => `count(*) filter (where o.shipped_at <= o.paid_at + interval '${days * 24} hours')`).join(', ')}]::int[]
        as "shippedWithin"
    ${SOLD} group by 1 order by 1`,
}

/** The sales of a product, in units and cents. */
export type ProductSales = Readonly<{ productId: string; title: string; units: number; revenue: number }>

/** Returns the products with the most revenue, at most `limit` of them. */
export async function listBestSellers(
  db: Queryable,
  { ownerId, from, until }: Omit<SalesPeriod, 'utcOffset'>,
  limit: number,
): Promise<ProductSales[]> {
  return queryPrepared<ProductSales>(db, LIST_BEST_SELLERS, [ownerId, from, until, limit])
}

const LIST_BEST_SELLERS = {
  name: 'orders_list_best_sellers',
  text: `
    with sold as (select o.order_id as id ${SOLD})
    select l.product_public_id as "productId", max(l.title) as title, sum(l.quantity)::bigint as units,
      sum(l.line_amount)::bigint as revenue
    from sold join supplier_order_lines l on l.supplier_order_id = sold.id
    group by 1 order by 4 desc, 1 limit $4`,
}

/** Returns the reasons for rejections and cancellations, most frequent first. */
export async function listCancellationReasons(
  db: Queryable,
  { ownerId, from, until }: Omit<SalesPeriod, 'utcOffset'>,
  limit: number,
): Promise<{ reason: string; orders: number }[]> {
  return queryPrepared(db, LIST_REASONS, [ownerId, from, until, limit])
}

const LIST_REASONS = {
  name: 'orders_list_cancellation_reasons',
  text: `
    with sold as (select o.order_id as id ${SOLD} and o.state in ('rejected', 'cancelled'))
    select coalesce(nullif(e.reason, ''), 'No reason given') as reason, count(*) as orders
    from sold
    cross join lateral (
      select reason from supplier_order_events
      where supplier_order_id = sold.id and to_state in ('rejected', 'cancelled') order by id desc limit 1) e
    group by 1 order by 2 desc, 1 limit $4`,
}
