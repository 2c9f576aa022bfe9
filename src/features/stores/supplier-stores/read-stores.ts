import { notFound, refused } from '#core/errors.ts'
import { addMs, MINUTE } from '#core/time.ts'
import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import {
  changeSyncSettings,
  CHECK_STORE_JOB,
  findSyncedStore,
  readSyncState,
  type SyncedStore,
  type SyncSettingsChange,
} from '#features/catalogue/catalog/service.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import {
  findConnection,
  selectConnections,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import { OWNER_FIXABLE_CODES, openFeed, savePendingRead, type SourceFeed } from './checks/feed-queries.ts'
import type { SupplierStoreData, SyncSettingsData } from './contract.ts'
import type { SupplierStoreDeps } from './deps.ts'
import { readStoreChanges } from './stock/read-changes.ts'

/** The marketplace's data for reading: whether stores can send webhooks to it. */
type ReadContext = Readonly<{ publicUrl: string; now: Date }>

/** Returns a supplier's connected stores and how they are synced. */
export async function listSupplierStores(
  db: Queryable,
  accountId: number,
  context: ReadContext,
): Promise<SupplierStoreData[]> {
  const stores: SupplierStoreData[] = []
  for (const connection of await selectConnections(db, accountId))
    stores.push(await presentStore(db, connection, context))
  return stores
}

async function presentStore(
  db: Queryable,
  connection: StoreConnection,
  context: ReadContext,
): Promise<SupplierStoreData> {
  const { id, publicId, platform, name, address, currency, isPractice } = connection
  const synced = await findSyncedStore(db, id)
  const feed = synced && (await openFeed(db, synced))
  const problem = connection.problem ?? feed?.problem ?? null
  const isRefused = connection.problem !== null || OWNER_FIXABLE_CODES.includes(feed?.problemCode ?? '')
  return {
    id: publicId,
    platform,
    name,
    address,
    currency,
    isPractice,
    problem,
    mend: problem === null ? null : isRefused ? 'keys' : 'retry',
    sync: synced && feed ? await presentSync(db, { connection, synced, feed }, context) : null,
  }
}

type StoredSync = Readonly<{ connection: StoreConnection; synced: SyncedStore; feed: SourceFeed }>

const CHECK_EVERY_MS = 10 * MINUTE

async function presentSync(
  db: Queryable,
  { connection, synced, feed }: StoredSync,
  { publicUrl, now }: ReadContext,
): Promise<SyncSettingsData> {
  const { followed, missing, added, isPaused } = synced
  const { runs, isWorking, ...counts } = await readSyncState(db, synced, now)
  const isReachable = publicUrl.startsWith('https://') || connection.isPractice
  return {
    isPaused,
    followed: [...followed],
    missing,
    added,
    ...counts,
    isWorking: isWorking || feed.wanted === 'all',
    webhooks: feed.subscribedAt ? 'on' : isReachable ? 'waiting' : 'unreachable',
    lastWebhookAt: feed.lastWebhookAt?.toISOString() ?? null,
    checkedAt: feed.checkedAt?.toISOString() ?? null,
    fullAt: feed.fullAt.toISOString(),
    nextCheckAt: isPaused ? null : addMs(feed.checkedAt ?? now, CHECK_EVERY_MS).toISOString(),
    problemSince: feed.problemSince?.toISOString() ?? null,
    stockChanges: await readStoreChanges(db, connection.id),
    runs: runs.map(({ at, titles, ...run }) => ({
      ...run,
      at: new Date(at).toISOString(),
      titles: [...titles],
    })),
  }
}

/** A reference to an account's store, by its public id, and the time. */
type StoreRef = Readonly<{ accountId: number; id: string; now: Date }>

/** Enqueues a check of a whole synced store. Throws `connection_not_found`; refuses with `store_not_synced`. */
export async function requestCheck(
  db: Database,
  { stores: { enqueue, publicUrl } }: SupplierStoreDeps,
  { accountId, id, now }: StoreRef,
): Promise<SupplierStoreData> {
  const { connection, synced } = await getSynced(db, { accountId, id })
  await inTransaction(db, async (tx) => {
    await openFeed(tx, synced)
    await savePendingRead(tx, connection.id, 'all')
    await enqueue(tx, { job: CHECK_STORE_JOB, input: { connectionId: connection.id, scope: 'all' } })
  })
  return presentStore(db, connection, { publicUrl, now })
}

/** Sets how a store is synced, and reads it again. Throws `connection_not_found`; refuses with `store_not_synced`. */
export async function changeStore(
  db: Database,
  { stores: { enqueue, publicUrl } }: SupplierStoreDeps,
  { id, settings, source }: Readonly<{ id: string; settings: SyncSettingsChange; source: AuditSource }>,
): Promise<SupplierStoreData> {
  const { connection } = await getSynced(db, { accountId: source.businessId, id })
  const { id: connectionId, name, address } = connection
  await changeSyncSettings(db, source, { connectionId, name: name || address, settings })
  await enqueue(db, { job: CHECK_STORE_JOB, input: { connectionId, scope: 'all' } })
  return presentStore(db, connection, { publicUrl, now: source.now })
}

async function getSynced(
  db: Queryable,
  ref: Readonly<{ accountId: number; id: string }>,
): Promise<Readonly<{ connection: StoreConnection; synced: SyncedStore }>> {
  const connection = await findConnection(db, ref)
  if (!connection) throw notFound('connection_not_found', 'This store isn’t one of yours.')
  const synced = await findSyncedStore(db, connection.id)
  if (!synced) throw refused('store_not_synced', 'This store isn’t synced yet. Import its products first.')
  return { connection, synced }
}
