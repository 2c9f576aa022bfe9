import { queryPrepared, type Queryable } from '#database/database.ts'
import { toDecimal } from '#core/money.ts'
import { DEADLINE_FIELDS } from '#core/deadlines.ts'
import type { PENDING_STAGES } from './contract.ts'

/** Pending earnings that become available on one day; amounts as decimals of the currency. */
export type ForecastDay = Readonly<{
  day: string | null
  stage: (typeof PENDING_STAGES)[number]
  currency: string
  amount: number
  orders: number
  largest: { id: string; number: string; amount: number }[]
}>

type ForecastRequest = Readonly<{ ownerId: number; utcOffset: number }>

/**
 * Returns the dates on which a store's pending earnings become available, by day. A delivered order has its day, unless
 * a case is opened; an order in transit has its latest day. Unshipped orders and those in a case have none.
 */
export async function readEarningsForecast(
  db: Queryable,
  { ownerId, utcOffset }: ForecastRequest,
): Promise<ForecastDay[]> {
  const found = await queryPrepared<ForecastDay>(db, FORECAST, [
    ownerId,
    DEADLINE_FIELDS.earningDays.initial,
    utcOffset,
  ])
  return found.map(({ largest, ...day }) => ({
    ...day,
    amount: toDecimal(day.amount, day.currency),
    largest: largest.map((order) => ({ ...order, amount: toDecimal(order.amount, day.currency) })),
  }))
}

const FORECAST = {
  name: 'orders_earnings_forecast',
  text: `
    with store as materialized (select id, public_id from suppliers where owner_id = $1),
    pending as materialized (
      -- Sub-ledgers sort by their bytes, ids as the database does. What may not go below zero has one balance.
      select split_part(b.subledger, '/', 2) collate "default" as id, b.currency, -b.balance as amount
      from store s
      join ledger_accounts a on a.name = 'supplier_pending'
      join ledger_balances b on b.account = a.number
        and b.subledger >= s.public_id || '/' and b.subledger < s.public_id || '0' and b.balance <> 0),
    -- Nearly all pending earnings are of these, which are adjacent in an index; the rest is looked up one by one.
    moving as materialized (
      select o.public_id as id, o.purchase_id, case o.state when 'delivered' then 'delivered' else 'in_transit' end as stage,
        case t.kind when 'complete' then t.due_at else t.due_at
          + make_interval(secs => coalesce((o.deadlines ->> 'earningDays')::int, $2::int) * 86400) end as at
      from supplier_orders o
      left join order_timers t on t.supplier_order_id = o.id
        and t.kind = case o.state when 'delivered' then 'complete' else 'deliver' end
      where o.supplier_id = (select id from store) and o.state in ('shipped', 'delivered')),
    forecast as (
      select p.currency, p.amount, m.id, m.purchase_id, m.stage, m.at from pending p join moving m on m.id = p.id
      union all
      select p.currency, p.amount, o.public_id, o.purchase_id, 'unfinished', null
      from pending p join supplier_orders o on o.public_id = p.id
      where not exists (select from moving m where m.id = p.id)),
    -- Grouping and sorting dates is several times faster than their texts.
    dated as (
      select *, ((at at time zone 'UTC') + make_interval(mins => $3))::date as day from forecast),
    -- A window over all orders, and one JSON of all of them, would take longer than the rest.
    summed as (
      select day, stage, currency, sum(amount)::bigint as amount, count(*) as orders,
        (array_agg(id order by amount desc, id collate "C"))[1:5] as ids,
        (array_agg(purchase_id order by amount desc, id collate "C"))[1:5] as purchases,
        (array_agg(amount order by amount desc, id collate "C"))[1:5] as amounts
      from dated group by day, stage, currency)
    select to_char(day, 'YYYY-MM-DD') as day, stage, currency, amount, orders,
      (select json_agg(json_build_object('id', l.id, 'number', (select number from purchases where id = l.purchase), 'amount', l.amount)
        order by l.place) from unnest(ids, purchases, amounts) with ordinality l(id, purchase, amount, place)) as largest
    from summed order by summed.day nulls last, stage, currency`,
}
