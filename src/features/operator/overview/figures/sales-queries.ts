import { PRACTICE_CURRENCY } from '#core/money.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'

/** A period; its days are in a time zone that is `utcOffset` minutes ahead of UTC. */
export type SalesPeriod = Readonly<{ from: Date; until: Date; utcOffset: number }>

/** The sales of a day, in cents. */
export type DayOfSales = Readonly<{ day: string; orders: number; sales: number; commission: number }>

/** Returns the days with sales anywhere in the marketplace, oldest first. */
export async function listMarketplaceDays(
  db: Queryable,
  { from, until, utcOffset }: SalesPeriod,
): Promise<DayOfSales[]> {
  return queryPrepared<DayOfSales>(db, LIST_DAYS, [from, until, utcOffset])
}

// From sums of quarters of an hour, because days of time zones begin at any of them.
const LIST_DAYS = {
  name: 'operator_list_days_of_sales',
  text: `
    select to_char((quarter at time zone 'UTC') + make_interval(mins => $3), 'YYYY-MM-DD') as day,
      sum(orders)::bigint as orders, sum(sales_amount)::bigint as sales, round(sum(commission_shares) / 10000)::bigint as commission
    from marketplace_sales_now
    where quarter >= $1 and quarter < $2 and currency <> '${PRACTICE_CURRENCY}' group by 1 order by 1`,
}

/** Folds the latest changes into the marketplace's stored sums. Any number of these may run at once. */
export async function foldMarketplaceFigures(db: Queryable): Promise<void> {
  await queryPrepared(db, FOLD, [])
}

const FOLD = { name: 'operator_fold_figures', text: 'select fold_marketplace_figures()' }

/** A day with stored sums that differ from its orders, in minor units; `count` is the number of such days. */
type WrongDay = Readonly<{
  day: string
  currency: string
  sales: number
  storedSales: number
  commission: number
  storedCommission: number
  count: number
}>

/**
 * Lists UTC days with stored sales or commission that differ from their paid orders, except orders waiting to be
 * counted.
 */
export async function listWrongDays(db: Queryable, limit: number): Promise<WrongDay[]> {
  return queryPrepared<WrongDay>(db, LIST_WRONG_DAYS, [limit])
}

// Orders store the rates of their purchase; a line may have its own.
const LIST_WRONG_DAYS = {
  name: 'operator_list_wrong_days',
  text: `
    with lines as (
      select l.supplier_order_id, sum(l.line_amount * coalesce(l.commission_bps, o.commission_bps)) as shares
      from supplier_order_lines l join supplier_orders o on o.id = l.supplier_order_id group by 1),
    sold as (
      select (p.paid_at at time zone 'UTC')::date as day, p.currency, count(*) as orders, sum(o.total_amount) as sales,
        sum(o.shipping_amount * o.commission_bps + coalesce(l.shares, 0)) as shares
      from order_summaries s join supplier_orders o on o.id = s.order_id join purchases p on p.id = o.purchase_id
      left join lines l on l.supplier_order_id = o.id group by 1, 2),
    stored as (
      select (quarter at time zone 'UTC')::date as day, currency, sum(orders) as orders, sum(sales_amount) as sales,
        sum(commission_shares) as shares
      from marketplace_sales_now group by 1, 2)
    select to_char(day, 'YYYY-MM-DD') as day, currency, coalesce(sold.sales, 0)::bigint as sales,
      coalesce(stored.sales, 0)::bigint as "storedSales", round(coalesce(sold.shares, 0) / 10000)::bigint as commission,
      round(coalesce(stored.shares, 0) / 10000)::bigint as "storedCommission", count(*) over () as count
    from sold full join stored using (day, currency)
    where (coalesce(sold.orders, 0), coalesce(sold.sales, 0), coalesce(sold.shares, 0))
      is distinct from (coalesce(stored.orders, 0), coalesce(stored.sales, 0), coalesce(stored.shares, 0))
    order by day, currency limit $1`,
}

/** Returns the escrow of undelivered orders, in cents of a currency. */
export async function readEscrow(db: Queryable, currency: string): Promise<number> {
  const [found] = await queryPrepared<{ amount: number }>(db, ESCROW, [currency])
  return found?.amount ?? 0
}

// The escrow of orders, and earnings of suppliers that are not available yet.
const ESCROW = {
  name: 'operator_read_escrow',
  text: `
    select coalesce(-sum(balance), 0)::bigint as amount from ledger_account_totals_now
    where account in (select number from ledger_accounts where name in ('order_escrow', 'supplier_pending', 'case_hold'))
      and currency = $1`,
}
