import { PRACTICE_CURRENCY } from '#core/money.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import type { Period } from './period.ts'

/** Counts of orders by time of payment, and of shop orders by time of arrival. */
export type OrderCounts = Readonly<{
  orders: number
  late: number
  outOfStock: number
  inCase: number
  storeOrders: number
  recovered: number
}>

/** The counts of a day or week: its index in the period, or in the period before. */
export type SpanCounts = OrderCounts & Readonly<{ isBefore: boolean; place: number }>

type Request = Readonly<{ period: Period; spanDays: number; now: Date }>

/** Returns the counts of spans with any order, of a period and the one before it. */
export function listRates(db: Queryable, { period, spanDays, now }: Request): Promise<SpanCounts[]> {
  const { before, from, until } = period
  return queryPrepared<SpanCounts>(db, LIST, [before, from, until, spanDays, now])
}

// `date_part` returns floating point, and is several times faster than `extract`.
const toPlace = (at: string) => `
  ${at} < $2::timestamptz as "isBefore",
  floor(date_part('epoch', ${at} - case when ${at} < $2::timestamptz then $1::timestamptz else $2::timestamptz end) / 86400 / $4::int)::int as place`

const PAID = `
  o.paid_at >= $1::timestamptz and o.paid_at < $3::timestamptz
  and o.supplier_id <> all (array(select id from suppliers where is_practice))`

// Orders are counted from sums of quarters of an hour; each other part reads its own index. Orders cancelled by buyers
// are not late.
const LIST = {
  name: 'operator_list_rates',
  text: `
    select "isBefore", place, sum(orders)::int as orders, sum(late)::int as late, sum(out_of_stock)::int as "outOfStock",
      sum(in_case)::int as "inCase", sum(store_orders)::int as "storeOrders", sum(recovered)::int as recovered
    from (
      select ${toPlace('o.quarter')}, sum(o.orders) as orders, 0 as late, 0 as out_of_stock, 0 as in_case, 0 as store_orders, 0 as recovered
        from marketplace_sales_now o
        where o.quarter >= $1::timestamptz and o.quarter < $3::timestamptz and o.currency <> '${PRACTICE_CURRENCY}' group by 1, 2
      union all
      select ${toPlace('o.paid_at')}, 0,
        count(*) filter (where ship_by is not null and not cancelled_by_seller and state not in ('paid_hold', 'cancelled')
          and coalesce(shipped_at, $5::timestamptz) > ship_by),
        count(*) filter (where cancelled_by_seller and reason = 'Out of stock'), 0, 0, 0
        from order_summaries o
        where ${PAID} and (cancelled_by_seller or shipped_at > ship_by or shipped_at is null) group by 1, 2
      union all
      select ${toPlace('o.paid_at')}, 0, 0, 0, count(*), 0, 0
        from (
          select supplier_order_id from cases where opened_at >= $1
          union
          select s.supplier_order_id from chargebacks c join chargeback_shares s on s.chargeback_id = c.id where c.created_at >= $1) d
        join order_summaries o on o.order_id = d.supplier_order_id where ${PAID} group by 1, 2
      union all
      select ${toPlace('quarter')}, 0, 0, 0, 0, sum(orders), sum(recovered)
        from store_order_counts_now where quarter >= $1::timestamptz and quarter < $3::timestamptz group by 1, 2) counted
    group by 1, 2`,
}
