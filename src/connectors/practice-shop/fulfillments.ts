import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { OrderLine, PracticeOrder } from './orders.ts'

/** Where a parcel of an order is followed. */
export type PracticeTracking = Readonly<{ company: string | null; number: string | null; url: string | null }>

/** What was sent of an order: units by line. */
export type PracticeFulfillment = Readonly<{
  id: number
  lines: readonly Readonly<{ line: number; quantity: number }>[]
  tracking: readonly PracticeTracking[]
}>

/** What was sent of an order, oldest first. */
export async function listFulfillments(db: Queryable, orderId: number): Promise<PracticeFulfillment[]> {
  return queryRows<PracticeFulfillment>(
    db,
    sql`select id::int as id, lines, tracking from practice_fulfillments where order_id = ${orderId} order by id`,
  )
}

/** Notes what was sent of an order; one of which nothing is left is completed. */
export async function saveFulfillment(
  tx: Transaction,
  order: PracticeOrder,
  sent: Omit<PracticeFulfillment, 'id'> & Readonly<{ now: Date }>,
): Promise<PracticeFulfillment> {
  const { lines, tracking, now } = sent
  const before = await listFulfillments(tx, order.id)
  const [saved] = await queryRows<PracticeFulfillment>(
    tx,
    sql`
      insert into practice_fulfillments (order_id, lines, tracking, created_at)
      values (${order.id}, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(tracking)}::jsonb, ${now})
      returning id::int as id, lines, tracking`,
  )
  if (!saved) throw new Error('the fulfillment was not stored')
  const isAllSent = order.lines.every((line) => countUnsent(line, [...before, saved]) === 0)
  await tx.execute(sql`
    update practice_orders set modified_at = ${now}, status = case when ${isAllSent} then 'completed' else status end
    where id = ${order.id}`)
  return saved
}

/** How many units of a line are still to be sent. */
export function countUnsent(line: OrderLine, fulfillments: readonly PracticeFulfillment[]): number {
  const sent = fulfillments
    .flatMap(({ lines }) => lines)
    .filter((one) => one.line === line.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return Math.max(0, line.quantity - line.refunded - sent)
}
