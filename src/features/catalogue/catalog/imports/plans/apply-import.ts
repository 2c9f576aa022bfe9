import {
  asDatabase,
  inTransaction,
  violatedConstraint,
  type Database,
  type Transaction,
} from '#database/database.ts'
import { listOwnWarehouses, selectOpenWarehouse } from '#features/catalogue/suppliers/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { enqueuePictures } from '../../import/write/fetch-pictures.ts'
import { withImportLock } from '../../import/write/staging-queries.ts'
import { writeBatch } from '../../import/write/write-batch.ts'
import { FIND_DUPLICATES_JOB } from '../../management/duplicates/shapes.ts'
import { fingerprint } from './fingerprint.ts'
import { lockProductsByKey, selectExistingProducts } from './existing-queries.ts'
import { APPLY_JOB } from '../job-names.ts'
import { finishStoreImport } from '../stores/finish-sync.ts'
import { lockImport, moveImport, type StoredImport, updateCounts } from '../import-queries.ts'
import { toSentence } from './plan-batch.ts'
import { type DueItem, type ItemOutcome, selectDueItems, updateOutcomes } from './item-queries.ts'

/** The number of products in one transaction, and of transactions in one run: a run ends well before its time limit. */
const BATCH_SIZE = 500
const MAX_BATCHES = 40
/**
 * The number of written products from which the tables are vacuumed; otherwise PostgreSQL plans with outdated
 * statistics.
 */
const VACUUM_THRESHOLD = 1_000

const STALE = 'Changed since the plan was created. Plan again.'
const ARCHIVED = 'Its warehouse was archived after the plan was created. Plan again.'
const OVERSOLD = 'More units are ordered than were counted: out of stock until restocked.'
const REFUSED = 'Something went wrong on our side with this product. Please try again, or contact support.'

/** The dependencies of applying a plan. */
export type ApplyDeps = Readonly<{ now: Date; enqueue: Enqueue }>

/**
 * Applies the next part of a plan and enqueues the rest. Each batch is one transaction that includes the outcomes of
 * its products, so that an interruption leaves no product half written or written twice. A product that has changed
 * since the plan is skipped, and one that the database rejects stops no other.
 */
export async function applyImport(db: Database, id: number, deps: ApplyDeps): Promise<void> {
  let after = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const last = await applyNext(db, id, { after, deps })
    if (last === undefined) return tidy(db, id)
    after = last
  }
  await deps.enqueue(db, { job: APPLY_JOB, input: { id } })
}

/** Applies a plan's next products in one transaction, at most `limit` and 500; returns whether there were any. */
export async function applyNextProducts(
  db: Database,
  id: number,
  { limit, ...deps }: ApplyDeps & Readonly<{ limit: number }>,
): Promise<boolean> {
  return (await applyNext(db, id, { after: 0, deps, limit: Math.min(limit, BATCH_SIZE) })) !== undefined
}

type NextBatch = Readonly<{ after: number; deps: ApplyDeps; limit?: number }>

/** Applies the next batch; returns the number of its last product, undefined when nothing is left. */
async function applyNext(db: Database, id: number, next: NextBatch): Promise<number | undefined> {
  try {
    return await inTransaction(db, (tx) => applyBatch(tx, id, { limit: BATCH_SIZE, ...next }))
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error
    return applyOneByOne(db, id, next)
  }
}

async function applyOneByOne(
  db: Database,
  id: number,
  { after, deps, limit = BATCH_SIZE }: NextBatch,
): Promise<number | undefined> {
  let last = after
  for (let count = 0; count < limit; count += 1) {
    const step = { after: last, deps, limit: 1 }
    const done = await inTransaction(db, (tx) => applyBatch(tx, id, step)).catch((error: unknown) => {
      if (violatedConstraint(error) === undefined) throw error
      return inTransaction(db, (tx) => applyBatch(tx, id, { ...step, isRefused: true }))
    })
    if (done === undefined) return undefined
    last = done
  }
  return last
}

