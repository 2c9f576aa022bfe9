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
import { TAKE_JOB } from './receive-webhook.ts'
import { lockTakeQueue, saveTakeQueued } from './take-queue.ts'

/** Shops' times are in seconds: an order may look older than the connection that it came by. */
const CLOCK_TOLERANCE_MS = 5 * SECOND

/** Webhooks of a store that one job works through; the next job continues, so that other stores have their turn. */
const EVENTS_AT_ONCE = 50
const BUDGET_MS = 10 * SECOND
/** The failures after which a store counts as away, and is polled again later. */
const MOST_FAILURES = 5

/**
 * Takes in the orders of a store's waiting webhooks, as they are in the store now. Repeating it changes nothing. An order that is
 * refused is logged and not tried again. Throws the first outage or fault once the other orders are taken in.
 */
export async function takeWaiting(
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
  for (const { orderId, eventIds } of waiting) {
    if (failures.length >= MOST_FAILURES || performance.now() > endsAt) break
    try {
      await takeFromStore(db, deps, { connection, orderId, now })
      handled.push(...eventIds)
    } catch (error) {
      if (error instanceof AppError && error.kind !== 'unavailable') {
        log.warn({ err: error, connectionId, orderId }, 'refused an order of a store')
        handled.push(...eventIds)
      } else failures.push(error)
    }
  }
  await inTransaction(db, async (tx) => {
    await lockTakeQueue(tx, connectionId)
    await markHandled(tx, handled, now)
    const goesOn = failures.length === 0 && (await hasWaitingEvents(tx, connectionId))
    await saveTakeQueued(tx, connectionId, goesOn ? now : null)
    if (goesOn) await deps.stores.enqueue(tx, { job: TAKE_JOB, input: { connectionId } })
  })
  if (failures.length > 0) throw failures[0]
}

async function takeFromStore(
  db: Database,
  deps: ShopOrderDeps,
  { connection, orderId, now }: Readonly<{ connection: StoreConnection; orderId: string; now: Date }>,
): Promise<void> {
  const access = await openKeys(deps.stores, connection)
  const order = await deps.stores.connectorFor(connection.platform).findOrder(access, orderId)
  if (order) await takeOrder(db, deps, { connection, order, isRecovered: false, now })
}

/**
 * Takes in a store's order as it is there, and follows it; returns whether it was stored. Orders from before the
 * connection are left out.
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
