import type { SourceProduct } from '#core/products/source-product.ts'
import { newId } from '#core/ids.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { inTransaction, violatedConstraint, type Database, type Queryable } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { SourceStore } from '../../store-products/assemble-product.ts'
import { failImport, insertImport, lockImport, moveImport, type StoredImport } from '../import-queries.ts'
import { getImport } from '../manage-imports.ts'
import { findReading, insertSources, updateReading } from './reading-queries.ts'
import { PLAN_JOB, READ_STORE_JOB } from '../job-names.ts'
import { abandonSync } from './finish-sync.ts'

/** The most products that are read from one store. */
const MAX_PRODUCTS = 100_000

/** The number of failed attempts in a row after which the import of a store fails. */
const MAX_MISSES = 6

/** A connected store, and its supplier. */
type ImportedStore = Readonly<{
  ownerId: number
  connectionId: number
  name: string
  store: SourceStore
  now: Date
}>

/** Starts an import that reads a connected store; returns the running one if there is one. Refuses with `no_store`. */
export async function startStoreImport(
  db: Database,
  input: ImportedStore,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
): Promise<StoredImport> {
  const { ownerId, connectionId, store, now } = input
  const { supplierId, warehouseId } = await getStoreLocation(db, ownerId)
  try {
    return await inTransaction(db, async (tx) => {
      const stored = await insertImport(tx, {
        publicId: newId('productImport', now.getTime()),
        supplierId,
        warehouseId,
        state: 'reading',
        connectionId,
        store,
        fileKey: '',
        fileName: toSingleLine(input.name) || store.address,
        fileSize: 0,
        format: 'store',
        encoding: '',
        sample: { headers: [], rows: [] },
        mapping: null,
        countedAt: now,
        createdAt: now,
      })
      await enqueue(tx, { job: READ_STORE_JOB, input: { id: stored.id } })
      return stored
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'product_imports_reading') throw error
    const publicId = await findReading(db, connectionId)
    if (publicId === undefined) return startStoreImport(db, input, { enqueue })
    return getImport(db, { ownerId, publicId })
  }
}

/** The import that reads a connected store, and its cursor. */
export type StoreReading = Pick<
  StoredImport,
  'id' | 'connectionId' | 'readCursor' | 'cause' | 'modifiedSince' | 'onlyIds' | 'countedAt'
>

/** Returns the import while it reads its store. */
export async function findStoreReading(db: Queryable, id: number): Promise<StoreReading | undefined> {
  const stored = await lockImport(db, id)
  return stored?.state === 'reading' ? stored : undefined
}

/** A page of a store's products; `next` is the cursor of the following page, null after the last. */
type ReadPage = Readonly<{ products: readonly SourceProduct[]; next: string | null }>

/** Stores a page of a store's products; returns whether there are more. After the last page, the plan is queued. */
export async function saveStorePage(
  db: Database,
  reading: StoreReading,
  { products, next, enqueue, now }: ReadPage & Readonly<{ enqueue: Enqueue; now: Date }>,
): Promise<boolean> {
  const { id } = reading
  return inTransaction(db, async (tx) => {
    const stored = await lockImport(tx, id)
    if (stored?.state !== 'reading') return false
    // Another worker has already saved this page.
    if (stored.readCursor !== reading.readCursor) return true
    const added = await insertSources(tx, id, products)
    const rows = stored.rows + added
    await updateReading(tx, id, { readCursor: next, readMisses: 0, rows })
    // A store that repeats a page has no more products.
    if (next !== null && added > 0 && rows < MAX_PRODUCTS) return true
    await moveImport(tx, { id, from: ['reading'], to: 'planning', now })
    await enqueue(tx, { job: PLAN_JOB, input: { id } })
    return false
  })
}

/** Records that a store did not respond; returns whether to retry. Otherwise the import has failed with the reason. */
export async function recordMissedPage(
  db: Database,
  id: number,
  { failure, mayRetry, now }: Readonly<{ failure: string; mayRetry: boolean; now: Date }>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const stored = await lockImport(tx, id)
    if (stored?.state !== 'reading') return false
    const readMisses = stored.readMisses + 1
    const isRetried = mayRetry && readMisses < MAX_MISSES
    if (isRetried) await updateReading(tx, id, { ...stored, readMisses })
    else if (stored.cause) await abandonSync(tx, stored, now)
    else await failImport(tx, { id, failure, now })
    return isRetried
  })
}
