import { refused } from '#core/errors.ts'
import type { Database, Transaction } from '#database/database.ts'
import {
  createImportTally,
  type ImportReport,
  addRefusal,
  addWarnings,
  createReport,
  type ImportTally,
} from './import-report.ts'
import type { AssemblyResult } from './map/feed-product.ts'
import type { FeedSource } from './read/feed-source.ts'
import { openFeed, type OpenFeed } from './read/read-parts.ts'
import { assembleStaged, stageFeed } from './stage-feed.ts'
import { clearStaging, withImportLock } from './write/staging-queries.ts'
import { writeBatch } from './write/write-batch.ts'

/** How far an import is: rows read, products checked, products written; `total` as soon as it is known. */
export type ImportProgress = Readonly<{
  phase: 'reading' | 'checking' | 'writing'
  done: number
  total: number | null
}>

/**
 * Whose feed is taken in, and how. `asOf` is the moment at which the supplier counted the stock that the feed tells, one that
 * is yet to come counts as `now`. `isForced` goes on although more than half is refused. `enqueuePictures` is called in each
 * transaction that adds pictures to be fetched.
 */
export type ImportRequest = Readonly<{
  supplierId: number
  warehouseId: number
  source: FeedSource
  asOf: Date
  now: Date
  isForced?: boolean
  onProgress?(progress: ImportProgress): void
  enqueuePictures(tx: Transaction): Promise<void>
}>

/** The order while it is worked on. */
type ImportRun = Readonly<{
  db: Database
  order: ImportRequest
  feed: OpenFeed
  tally: ImportTally
  hasUnreadable: boolean
}>

/** Products in one transaction. */
const WRITE_BATCH_SIZE = 500
/**
 * From this many written products on the tables are tidied, without which PostgreSQL would plan by what was there before, and
 * from this many rows the staging; after less it costs more than the import.
 */
const VACUUM_THRESHOLD = 1_000
/** From this many rows on PostgreSQL analyzes what is staged before it is read; fewer are found as fast by any plan. */
const ANALYZE_THRESHOLD = 200

/**
 * Takes a supplier's feed in: reads it, puts the products together, and writes those that are new or changed. The same file
 * again touches no row; products that the file no longer has stay as they are. Each 500 products are one transaction, so a killed
 * import is finished by running it again. Throws `unknown_feed` when the file is no feed, `import_running` when another
 * import of the supplier is at work.
 */
export async function importFeed(db: Database, input: ImportRequest): Promise<ImportReport> {
  const started = performance.now()
  const countedAt = input.asOf > input.now ? input.now : input.asOf
  const request = { ...input, asOf: countedAt }
  const tally = createImportTally()
  const feed = await openFeed(request.source)
  const outcome = await withImportLock(db, request, async (maintenance) => {
    await clearStaging(db, request)
    const run = {
      db,
      order: request,
      feed,
      tally,
      hasUnreadable: await stageRows({ db, order: request, feed, tally }),
    }
    if (tally.rows >= ANALYZE_THRESHOLD) await maintenance.beforeReading()
    const reason = request.isForced ? null : await explainTooManyRefused(run)
    if (reason === null) await writeProducts(run)
    await clearStaging(db, request)
    if (tally.created + tally.updated >= VACUUM_THRESHOLD) await maintenance.catalogue()
    if (tally.rows >= VACUUM_THRESHOLD) await maintenance.staging()
    return { reason }
  })
  if (!outcome)
    throw refused(
      'import_running',
      'Another import for this supplier is running. Try again when it has finished.',
    )
  const { encoding } = feed
  return createReport(tally, {
    encoding,
    asOf: countedAt,
    seconds: (performance.now() - started) / 1_000,
    stopped: outcome.reason,
  })
}

/** Stages all rows of the file; returns whether some could not be read. */
async function stageRows({ db, order, feed, tally }: Omit<ImportRun, 'hasUnreadable'>): Promise<boolean> {
  const { products, hasUnreadable } = await stageFeed(
    { db, supplierId: order.supplierId, feed },
    {
      onRefusal: (refusal) => addRefusal(tally, refusal),
      onRows(count) {
        tally.rows = count
        order.onProgress?.({ phase: 'reading', done: count, total: null })
      },
    },
  )
  tally.products = products
  return hasUnreadable
}

/** Why the import stops before it writes anything, if more than half of the file is refused. */
async function explainTooManyRefused(run: ImportRun): Promise<string | null> {
  const { order, tally } = run
  const trialTally = await countRefusals(run)
  const refusedCount = tally.refusedCount + trialTally.refusedCount
  const total = tally.refusedCount + tally.products
  if (total > 0 && refusedCount * 2 <= total) return null
  for (const refusal of trialTally.refused) addRefusal(tally, refusal)
  tally.refusedCount = refusedCount
  if (total === 0) return `Nothing was imported: “${order.source.name}” has a header but no rows.`
  return `Nothing was imported: ${refusedCount} of ${total} products would be refused, more than half.`
}

async function countRefusals(run: ImportRun): Promise<Pick<ImportTally, 'refusedCount' | 'refused'>> {
  const trialTally = createImportTally()
  let done = 0
  for await (const batch of assembleBatches(run)) {
    for (const assembled of batch) if (!assembled.ok) addRefusal(trialTally, assembled.refusal)
    done += batch.length
    run.order.onProgress?.({ phase: 'checking', done, total: run.tally.products })
    // Once half is known to be good the rest cannot change the answer.
    if ((done - trialTally.refusedCount) * 2 >= run.tally.products + run.tally.refusedCount) break
  }
  return trialTally
}

async function writeProducts(run: ImportRun): Promise<void> {
  const { db, order, tally } = run
  const owner = { ...order, keepsVariants: run.hasUnreadable }
  let done = 0
  for await (const batch of assembleBatches(run)) {
    const products = batch.flatMap((assembled) => (assembled.ok ? [assembled.product] : []))
    const result = await writeBatch(db, owner, products)
    tally.created += result.created
    tally.updated += result.updated
    tally.unchanged += result.unchanged
    for (const refusal of result.refusals) addRefusal(tally, refusal)
    addWarnings(tally, result.warnings)
    for (const assembled of batch) {
      if (assembled.ok) addWarnings(tally, assembled.warnings)
      else addRefusal(tally, assembled.refusal)
    }
    done += batch.length
    order.onProgress?.({ phase: 'writing', done, total: tally.products })
  }
}

function assembleBatches({ db, order, feed, tally }: ImportRun): AsyncIterable<AssemblyResult[]> {
  const { supplierId, now } = order
  return assembleStaged({ db, supplierId, feed, now, products: tally.products }, WRITE_BATCH_SIZE)
}
