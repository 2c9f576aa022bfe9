import { AppError, invalid } from '#core/errors.ts'
import { inTransaction, type Database } from '#database/database.ts'
import type { Files } from '#platform/files/files.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import type { FeedRefusal } from '../../import/map/feed-product.ts'
import { assembleStaged, stageFeed } from '../../import/stage-feed.ts'
import { clearStaging, withImportLock } from '../../import/write/staging-queries.ts'
import { MAX_ROWS } from '../contract.ts'
import {
  completePlan,
  failImport,
  type ImportCounts,
  lockImport,
  selectWaitingPlans,
  type StoredImport,
  updateCounts,
} from '../import-queries.ts'
import { deleteItems, insertItems } from './item-queries.ts'
import { findMissingFields } from '../files/mapping-rules.ts'
import { openImport } from '../files/open-file.ts'
import { planBatch, type PlanRun, toRefusedItem } from './plan-batch.ts'
import { planStore } from './plan-store.ts'
import { PLAN_JOB } from '../job-names.ts'
import { abandonSync, finishSyncPlan } from '../stores/finish-sync.ts'
import { deleteSources } from '../stores/reading-queries.ts'

const BATCH_SIZE = 500
/** The number of rows from which PostgreSQL analyzes the staged rows before they are read. */
const ANALYZE_THRESHOLD = 200

/** The dependencies of creating a plan. */
export type PlanDeps = Readonly<{ files: Files; now: Date; log: Log; enqueue: Enqueue }>

/**
 * Creates the plan of a waiting import from the start: the changes of each product of its file. An import whose file
 * cannot be read fails with the reason; a cancelled one stops. While another import of the store is read, this one
 * waits; the other enqueues it at its end.
 */
export async function planImport(db: Database, id: number, deps: PlanDeps): Promise<void> {
  const stored = await lockImport(db, id)
  if (stored?.state !== 'planning') return
  const hasPlanned = await tryPlan(db, stored, deps)
  if (!hasPlanned) return
  for (const waiting of await selectWaitingPlans(db, stored.supplierId))
    await deps.enqueue(db, { job: PLAN_JOB, input: { id: waiting } })
}

/** Makes the plan unless another import of the supplier runs; returns whether it did. */
async function tryPlan(db: Database, stored: StoredImport, deps: PlanDeps): Promise<boolean> {
  const { id } = stored
  try {
    const done = await withImportLock(db, { supplierId: stored.supplierId }, async (maintenance) => {
      try {
        await makePlan(db, stored, { ...deps, analyze: maintenance.beforeReading })
      } finally {
        await clearStaging(db, stored)
      }
      return true
    })
    return done === true
  } catch (error) {
    if (error instanceof PlanCancelled) return true
    const isExplained = error instanceof AppError && error.kind !== 'unavailable'
    if (!isExplained) deps.log.error({ err: error, import: id }, 'could not plan an import')
    const failure = isExplained ? error.message : 'Something went wrong on our side. Please try again.'
    if (stored.cause) await abandonSync(db, { ...stored, onlyIds: null }, deps.now)
    else await failImport(db, { id, failure, now: deps.now })
    return true
  }
}

/** Thrown when the import is no longer to be planned. */
class PlanCancelled extends Error {}

/** The dependencies to read a file: `analyze` updates PostgreSQL's statistics of the staged rows. */
type PlanSource = Omit<PlanDeps, 'log'> & Readonly<{ analyze: () => Promise<unknown> }>

async function makePlan(db: Database, stored: StoredImport, source: PlanSource): Promise<void> {
  const { id } = stored
  const counts = { created: 0, changed: 0, unchanged: 0, conflicts: 0, refused: 0 }
  let isSuspicious = false
  const report = async (more: ImportCounts) => {
    if (!(await updateCounts(db, { id, state: 'planning' }, { ...counts, ...more })))
      throw new PlanCancelled()
  }
  const run: PlanRun = { db, stored, skuOwners: new Map(), settledKeys: new Set(), counts, report }
  await deleteItems(db, id)
  if (stored.store) isSuspicious = await planStore(run, stored.store)
  else await planFile(run, source)
  await inTransaction(db, async (tx) => {
    await completePlan(tx, id, source.now)
    if (stored.store) await deleteSources(tx, id)
    if (stored.cause) await finishSyncPlan(tx, id, { ...source, isSuspicious })
  })
}

async function planFile(run: PlanRun, { files, now, analyze }: PlanSource): Promise<void> {
  const { db, stored, counts, report } = run
  const { id, supplierId, countedAt } = stored
  await clearStaging(db, stored)
  const feed = await openImport(files, stored)
  const refusals: FeedRefusal[] = []
  let rows = 0
  const staged = await stageFeed(
    { db, supplierId, feed },
    {
      onRefusal: (refusal) => void refusals.push(refusal),
      async onRows(count) {
        rows = count
        if (rows > MAX_ROWS) throw tooManyRowsError()
        await report({ rows })
      },
    },
  )
  if (staged.products + refusals.length === 0)
    throw invalid('file_empty', 'The file has a header but no rows. Choose another file.')
  if (rows >= ANALYZE_THRESHOLD) await analyze()
  counts.refused = refusals.length
  let n = refusals.length
  const items = refusals.map((refusal, index) => toRefusedItem(refusal, index + 1))
  for (let at = 0; at < items.length; at += BATCH_SIZE)
    await insertItems(db, id, items.slice(at, at + BATCH_SIZE))
  await report({ total: staged.products, keepsVariants: staged.hasUnreadable })
  const context = {
    countedAt,
    missingFields: findMissingFields(feed.layout),
    keepsVariants: staged.hasUnreadable,
  }
  let planned = 0
  for await (const batch of assembleStaged(
    { db, supplierId, feed, now, products: staged.products },
    BATCH_SIZE,
  )) {
    await insertItems(db, id, await planBatch(run, { batch, firstNumber: n + 1, context }))
    n += batch.length
    planned += batch.length
    await report({ planned })
  }
}

function tooManyRowsError(): AppError {
  return invalid(
    'too_many_rows',
    `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Split it and import the parts.`,
  )
}
