import type { Database } from '#database/database.ts'
import { inTransaction } from '#database/database.ts'
import {
  findConnectionByKey,
  openKeys,
  type RemoteOrder,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import { addMs, SECOND } from '#core/time.ts'
import type { ShopOrderDeps } from '../deps.ts'
import { FOLLOW_JOB } from '../deps.ts'
import { classifyLines } from '../rules.ts'
import { findPendingEvent, markHandled } from './event-queries.ts'
import { readListingIndex, upsertOrder } from './order-queries.ts'

/** Shops' times are in seconds: an order may look older than the connection that it came by. */
const CLOCK_TOLERANCE_MS = 5 * SECOND

/** Takes the order that a webhook told of in, as it stands in the shop now. Doing it again changes nothing. */
export async function takeEvent(
  db: Database,
  deps: ShopOrderDeps,
  { eventId, now }: Readonly<{ eventId: number; now: Date }>,
): Promise<void> {
  const event = await findPendingEvent(db, eventId)
  const connection = event && (await findConnectionByKey(db, event.connectionId))
  if (!event || !connection) return
  const access = await openKeys(deps.stores, connection)
  const connector = deps.stores.connectorFor(connection.platform)
  const order = await connector.findOrder(access, event.orderId)
  if (order) await takeOrder(db, deps, { connection, order, isRecovered: false, now })
  await inTransaction(db, (tx) =>
    markHandled(tx, { connectionId: connection.id, orderId: event.orderId, now }),
  )
}

/**
 * Takes an order of a shop in as it stands there, and has it followed; gives whether it was kept. Orders from before the connection
 * are left out.
 */
export async function takeOrder(
  db: Database,
  { stores }: ShopOrderDeps,
  taken: Readonly<{ connection: StoreConnection; order: RemoteOrder; isRecovered: boolean; now: Date }>,
): Promise<boolean> {
  const { connection, order } = taken
  if (order.placedAt < addMs(connection.createdAt, -CLOCK_TOLERANCE_MS)) return false
  return inTransaction(db, async (tx) => {
    const productIds = order.lines.map(({ productId }) => productId)
    const lines = classifyLines(order.lines, await readListingIndex(tx, connection.id, productIds))
    const shopOrderId = await upsertOrder(tx, { ...taken, lines })
    if (shopOrderId === undefined) return false
    await stores.enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId } })
    return true
  })
}
