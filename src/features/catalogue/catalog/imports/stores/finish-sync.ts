import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { toSourceKey } from '../../store-products/assemble-product.ts'
import { deleteImport, lockImport, moveImport, type StoredImport } from '../import-queries.ts'
import { APPLY_JOB, CHECK_STORE_JOB } from '../job-names.ts'
import { insertPossibleChanges, insertSyncedStore } from './sync-queries.ts'

/** The dependencies of finishing a sync. */
type FinishDeps = Readonly<{ enqueue: Enqueue; now: Date }>

/**
 * Applies the plan of a sync in the transaction that completes it, or deletes it if it changes nothing. A plan that
 * takes much of the store off sale waits for the supplier (`isSuspicious`), so that a store that was emptied by
 * mistake, or responds wrongly, empties nothing here.
 */
export async function finishSyncPlan(
  tx: Transaction,
  id: number,
  { isSuspicious, now, enqueue }: FinishDeps & Readonly<{ isSuspicious: boolean }>,
): Promise<void> {
  const stored = await lockImport(tx, id)
  if (stored?.state !== 'planned' || stored.connectionId === null) return
  // A newer plan for the whole store replaces one that waits for review.
  if (isFullReading(stored)) await deleteWaitingReviews(tx, stored)
  const { connectionId } = stored
  const hasChanges = stored.created + stored.changed > 0
  // Products noticed during this sync waited for its end.
  if (!hasChanges || isSuspicious)
    await enqueue(tx, { job: CHECK_STORE_JOB, input: { connectionId, scope: 'noticed' } })
  if (!hasChanges) return deleteImport(tx, id)
  if (isSuspicious) return
  await moveImport(tx, { id, from: ['planned'], to: 'applying', now })
  await enqueue(tx, { job: APPLY_JOB, input: { id } })
}

function isFullReading({ onlyIds, modifiedSince }: StoredImport): boolean {
  return onlyIds === null && modifiedSince === null
}

async function deleteWaitingReviews(tx: Transaction, { id, connectionId }: StoredImport): Promise<void> {
  await tx.execute(sql`
    delete from product_imports
    where connection_id = ${connectionId} and cause is not null and state = 'planned' and id < ${id}`)
}

/** Ends a sync whose store could not be read, and deletes it. Its noticed products are recorded as noticed again. */
export async function abandonSync(tx: Queryable, stored: StoredImport, now: Date): Promise<void> {
  const { id, connectionId, onlyIds, cause } = stored
  if (connectionId !== null && onlyIds && cause)
    await insertPossibleChanges(tx, { connectionId, externalIds: onlyIds, cause, now })
  await deleteImport(tx, id)
}

/**
 * Finishes an applied import of a connected store. The store stays synced from then on, and changes made or noticed
 * meanwhile are read again.
 */
export async function finishStoreImport(
  tx: Transaction,
  stored: StoredImport,
  { enqueue, now }: FinishDeps,
): Promise<void> {
  const { connectionId, store, supplierId, countedAt, cause } = stored
  if (connectionId === null || store === null) return
  const keyPrefix = toSourceKey(store, '')
  if (cause === null) {
    const isNew = await insertSyncedStore(tx, { connectionId, supplierId, keyPrefix, startedAt: countedAt })
    if (isNew) await enqueue(tx, { job: CHECK_STORE_JOB, input: { connectionId } })
    return
  }
  const externalIds = (await listStaleKeys(tx, stored.id)).map((key) => key.slice(keyPrefix.length))
  await insertPossibleChanges(tx, { connectionId, externalIds, cause, now })
  await enqueue(tx, { job: CHECK_STORE_JOB, input: { connectionId, scope: 'noticed' } })
}

async function listStaleKeys(tx: Queryable, importId: number): Promise<string[]> {
  const found = await queryRows<{ key: string }>(
    tx,
    sql`select external_key as key from product_import_items where import_id = ${importId} and outcome = 'stale'`,
  )
  return found.map(({ key }) => key)
}
