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
    with pending as (
      select b.subledger, b.currency, -sum(b.balance)::bigint as amount
      from suppliers s
      join ledger_accounts a on a.name = 'supplier_pending'
      join ledger_balances b on b.account = a.number
        and b.subledger >= s.public_id || '/' and b.subledger < s.public_id || '0' and b.balance <> 0
      where s.owner_id = $1
      group by b.subledger, b.currency having sum(b.balance) <> 0),
    forecast as (
      select p.currency, p.amount, o.public_id as id, o.purchase_id,
        case o.state when 'delivered' then 'delivered' when 'shipped' then 'in_transit' else 'unfinished' end as stage,
        (select min(case t.kind when 'complete' then t.due_at else t.due_at + make_interval(secs => $2) end)
          from order_timers t
          where t.supplier_order_id = o.id
            and (t.kind = 'complete' and o.state = 'delivered' or t.kind = 'deliver' and o.state = 'shipped')) as at
      from pending p
      -- Sub-ledgers sort by their bytes, ids as the database does.
      join supplier_orders o on o.public_id = split_part(p.subledger, '/', 2) collate "default"),
    dated as (
      select *, to_char((at at time zone 'UTC') + make_interval(mins => $3), 'YYYY-MM-DD') as day from forecast),
    ranked as (
      select *, row_number() over (partition by day, stage, currency order by amount desc, id) as place from dated)
    select day, stage, currency, sum(amount)::bigint as amount, count(*) as orders,
      json_agg(json_build_object('id', id, 'number', (select number from purchases where id = purchase_id), 'amount', amount)
        order by place) filter (where place <= 5) as largest
    from ranked group by day, stage, currency order by day nulls last, stage, currency`,
}
