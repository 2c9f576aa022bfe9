import { refused } from '#core/errors.ts'
import type { Database, Transaction } from '#database/database.ts'
import {
  emptyTally,
  type ImportReport,
  noteRefusal,
  noteWarnings,
  reportOf,
  type Tally,
} from './import-report.ts'
import { assemble } from './map/assemble.ts'
import type { Assembled, FeedRefusal } from './map/feed-product.ts'
import type { FeedSource } from './read/feed-source.ts'
import { type FeedPart, openFeed, type OpenFeed, readParts } from './read/read-parts.ts'
import { splitList } from './woocommerce/woo-rows.ts'
import {
  clearStaging,
  findMembers,
  groupParts,
  listGroups,
  stageParts,
  whileAlone,
} from './write/staging-queries.ts'
import { writeBatch } from './write/write-batch.ts'

/** How far an import is: rows read, pieces checked, pieces written; `total` as soon as it is known. */
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
export type ImportOrder = Readonly<{
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
type Running = Readonly<{
  db: Database
  order: ImportOrder
  feed: OpenFeed
  tally: Tally
  hasUnreadable: boolean
}>

/** Pieces in one transaction. */
const BATCH = 500
const PARTS_AT_ONCE = 1_000
/**
 * From this many written pieces on the tables are tidied, without which PostgreSQL would plan by what was there before, and
 * from this many rows the staging; after less it costs more than the import.
 */
const BIG = 1_000
/** From this many rows on PostgreSQL is told what is staged before it is read; fewer are found as fast by any plan. */
const MANY_ROWS = 200

/**
 * Takes a supplier's feed in: reads it, puts the pieces together, and writes those that are new or changed. The same file
 * again touches no row; pieces that the file no longer has stay as they are. Each 500 pieces are one transaction, so a killed
 * import is finished by running it again. Throws `unknown_feed` when the file is no feed, `import_running` when another
 * import of the supplier is at work.
 */
export async function importFeed(db: Database, given: ImportOrder): Promise<ImportReport> {
  const started = performance.now()
  const asOf = given.asOf > given.now ? given.now : given.asOf
  const order = { ...given, asOf }
  const tally = emptyTally()
  const feed = await openFeed(order.source)
  const stopped = await whileAlone(db, order, async (tidy) => {
    await clearStaging(db, order)
    const running = { db, order, feed, tally, hasUnreadable: await stage({ db, order, feed, tally }) }
    if (tally.rows >= MANY_ROWS) await tidy.beforeReading()
    const reason = order.isForced ? null : await tooManyRefused(running)
    if (reason === null) await writeAll(running)
    await clearStaging(db, order)
    if (tally.created + tally.updated >= BIG) await tidy.catalogue()
    if (tally.rows >= BIG) await tidy.staging()
    return { reason }
  })
  if (!stopped)
    throw refused(
      'import_running',
      'Another import of this supplier is running. Try again when it has finished.',
    )
  const { encoding } = feed
  return reportOf(tally, {
    encoding,
    asOf,
    seconds: (performance.now() - started) / 1_000,
    stopped: stopped.reason,
  })
}

/** Stages all rows of the file; gives whether some could not be read. */
async function stage({ db, order, feed, tally }: Omit<Running, 'hasUnreadable'>): Promise<boolean> {
  let from = 0
  let hasUnreadable = false
  for await (const batch of readAhead(partBatches(feed))) {
    const parts = batch.filter((part): part is FeedPart => !('reason' in part))
    for (const part of batch) {
      tally.rows += 'reason' in part ? 1 : part.rows.length
      if ('reason' in part) noteRefusal(tally, part)
      hasUnreadable ||= 'reason' in part || part.rows.some((row) => row.broken !== undefined)
    }
    await stageParts(db, { supplierId: order.supplierId, from }, parts)
    from += parts.length
    order.onProgress?.({ phase: 'reading', done: tally.rows, total: null })
  }
  tally.products = await groupParts(db, order)
  return hasUnreadable
}

async function* partBatches(feed: OpenFeed): AsyncGenerator<(FeedPart | FeedRefusal)[]> {
  let batch: (FeedPart | FeedRefusal)[] = []
  for await (const part of readParts(feed)) {
    batch.push(part)
    if (batch.length < PARTS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Why the import stops before it writes anything, if more than half of the file is refused. */
async function tooManyRefused(running: Running): Promise<string | null> {
  const { order, tally } = running
  const trial = await countRefused(running)
  const refusedCount = tally.refusedCount + trial.refusedCount
  const all = tally.refusedCount + tally.products
  if (all > 0 && refusedCount * 2 <= all) return null
  for (const refusal of trial.refused) noteRefusal(tally, refusal)
  tally.refusedCount = refusedCount
  if (all === 0) return `Nothing was imported: “${order.source.name}” has a header but no rows.`
  return `Nothing was imported: ${refusedCount} of ${all} pieces would be refused, more than half.`
}

async function countRefused(running: Running): Promise<Pick<Tally, 'refusedCount' | 'refused'>> {
  const trial = emptyTally()
  let done = 0
  for await (const batch of readAhead(assembledBatches(running))) {
    for (const one of batch) if (!one.ok) noteRefusal(trial, one.refusal)
    done += batch.length
    running.order.onProgress?.({ phase: 'checking', done, total: running.tally.products })
    // Once half is known to be good the rest cannot change the answer.
    if ((done - trial.refusedCount) * 2 >= running.tally.products + running.tally.refusedCount) break
  }
  return trial
}

async function writeAll(running: Running): Promise<void> {
  const { db, order, tally } = running
  const owner = { ...order, keepsVariants: running.hasUnreadable }
  let done = 0
  for await (const batch of readAhead(assembledBatches(running))) {
    const products = batch.flatMap((one) => (one.ok ? [one.product] : []))
    const result = await writeBatch(db, owner, products)
    tally.created += result.created
    tally.updated += result.updated
    tally.unchanged += result.unchanged
    for (const refusal of result.refusals) noteRefusal(tally, refusal)
    noteWarnings(tally, result.warnings)
    for (const one of batch) {
      if (one.ok) noteWarnings(tally, one.warnings)
      else noteRefusal(tally, one.refusal)
    }
    done += batch.length
    order.onProgress?.({ phase: 'writing', done, total: tally.products })
  }
}

async function* assembledBatches({ db, order, feed, tally }: Running): AsyncGenerator<Assembled[]> {
  for (let after = 0; after < tally.products; after += BATCH) {
    const groups = await listGroups(db, { supplierId: order.supplierId, after, count: BATCH })
    const names = groups.flatMap(({ rows }) => rows.flatMap(memberNames))
    const members = await findMembers(db, order, names)
    yield groups.map(({ key, rows }) => assemble(feed.layout.format, { key, rows, members }, order.now))
  }
}

function memberNames(row: object): string[] {
  const members: unknown =
    'kind' in row && row.kind === 'grouped' && 'members' in row ? row.members : undefined
  return typeof members === 'string' ? splitList(members) : []
}

/** The same values, but the next one is already being made while the last is used: two processors then both have work. */
async function* readAhead<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = values[Symbol.asyncIterator]()
  let next = begin(iterator)
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = begin(iterator)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await iterator.return?.()
  }
}

/** A failure is thrown where the value is waited for; until then it must not count as unhandled. */
function begin<Value>(iterator: AsyncIterator<Value>): Promise<IteratorResult<Value>> {
  const next = iterator.next()
  next.catch(() => undefined)
  return next
}
