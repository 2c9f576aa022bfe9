import type { Database } from '#database/database.ts'
import { inTransaction } from '#database/database.ts'
import {
  findConnectionByKey,
  openKeys,
  type RemoteOrder,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import { AppError } from '#core/errors.ts'
import { addMs, SECOND } from '#core/time.ts'
import type { Log } from '#platform/log.ts'
import type { ShopOrderDeps } from '../deps.ts'
import { FOLLOW_JOB } from '../deps.ts'
import { classifyLines } from '../rules.ts'
import { hasWaitingEvents, listWaitingOrders, markHandled } from './event-queries.ts'
import { readListingIndex, upsertOrder } from './order-queries.ts'
import { RECEIVE_JOB } from './receive-webhook.ts'
import { lockReceiveQueue, saveReceiveQueued } from './receive-queue.ts'

/** The tolerance for stores' times in whole seconds: an order may seem older than its connection. */
const CLOCK_TOLERANCE_MS = 5 * SECOND

/** The most webhooks of a store that one job handles; the next job continues, so that other stores get their turn. */
const EVENTS_AT_ONCE = 50
const BUDGET_MS = 10 * SECOND
/** The number of failures after which a store counts as unavailable, and is polled again later. */
const MOST_FAILURES = 5

/**
 * Stores the orders of a store's pending webhooks, in their current state in the store. Repeating it changes nothing.
 * A refused order is logged and not retried. Throws the first outage or bug after the other orders are stored.
 */
export async function receivePendingOrders(
  db: Database,
  deps: ShopOrderDeps,
  { connectionId, now, log }: Readonly<{ connectionId: number; now: Date; log: Log }>,
): Promise<void> {
  const connection = await findConnectionByKey(db, connectionId)
  if (!connection) return
  const waiting = await listWaitingOrders(db, connectionId, EVENTS_AT_ONCE)
  const handled: number[] = []
  const failures: unknown[] = []
  const endsAt = performance.now() + BUDGET_MS
  const read = createOrderReader(
    deps,
    connection,
    waiting.map(({ orderId }) => orderId),
  )
  for (const { orderId, eventIds } of waiting) {
    if (failures.length >= MOST_FAILURES || performance.now() > endsAt) break
    try {
      const order = await read(orderId)
      if (order) await receiveOrder(db, deps, { connection, order, isRecovered: false, now })
      handled.push(...eventIds)
    } catch (error) {
      if (error instanceof AppError && error.kind !== 'unavailable') {
        log.warn({ err: error, connectionId, orderId }, 'refused an order of a store')
        handled.push(...eventIds)
      } else failures.push(error)
    }
  }
  await inTransaction(db, async (tx) => {
    await lockReceiveQueue(tx, connectionId)
    await markHandled(tx, handled, now)
    const hasMore = failures.length === 0 && (await hasWaitingEvents(tx, connectionId))
    await saveReceiveQueued(tx, connectionId, hasMore ? now : null)
    if (hasMore) await deps.stores.enqueue(tx, { job: RECEIVE_JOB, input: { connectionId } })
  })
  if (failures.length > 0) throw failures[0]
}

type OrderReader = (orderId: string) => Promise<RemoteOrder | undefined>

/**
 * Returns a reader of a store's orders, which are read by one request where the platform can. If that is refused, each is
 * read alone, so that one order does not stop the others.
 */
function createOrderReader(
  { stores }: ShopOrderDeps,
  connection: StoreConnection,
  orderIds: readonly string[],
): OrderReader {
  const connector = stores.connectorFor(connection.platform)
  const readOne: OrderReader = async (id) => connector.findOrder(await openKeys(stores, connection), id)
  const { findOrders } = connector
  if (!findOrders || orderIds.length < 2) return readOne
  const readAll = async () => {
    const found = await findOrders(await openKeys(stores, connection), orderIds)
    return new Map(found.map((order) => [order.externalId, order]))
  }
  let all: Promise<ReadonlyMap<string, RemoteOrder> | undefined> | undefined
  return async (id) => {
    all ??= readAll().catch((error: unknown) => {
      if (error instanceof AppError && error.kind !== 'unavailable') return undefined
      throw error
    })
    const orders = await all
    return orders ? orders.get(id) : readOne(id)
  }
}

/**
 * Stores an order of a store in its current state, and follows it; returns whether it was stored. Orders from before
 * the connection are ignored.
 */
export async function receiveOrder(
  db: Database,
  { stores }: ShopOrderDeps,
  received: Readonly<{ connection: StoreConnection; order: RemoteOrder; isRecovered: boolean; now: Date }>,
): Promise<boolean> {
  const { connection, order } = received
  if (order.placedAt < addMs(connection.createdAt, -CLOCK_TOLERANCE_MS)) return false
  return inTransaction(db, async (tx) => {
    const productIds = order.lines.map(({ productId }) => productId)
    const lines = classifyLines(order.lines, await readListingIndex(tx, connection.id, productIds))
    const shopOrderId = await upsertOrder(tx, { ...received, lines })
    if (shopOrderId === undefined) return false
    await stores.enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId } })
    return true
  })
}
