import { PRACTICE_CURRENCY } from '#core/money.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'

/** A period; days are counted in a time zone that is `utcOffset` minutes ahead of UTC. */
export type SalesPeriod = Readonly<{ from: Date; until: Date; utcOffset: number }>

/** The sales of a day, in cents. */
export type DayOfSales = Readonly<{ day: string; orders: number; sales: number; commission: number }>

/** Returns the days on which something was sold anywhere in the marketplace, oldest first. */
export async function listMarketplaceDays(
  db: Queryable,
  { from, until, utcOffset }: SalesPeriod,
): Promise<DayOfSales[]> {
  return queryPrepared<DayOfSales>(db, LIST_DAYS, [from, until, utcOffset])
}

// Orders keep the rates of their purchase; a line may have one of its own.
const LIST_DAYS = {
  name: 'operator_list_days_of_sales',
  text: `
    select to_char((p.paid_at at time zone 'UTC') + make_interval(mins => $3), 'YYYY-MM-DD') as day,
      count(*) as orders, sum(o.total_amount)::bigint as sales,
      round(sum(o.shipping_amount * o.commission_bps / 10000.0 + (
        select sum(l.line_amount * coalesce(l.commission_bps, o.commission_bps) / 10000.0)
        from supplier_order_lines l where l.supplier_order_id = o.id)))::bigint as commission
    from purchases p join supplier_orders o on o.purchase_id = p.id
    where p.paid_at >= $1 and p.paid_at < $2 and p.currency <> '${PRACTICE_CURRENCY}' group by 1 order by 1`,
}

/** Returns the escrow of undelivered orders, in cents of a currency. */
export async function readEscrow(db: Queryable, currency: string): Promise<number> {
  const [found] = await queryPrepared<{ amount: number }>(db, ESCROW, [currency])
  return found?.amount ?? 0
}

// The escrow of orders and what suppliers have earned and may not have yet.
const ESCROW = {
  name: 'operator_read_escrow',
  text: `
    select coalesce(-sum(balance), 0)::bigint as amount from ledger_balances
    where account in (select number from ledger_accounts where name in ('order_escrow', 'supplier_pending', 'case_hold'))
      and currency = $1 and balance <> 0`,
}
