import { newId } from '#core/ids.ts'
import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import type { SourceStore } from '../../store-products/assemble-product.ts'
import { READ_STORE_JOB } from '../job-names.ts'
import { insertImport } from '../import-queries.ts'
import {
  findSyncedStore,
  isSyncing,
  lockSyncedStore,
  type SyncCause,
  claimPossibleChanges,
} from './sync-queries.ts'

/** The most noticed products that one sync reads. */
const MAX_NOTICED = 50

/** The scope of a sync: noticed products, changes since a moment, or all products. */
export type SyncScope = 'noticed' | 'all' | Readonly<{ since: Date }>

/** The store to read, and the scope. */
export type SyncRequest = Readonly<{
  connectionId: number
  ownerId: number
  store: SourceStore
  name: string
  scope: SyncScope
  now: Date
}>

/**
 * Whether a sync was started. `busy` if the store is being synced, `idle` if nothing was noticed or the store is not
 * synced.
 */
export type SyncStart = 'started' | 'busy' | 'idle'

/**
 * Starts a sync of a store, whose plan is applied automatically. Only one sync at a time reads, plans and applies: a
 * second plan made before the first is applied would contain the same changes. Noticed products wait meanwhile.
 */
export async function startSync(
  db: Database,
  request: SyncRequest,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
): Promise<SyncStart> {
  const { connectionId, now } = request
  return inTransaction(db, async (tx) => {
    await lockSyncedStore(tx, connectionId)
    if (await isSyncing(tx, connectionId, now)) return 'busy'
    const reading = await chooseReading(tx, request)
    if (!reading) return 'idle'
    const id = await insertReading(tx, request, reading)
    await enqueue(tx, { job: READ_STORE_JOB, input: { id } })
    return 'started'
  })
}

type Reading = Readonly<{
  supplierId: number
  cause: SyncCause
  onlyIds: readonly string[] | null
  modifiedSince: Date | null
}>

async function chooseReading(
  tx: Transaction,
  { connectionId, scope }: SyncRequest,
): Promise<Reading | undefined> {
  const synced = await findSyncedStore(tx, connectionId)
  if (!synced || synced.isPaused) return undefined
  const { supplierId } = synced
  if (scope === 'all') return { supplierId, cause: 'check', onlyIds: null, modifiedSince: null }
  if (scope !== 'noticed') return { supplierId, cause: 'check', onlyIds: null, modifiedSince: scope.since }
  const noticed = await claimPossibleChanges(tx, connectionId, MAX_NOTICED)
  return noticed && { supplierId, cause: noticed.cause, onlyIds: noticed.externalIds, modifiedSince: null }
}

async function insertReading(
  tx: Transaction,
  { connectionId, ownerId, store, name, now }: SyncRequest,
  { supplierId, ...reading }: Reading,
): Promise<number> {
  const { warehouseId } = await getStoreLocation(tx, ownerId)
  const { id } = await insertImport(tx, {
    ...reading,
    publicId: newId('productImport', now.getTime()),
    supplierId,
    warehouseId,
    state: 'reading',
    connectionId,
    store,
    fileKey: '',
    fileName: name,
    fileSize: 0,
    format: 'store',
    encoding: '',
    sample: { headers: [], rows: [] },
    mapping: null,
    countedAt: now,
    createdAt: now,
  })
  return id
}
