import { PRACTICE_CURRENCY } from '#core/money.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'

/** The order funnel: each step counts the orders that reached it. */
export type Funnel = Readonly<{
  placed: number
  paid: number
  shipped: number
  delivered: number
  completed: number
}>

/** Returns the order funnel of the orders placed in a period, as of now. */
export async function readFunnel(
  db: Queryable,
  { from, until }: Readonly<{ from: Date; until: Date }>,
): Promise<Funnel> {
  const [found] = await queryPrepared<Funnel>(db, READ, [from, until])
  return found ?? { placed: 0, paid: 0, shipped: 0, delivered: 0, completed: 0 }
}

// The state tells the step, except for orders in a case or refunded: their summaries are read one by one.
const READ = {
  name: 'operator_read_funnel',
  text: `
    select count(*)::int as placed, count(*) filter (where state not in ('awaiting_payment', 'expired'))::int as paid,
      count(*) filter (where is_delivered or coalesce(is_shipped, state in ('shipped', 'delivered', 'completed')))::int as shipped,
      count(*) filter (where is_delivered)::int as delivered, count(*) filter (where state = 'completed')::int as completed
    from (
      select o.state,
        case when o.state in ('in_case', 'refunded')
          then (select s.shipped_at is not null from order_summaries s where s.order_id = o.id) end as is_shipped,
        case when o.state in ('in_case', 'refunded')
          then (select s.delivered_at is not null from order_summaries s where s.order_id = o.id)
          else o.state in ('delivered', 'completed') end as is_delivered
      from supplier_orders o
      where o.created_at >= $1 and o.created_at < $2 and o.state <> 'draft' and o.currency <> '${PRACTICE_CURRENCY}') placed`,
}
