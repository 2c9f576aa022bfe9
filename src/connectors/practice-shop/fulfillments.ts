import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { findOrder, type OrderLine, type PracticeOrder } from './orders.ts'

/** The tracking of an order's parcel. */
export type PracticeTracking = Readonly<{ company: string | null; number: string | null; url: string | null }>

/** A fulfillment of an order: units by line. */
export type PracticeFulfillment = Readonly<{
  id: number
  orderId: number
  lines: readonly Readonly<{ line: number; quantity: number }>[]
  tracking: readonly PracticeTracking[]
  /** The metadata that WooCommerce stores with it. */
  meta: readonly Readonly<{ key: string; value: unknown }>[]
}>

const COLUMNS = sql.raw('id::int as id, order_id::int as "orderId", lines, tracking, meta')

/** Returns the fulfillments of one or several orders, oldest first. */
export async function listFulfillments(
  db: Queryable,
  ...orderIds: readonly number[]
): Promise<PracticeFulfillment[]> {
  return queryRows<PracticeFulfillment>(
    db,
    sql`select ${COLUMNS} from practice_fulfillments where order_id = any(${sql.param([...orderIds])}::bigint[]) order by id`,
  )
}

/** Returns a fulfillment by its ID, with its order. */
export async function findFulfillment(
  db: Queryable,
  shopId: number,
  id: number,
): Promise<Readonly<{ order: PracticeOrder; fulfillment: PracticeFulfillment }> | undefined> {
  const [fulfillment] = await queryRows<PracticeFulfillment>(
    db,
    sql`select ${COLUMNS} from practice_fulfillments where id = ${id}`,
  )
  const order = fulfillment && (await findOrder(db, shopId, fulfillment.orderId))
  return order && { order, fulfillment }
}

/** Stores a fulfillment of an order. With `completes`, as at Shopify, a completely fulfilled order is completed. */
export async function saveFulfillment(
  tx: Transaction,
  order: PracticeOrder,
  sent: Omit<PracticeFulfillment, 'id' | 'orderId'> & Readonly<{ completes: boolean; now: Date }>,
): Promise<PracticeFulfillment> {
  const { lines, tracking, meta, completes, now } = sent
  const before = await listFulfillments(tx, order.id)
  const [saved] = await queryRows<PracticeFulfillment>(
    tx,
    sql`
      insert into practice_fulfillments (order_id, lines, tracking, meta, created_at)
      values (${order.id}, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(tracking)}::jsonb,
        ${JSON.stringify(meta)}::jsonb, ${now})
      returning ${COLUMNS}`,
  )
  if (!saved) throw new Error('the fulfillment was not stored')
  const isAllSent = completes && order.lines.every((line) => countUnsent(line, [...before, saved]) === 0)
  await tx.execute(sql`
    update practice_orders set modified_at = ${now}, status = case when ${isAllSent} then 'completed' else status end
    where id = ${order.id}`)
  return saved
}

/** Changes the tracking of a fulfillment, and the metadata that WooCommerce stores with it. */
export async function changeTracking(
  tx: Transaction,
  { id, orderId }: PracticeFulfillment,
  { tracking, meta, now }: Pick<PracticeFulfillment, 'tracking' | 'meta'> & Readonly<{ now: Date }>,
): Promise<void> {
  await tx.execute(sql`
    update practice_fulfillments set tracking = ${JSON.stringify(tracking)}::jsonb, meta = ${JSON.stringify(meta)}::jsonb
    where id = ${id}`)
  await tx.execute(sql`update practice_orders set modified_at = ${now} where id = ${orderId}`)
}

/**
 * Deletes a fulfillment of an order, whose units become unsent. With `reopens`, as at Shopify, a completed order is
 * open again.
 */
export async function removeFulfillment(
  tx: Transaction,
  { id, orderId }: PracticeFulfillment,
  { reopens, now }: Readonly<{ reopens: boolean; now: Date }>,
): Promise<void> {
  await tx.execute(sql`delete from practice_fulfillments where id = ${id}`)
  await tx.execute(sql`
    update practice_orders set modified_at = ${now},
      status = case when ${reopens} and status = 'completed' then 'processing' else status end
    where id = ${orderId}`)
}

/** Returns the number of units of a line that are not sent yet. */
export function countUnsent(line: OrderLine, fulfillments: readonly PracticeFulfillment[]): number {
  const sent = fulfillments
    .flatMap(({ lines }) => lines)
    .filter((one) => one.line === line.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return Math.max(0, line.quantity - line.refunded - sent)
}
