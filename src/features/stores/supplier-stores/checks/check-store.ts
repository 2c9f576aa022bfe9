import { AppError } from '#core/errors.ts'
import { addMs, DAY, HOUR, MINUTE } from '#core/time.ts'
import { inTransaction, type Database } from '#database/database.ts'
import {
  CHECK_STORE_JOB,
  findStockDifferences,
  findSyncedStore,
  insertPossibleChanges,
  startSync,
  type SyncedStore,
  type SyncScope,
} from '#features/catalogue/catalog/service.ts'
import { findConnectionByKey, openKeys, type StoreConnection } from '#features/stores/connections/service.ts'
import { getWebhookSecret, getWebhookUrl } from '#features/stores/shop-orders/service.ts'
import type { SupplierStoreDeps } from '../deps.ts'
import { listWaitingEvents, markHandled } from '../webhooks/event-queries.ts'
import {
  listDueStores,
  openFeed,
  saveCheckTime,
  saveProblem,
  saveSubscription,
  savePendingRead,
  type SourceFeed,
} from './feed-queries.ts'

/** The overlap of checks, because a store's clock may differ from ours. */
const OVERLAP_MS = 2 * MINUTE

/** The interval of reading all products, the only way to find deleted ones without a webhook. */
const FULL_MS = 6 * HOUR

/** The interval of webhook subscriptions, because stores disable webhooks after failures. */
const SUBSCRIPTION_MS = DAY

const EVENTS_AT_ONCE = 200
const MAX_STOCK_PAGES = 1_000

/** Enqueues a check of each synced store that is due. */
export async function checkDueStores(db: Database, { stores }: SupplierStoreDeps, now: Date): Promise<void> {
  for (const connectionId of await listDueStores(db, now))
    await stores.enqueue(db, { job: CHECK_STORE_JOB, input: { connectionId } })
}

/** The scope of a check: noticed products, also those changed since the last check, or all. */
export type CheckScope = 'noticed' | 'changed' | 'all'

/** A store that is checked. */
type CheckedStore = Readonly<{
  connection: StoreConnection
  synced: SyncedStore
  feed: SourceFeed
  now: Date
}>

/** Checks a synced store for changes, stock first, and enqueues their reading. The store's refusal is stored in its feed. */
export async function checkStore(
  db: Database,
  deps: SupplierStoreDeps,
  { connectionId, scope, now }: Readonly<{ connectionId: number; scope: CheckScope; now: Date }>,
): Promise<void> {
  const synced = await findSyncedStore(db, connectionId)
  const connection = await findConnectionByKey(db, connectionId)
  if (!synced || !connection || synced.isPaused) return
  const feed = await openFeed(db, synced)
  const store = { connection, synced, feed, now }
  try {
    await followEvents(db, deps, store)
    if (scope !== 'noticed') await lookAround(db, deps, { ...store, scope })
    await readNext(db, deps, store)
    if (scope !== 'noticed') await subscribe(db, deps, store)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await saveProblem(db, connectionId, { problem: error.message, code: error.code, now })
  }
}

/** Finds the products that stored webhooks are about. */
async function followEvents(
  db: Database,
  { stores }: SupplierStoreDeps,
  { connection, now }: CheckedStore,
): Promise<void> {
  for (;;) {
    const events = await listWaitingEvents(db, connection.id, EVENTS_AT_ONCE)
    if (events.length === 0) return
    const stockIds = [...new Set(events.flatMap(({ stockId }) => stockId ?? []))]
    const found =
      stockIds.length === 0
        ? []
        : await stores
            .connectorFor(connection.platform)
            .findStockProducts(await openKeys(stores, connection), stockIds)
    const externalIds = [...events.flatMap(({ productId }) => productId ?? []), ...found]
    await inTransaction(db, async (tx) => {
      await insertPossibleChanges(tx, { connectionId: connection.id, externalIds, cause: 'webhook', now })
      await markHandled(
        tx,
        events.map(({ id }) => id),
        now,
      )
    })
  }
}

/** Finds changes that no webhook reported: first stock, then whether there may be others. */
async function lookAround(
  db: Database,
  deps: SupplierStoreDeps,
  { scope, ...store }: CheckedStore & Readonly<{ scope: 'changed' | 'all' }>,
): Promise<void> {
  const { connection, feed, now } = store
  await saveCheckTime(db, connection.id, now)
  await compareStock(db, deps, store)
  const isFull = scope === 'all' || feed.fullAt <= addMs(now, -FULL_MS)
  await savePendingRead(db, connection.id, isFull ? 'all' : 'changed')
}

async function compareStock(
  db: Database,
  { stores }: SupplierStoreDeps,
  { connection, synced, now }: CheckedStore,
): Promise<void> {
  const connector = stores.connectorFor(connection.platform)
  if (!connector.listStockLevels || !synced.followed.includes('stock')) return
  const access = await openKeys(stores, connection)
  let cursor: string | null = null
  for (let count = 0; count < MAX_STOCK_PAGES; count += 1) {
    const { levels, next } = await connector.listStockLevels(access, cursor)
    const externalIds = await findStockDifferences(db, synced, { levels, asOf: now })
    await insertPossibleChanges(db, { connectionId: connection.id, externalIds, cause: 'check', now })
    if (next === null) return
    cursor = next
  }
}

/** Enqueues the reading of known changes, noticed products first. */
async function readNext(
  db: Database,
  { stores: { enqueue } }: SupplierStoreDeps,
  { connection, synced, now }: CheckedStore,
): Promise<void> {
  const { id: connectionId, accountId: ownerId, name, platform, address, currency } = connection
  const start = (scope: SyncScope) =>
    startSync(
      db,
      { connectionId, ownerId, name: name || address, store: { platform, address, currency }, scope, now },
      { enqueue },
    )
  if ((await start('noticed')) !== 'idle') return
  const { wanted, polledUntil } = await openFeed(db, synced)
  if (wanted === null) return
  const started = await start(wanted === 'all' ? 'all' : { since: addMs(polledUntil, -OVERLAP_MS) })
  if (started === 'started') await savePendingRead(db, connectionId, null)
}

/**
 * Subscribes to webhooks: stores only send them to public addresses, except a practice shop, which is on this server.
 */
async function subscribe(
  db: Database,
  deps: SupplierStoreDeps,
  { connection, feed, now }: CheckedStore,
): Promise<void> {
  const isDue = !feed.subscribedAt || feed.subscribedAt <= addMs(now, -SUBSCRIPTION_MS)
  const { publicUrl, connectorFor } = deps.stores
  if (!isDue || !(publicUrl.startsWith('https://') || connection.isPractice)) return
  const access = await openKeys(deps.stores, connection)
  await connectorFor(connection.platform).subscribe(access, {
    url: getWebhookUrl(deps, connection.publicId),
    secret: getWebhookSecret(deps, connection.publicId),
    about: 'products',
  })
  await saveSubscription(db, connection.id, now)
}