async function applyBatch(
  tx: Transaction,
  id: number,
  { after, deps, limit, isRefused = false }: NextBatch & Readonly<{ limit: number; isRefused?: boolean }>,
): Promise<number | undefined> {
  // The lock keeps other runs and a cancellation out until the batch is written.
  const stored = await lockImport(tx, id)
  if (stored?.state !== 'applying') return undefined
  const items = await selectDueItems(tx, { importId: id, after, limit })
  const last = items.at(-1)
  if (!last) {
    await moveImport(tx, { id, from: ['applying'], to: 'applied', now: deps.now })
    await finishStoreImport(tx, stored, deps)
    // New products may exist already under another key.
    if (stored.created > 0)
      await deps.enqueue(tx, { job: FIND_DUPLICATES_JOB, input: { supplierId: stored.supplierId } })
    return undefined
  }
  const outcomes = isRefused
    ? items.map(({ n }): ItemOutcome => ({ n, outcome: 'rejected', reason: REFUSED }))
    : await writeItems(tx, stored, { items, deps })
  await updateOutcomes(tx, id, outcomes)
  const count = (name: ItemOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === name).length
  await updateCounts(
    tx,
    { id, state: 'applying' },
    {
      applied: stored.applied + count('applied'),
      stale: stored.stale + count('stale'),
      rejected: stored.rejected + count('rejected'),
    },
  )
  return last.n
}

async function writeItems(
  tx: Transaction,
  { supplierId, warehouseId, countedAt, keepsVariants }: StoredImport,
  { items, deps: { now, enqueue } }: Readonly<{ items: readonly DueItem[]; deps: ApplyDeps }>,
): Promise<ItemOutcome[]> {
  const keys = items.map(({ product }) => product.externalKey)
  await lockProductsByKey(tx, supplierId, keys)
  const existing = await selectExistingProducts(tx, { supplierId, asOf: countedAt }, keys)
  const isCurrent = ({ product, version }: DueItem) => {
    const found = existing.get(product.externalKey)
    return (found ? fingerprint(found) : null) === version
  }
  const current = items.filter(isCurrent)
  const placed = await selectPlaced(tx, supplierId, current)
  const batch = await writeBatch(
    asDatabase(tx),
    {
      supplierId,
      warehouseId: await selectOpenWarehouse(tx, supplierId, warehouseId),
      asOf: countedAt,
      now,
      keepsVariants,
      enqueuePictures: enqueuePictures(enqueue),
    },
    placed.map(({ product }) => product),
  )
  const reasons = new Map(batch.refusals.map(({ externalKey, reason }) => [externalKey, reason]))
  return items.map((item): ItemOutcome => {
    const { n, product } = item
    if (!current.includes(item)) return { n, outcome: 'stale', reason: STALE }
    if (!placed.includes(item)) return { n, outcome: 'stale', reason: ARCHIVED }
    const reason = reasons.get(product.externalKey)
    if (reason !== undefined) return { n, outcome: 'rejected', reason: toSentence(reason) }
    const isOversold = batch.oversold.includes(product.externalKey)
    const notes = [{ line: product.lines.first, text: OVERSOLD }]
    return { n, outcome: 'applied', reason: null, ...(isOversold && { notes }) }
  })
}

/** Returns the products whose warehouse has not been archived since the plan. */
async function selectPlaced(
  tx: Transaction,
  supplierId: number,
  items: readonly DueItem[],
): Promise<readonly DueItem[]> {
  if (items.every(({ product }) => product.warehouse === undefined)) return items
  const warehouses = await listOwnWarehouses(tx, supplierId)
  const open = new Set(warehouses.flatMap(({ id, isArchived }) => (isArchived ? [] : [id])))
  return items.filter(({ product: { warehouse } }) => !warehouse || open.has(warehouse.id ?? 0))
}

async function tidy(db: Database, id: number): Promise<void> {
  const stored = await lockImport(db, id)
  if (stored?.state !== 'applied' || stored.applied < VACUUM_THRESHOLD) return
  await withImportLock(db, stored, (maintenance) => maintenance.catalogue())
}
