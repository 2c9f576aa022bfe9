import type { Database, Queryable } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { addMs, DAY, MINUTE } from '#core/time.ts'
import {
  findConnectionByKey,
  openKeys,
  type RemoteOrder,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import { DRIFT_JOB } from '../stores/drift/check-drift.ts'
import { getWebhookSecret, getWebhookUrl, type ShopOrderDeps } from '../deps.ts'
import {
  listDueFeeds,
  openFeed,
  saveFeedProblem,
  savePoll,
  saveSubscription,
  startFeeds,
  type OrderFeed,
} from '../stores/feed-queries.ts'
import { hasEventSince } from './event-queries.ts'
import { findModifiedAt, listBlockedOrders } from './order-queries.ts'
import { receiveOrder } from './receive-order.ts'

/** The name of the job that polls one store for its orders. */
export const RECONCILE_JOB = 'shop_orders.reconcile'

/** The overlap of polls, because a store's clock may differ from ours. */
const OVERLAP_MS = 2 * MINUTE

/** The interval of webhook subscriptions, because stores disable webhooks after failures. */
const SUBSCRIPTION_MS = DAY

/** The most blocked orders that a reconciliation takes in again. */
const MAX_BLOCKED = 50

/** The most pages read of one store at once; the next reconciliation continues. */
const MAX_PAGES = 1_000

/** Enqueues a reconciliation of each store that is due. */
export async function reconcileDue(db: Queryable, deps: ShopOrderDeps, now: Date): Promise<void> {
  await startFeeds(db)
  for (const connectionId of await listDueFeeds(db, now))
    await deps.stores.enqueue(db, { job: RECONCILE_JOB, input: { connectionId } })
}

/** Starts a store's feed of orders immediately. */
export async function startOrderFeed(
  db: Queryable,
  deps: ShopOrderDeps,
  connectionId: number,
): Promise<void> {
  await openFeed(db, connectionId)
  await deps.stores.enqueue(db, { job: RECONCILE_JOB, input: { connectionId } })
}

/**
 * Polls a store for every order changed since the last time, and renews its webhooks. Orders that no webhook reported
 * are received; an old subscription is renewed. A refusal of the store is stored in its feed.
 */
export async function reconcile(
  db: Database,
  deps: ShopOrderDeps,
  { connectionId, now }: Readonly<{ connectionId: number; now: Date }>,
): Promise<void> {
  const connection = await findConnectionByKey(db, connectionId)
  if (!connection) return
  const feed = await openFeed(db, connectionId)
  try {
    const isComplete = await pollOrders(db, deps, { connection, feed, now })
    await receiveBlockedOrders(db, deps, { connection, now })
    if (!isComplete) return
    await subscribe(db, deps, { connection, feed, now })
    // All its orders are received, so a remaining difference of its stock does not come from them.
    await deps.stores.enqueue(db, { job: DRIFT_JOB, input: { connectionId } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await saveFeedProblem(db, connectionId, { now, problem: error.message.slice(0, 500) })
  }
}

type FeedTask = Readonly<{ connection: StoreConnection; feed: OrderFeed; now: Date }>

/** Receives changed orders; returns whether that was all. */
async function pollOrders(
  db: Database,
  deps: ShopOrderDeps,
  { connection, feed, now }: FeedTask,
): Promise<boolean> {
  const access = await openKeys(deps.stores, connection)
  const connector = deps.stores.connectorFor(connection.platform)
  const since = addMs(feed.polledUntil, -OVERLAP_MS)
  let [cursor, recovered]: [string | null, number] = [null, 0]
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { orders, next } = await connector.listOrders(access, since, cursor)
    for (const order of orders)
      recovered += (await receiveChangedOrder(db, deps, { connection, order, now })) ? 1 : 0
    cursor = next
    if (cursor === null) break
  }
  const isComplete = cursor === null
  await savePoll(db, connection.id, { now, until: isComplete ? now : feed.polledUntil, recovered })
  return isComplete
}

/** Receives blocked orders again: stock, prices and listings change here without an event of the store. */
async function receiveBlockedOrders(
  db: Database,
  deps: ShopOrderDeps,
  { connection, now }: Readonly<{ connection: StoreConnection; now: Date }>,
): Promise<void> {
  const access = await openKeys(deps.stores, connection)
  const connector = deps.stores.connectorFor(connection.platform)
  for (const externalId of await listBlockedOrders(db, connection.id, MAX_BLOCKED)) {
    const order = await connector.findOrder(access, externalId)
    if (order) await receiveOrder(db, deps, { connection, order, isRecovered: false, now })
  }
}

/** Receives an order whose current state is unknown; returns whether no webhook had reported it. */
async function receiveChangedOrder(
  db: Database,
  deps: ShopOrderDeps,
  { connection, order, now }: Readonly<{ connection: StoreConnection; order: RemoteOrder; now: Date }>,
): Promise<boolean> {
  const known = await findModifiedAt(db, connection.id, order.externalId)
  if (known && known >= order.modifiedAt) return false
  const isReported = await hasEventSince(db, {
    connectionId: connection.id,
    orderId: order.externalId,
    since: order.modifiedAt,
  })
  const isStored = await receiveOrder(db, deps, { connection, order, isRecovered: !isReported, now })
  return isStored && !isReported
}

/**
 * Subscribes to webhooks: stores only send them to public addresses, except a practice shop, which is on this server.
 */
async function subscribe(
  db: Database,
  deps: ShopOrderDeps,
  { connection, feed, now }: FeedTask,
): Promise<void> {
  const isDue = !feed.subscribedAt || feed.subscribedAt <= addMs(now, -SUBSCRIPTION_MS)
  const { publicUrl } = deps.stores
  const isOnThisServer = connection.isPractice || connection.address.startsWith(`${publicUrl}/`)
  const isReachable = publicUrl.startsWith('https://') || isOnThisServer
  if (!isDue || !isReachable) return
  const webhook = {
    url: getWebhookUrl(deps, connection.publicId),
    secret: getWebhookSecret(deps, connection.publicId),
  }
  const access = await openKeys(deps.stores, connection)
  await deps.stores.connectorFor(connection.platform).subscribe(access, webhook)
  await saveSubscription(db, connection.id, now)
}
