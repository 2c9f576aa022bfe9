import { queryPrepared, type Queryable } from '#database/database.ts'
import { toDecimal } from '#core/money.ts'
import { TIMING } from '../timers/timing.ts'
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
 * Returns when what a person's store has pending in the ledger becomes available, by day. An order that was delivered has its day,
 * unless somebody complains; of one on its way it is the latest. What is still to be shipped or in a case has none.
 */
export async function readEarningsForecast(
  db: Queryable,
  { ownerId, utcOffset }: ForecastRequest,
): Promise<ForecastDay[]> {
  const found = await queryPrepared<ForecastDay>(db, FORECAST, [ownerId, TIMING.complete / 1_000, utcOffset])
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
      -- Sub-ledgers sort by their bytes, ids as the database does.
      select split_part(b.subledger, '/', 2) collate "default" as id, b.currency, -sum(b.balance)::bigint as amount
      from store s
      join ledger_accounts a on a.name = 'supplier_pending'
      join ledger_balances b on b.account = a.number
        and b.subledger >= s.public_id || '/' and b.subledger < s.public_id || '0' and b.balance <> 0
      group by b.subledger, b.currency having sum(b.balance) <> 0),
    -- Nearly all that is pending is of these; they lie together in an index, and what is left is looked up one by one.
    moving as materialized (
      select o.public_id as id, o.purchase_id, case o.state when 'delivered' then 'delivered' else 'in_transit' end as stage,
        min(case t.kind when 'complete' then t.due_at else t.due_at + make_interval(secs => $2) end) as at
      from supplier_orders o
      left join order_timers t on t.supplier_order_id = o.id
        and t.kind = case o.state when 'delivered' then 'complete' else 'deliver' end
      where o.supplier_id = (select id from store) and o.state in ('shipped', 'delivered')
      group by o.id),
    forecast as (
      select p.currency, p.amount, m.id, m.purchase_id, m.stage, m.at from pending p join moving m on m.id = p.id
      union all
      select p.currency, p.amount, o.public_id, o.purchase_id, 'unfinished', null
      from pending p join supplier_orders o on o.public_id = p.id
      where not exists (select from moving m where m.id = p.id)),
    dated as (
      select *, to_char((at at time zone 'UTC') + make_interval(mins => $3), 'YYYY-MM-DD') as day from forecast),
    ranked as (
      select *, row_number() over (partition by day, stage, currency order by amount desc, id) as place from dated)
    select day, stage, currency, sum(amount)::bigint as amount, count(*) as orders,
      json_agg(json_build_object('id', id, 'number', (select number from purchases where id = purchase_id), 'amount', amount)
        order by place) filter (where place <= 5) as largest
    from ranked group by day, stage, currency order by day nulls last, stage, currency`,
}
