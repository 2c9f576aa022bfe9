import type { Database } from '#database/database.ts'
import { assembleProduct } from './map/assemble.ts'
import type { AssemblyResult, FeedRefusal } from './map/feed-product.ts'
import { type FeedPart, type OpenFeed, readParts } from './read/read-parts.ts'
import { splitList } from './woocommerce/woo-rows.ts'
import { findMembers, groupParts, listGroups, stageParts } from './write/staging-queries.ts'

const STAGE_BATCH_SIZE = 1_000

/** A file whose rows are staged for a supplier. */
type StagedFeed = Readonly<{ db: Database; supplierId: number; feed: OpenFeed }>

/** The report of staging: rows that name no product, and the number of rows read so far. */
type StagingReport = Readonly<{
  onRefusal(refusal: FeedRefusal): void
  onRows(count: number): void | Promise<void>
}>

/** Stages and groups all rows of a file; returns its product count and whether rows were unreadable. */
export async function stageFeed(
  { db, supplierId, feed }: StagedFeed,
  { onRefusal, onRows }: StagingReport,
): Promise<Readonly<{ products: number; hasUnreadable: boolean }>> {
  let from = 0
  let rows = 0
  let hasUnreadable = false
  for await (const batch of readAhead(readPartBatches(feed))) {
    const parts = batch.filter((part): part is FeedPart => !('reason' in part))
    for (const part of batch) {
      rows += 'reason' in part || feed.layout.format === 'google' ? 1 : part.rows.length
      if ('reason' in part) onRefusal(part)
      hasUnreadable ||= 'reason' in part || part.rows.some((row) => row.broken !== undefined)
    }
    await stageParts(db, { supplierId, from }, parts)
    from += parts.length
    await onRows(rows)
  }
  return { products: await groupParts(db, { supplierId }), hasUnreadable }
}

async function* readPartBatches(feed: OpenFeed): AsyncGenerator<(FeedPart | FeedRefusal)[]> {
  let batch: (FeedPart | FeedRefusal)[] = []
  for await (const part of readParts(feed)) {
    batch.push(part)
    if (batch.length < STAGE_BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Yields a staged file's products in order, `size` at a time. The next ones are assembled while the caller processes
 * the last.
 */
export function assembleStaged(
  staged: StagedFeed & Readonly<{ now: Date; products: number }>,
  size: number,
): AsyncIterable<AssemblyResult[]> {
  return readAhead(assembleBatches(staged, size))
}

async function* assembleBatches(
  { db, supplierId, feed, now, products }: StagedFeed & Readonly<{ now: Date; products: number }>,
  size: number,
): AsyncGenerator<AssemblyResult[]> {
  for (let after = 0; after < products; after += size) {
    const groups = await listGroups(db, { supplierId, after, count: size })
    const names = groups.flatMap(({ rows }) => rows.flatMap(listMemberNames))
    const memberList = await findMembers(db, { supplierId }, names)
    yield groups.map(({ key, rows }) =>
      assembleProduct(feed.layout.format, { key, rows, members: memberList }, now),
    )
  }
}

function listMemberNames(row: object): string[] {
  const memberList: unknown =
    'kind' in row && row.kind === 'grouped' && 'members' in row ? row.members : undefined
  return typeof memberList === 'string' ? splitList(memberList) : []
}

/**
 * Yields the same values, but requests the next one while the caller processes the last: two processors then both have
 * work.
 */
async function* readAhead<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = values[Symbol.asyncIterator]()
  let next = requestNext(iterator)
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = requestNext(iterator)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await iterator.return?.()
  }
}

/**
 * Requests the next value. A failure is thrown when the caller awaits the value; until then it must not count as
 * unhandled.
 */
function requestNext<Value>(iterator: AsyncIterator<Value>): Promise<IteratorResult<Value>> {
  const next = iterator.next()
  next.catch(() => undefined)
  return next
}
