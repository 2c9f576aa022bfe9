import { AppError, invalid } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import type { Files } from '#platform/files/files.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import type { AssemblyResult, FeedProduct, FeedRefusal } from '../import/map/feed-product.ts'
import { assembleStaged, stageFeed } from '../import/stage-feed.ts'
import { findSkuOwners } from '../import/write/product-queries.ts'
import { clearStaging, withImportLock } from '../import/write/staging-queries.ts'
import { type CompareContext, compareProduct, describeNewProduct, fingerprint } from './compare-rules.ts'
import { MAX_ROWS } from './contract.ts'
import { selectExistingProducts } from './existing-queries.ts'
import {
  completePlan,
  failImport,
  lockImport,
  selectWaitingPlans,
  type StoredImport,
  updateCounts,
} from './import-queries.ts'
import { deleteItems, insertItems, type PlanItem } from './item-queries.ts'
import { findUnstated } from './mapping-rules.ts'
import { openImport } from './open-file.ts'
import { PLAN_JOB } from './receive-file.ts'

const BATCH_SIZE = 500
/** From this many rows on PostgreSQL analyzes what is staged before it is read. */
const ANALYZE_THRESHOLD = 200

/** What the making of a plan needs. */
export type PlanDeps = Readonly<{ files: Files; now: Date; log: Log; enqueue: Enqueue }>

/**
 * Makes the plan of an import that waits for it, from the start: what each product of the file would change. An import whose file
 * cannot be read fails with the reason; one that is cancelled meanwhile stops. While another import of the store is read this one
 * waits, until that one orders it at its end.
 */
export async function planImport(db: Database, id: number, deps: PlanDeps): Promise<void> {
  const stored = await lockImport(db, id)
  if (stored?.state !== 'planning') return
  const hasPlanned = await tryPlan(db, stored, deps)
  if (!hasPlanned) return
  for (const waiting of await selectWaitingPlans(db, stored.supplierId))
    await deps.enqueue(db, { job: PLAN_JOB, input: { id: waiting } })
}

/** Returns whether it was this import's turn. */
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
    if (!isExplained) deps.log.error({ err: error, import: id }, 'plan of an import')
    const failure = isExplained ? error.message : 'Something went wrong on our side. Please try again.'
    await failImport(db, { id, failure, now: deps.now })
    return true
  }
}

/** The import is no longer to be planned. */
class PlanCancelled extends Error {}

type PlanRun = Readonly<{
  db: Database
  stored: StoredImport
  context: CompareContext
  /** Which product of the file has a SKU; the first one keeps it. */
  skuOwners: Map<string, string>
  counts: { created: number; changed: number; unchanged: number; conflicts: number; refused: number }
}>

async function makePlan(
  db: Database,
  stored: StoredImport,
  { files, now, analyze }: Pick<PlanDeps, 'files' | 'now'> & Readonly<{ analyze: () => Promise<unknown> }>,
): Promise<void> {
  const { id, supplierId, countedAt } = stored
  await deleteItems(db, id)
  await clearStaging(db, stored)
  const feed = await openImport(files, stored)
  const counts = { created: 0, changed: 0, unchanged: 0, conflicts: 0, refused: 0 }
  const report = async (more: object) => {
    if (!(await updateCounts(db, { id, state: 'planning' }, { ...counts, ...more })))
      throw new PlanCancelled()
  }
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
  for (let at = 0; at < refusals.length; at += BATCH_SIZE)
    await insertItems(db, id, refusals.slice(at, at + BATCH_SIZE).map(toRefusedItem(at + 1)))
  await report({ total: staged.products, keepsVariants: staged.hasUnreadable })
  const context = { countedAt, unstated: findUnstated(feed.layout), keepsVariants: staged.hasUnreadable }
  const run: PlanRun = { db, stored, context, skuOwners: new Map(), counts }
  let planned = 0
  for await (const batch of assembleStaged(
    { db, supplierId, feed, now, products: staged.products },
    BATCH_SIZE,
  )) {
    await insertItems(db, id, await planBatch(run, batch, n + 1))
    n += batch.length
    planned += batch.length
    await report({ planned })
  }
  await completePlan(db, id, now)
}

function tooManyRowsError(): AppError {
  return invalid(
    'too_many_rows',
    `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Split it and import the parts.`,
  )
}

const NOTHING_WRITTEN = { changes: null, product: null, version: null } as const

const toRefusedItem =
  (firstNumber: number) =>
  ({ lines, externalKey, reason }: FeedRefusal, index: number): PlanItem => ({
    ...NOTHING_WRITTEN,
    n: firstNumber + index,
    action: 'refuse',
    externalKey,
    title: externalKey ?? '',
    lines,
    reason: toSentence(reason),
  })

async function planBatch(
  run: PlanRun,
  batch: readonly AssemblyResult[],
  firstNumber: number,
): Promise<PlanItem[]> {
  const { db, stored, context, counts } = run
  const products = batch.flatMap((result) => (result.ok ? [result.product] : []))
  const existing = await selectExistingProducts(
    db,
    { supplierId: stored.supplierId, asOf: context.countedAt },
    products.map(({ externalKey }) => externalKey),
  )
  const comparisons = new Map(
    products.map((product) => {
      const found = existing.get(product.externalKey)
      return [
        product,
        {
          found,
          ...(found ? compareProduct(product, found, context) : describeNewProduct(product, context)),
        },
      ]
    }),
  )
  const skus = [...comparisons.values()].flatMap(({ product }) => product.variants.map(({ sku }) => sku))
  const owners = new Map(
    (await findSkuOwners(db, stored.supplierId, skus)).map(({ sku, key, name }) => [sku, { key, name }]),
  )
  return batch.map((result, index): PlanItem => {
    const n = firstNumber + index
    if (!result.ok) {
      counts.refused += 1
      return toRefusedItem(n)(result.refusal, 0)
    }
    const { found, product, changes } = comparisons.get(result.product) ?? missing()
    const { externalKey, title, lines } = product
    const item = { n, externalKey, title, lines }
    const conflict = findConflict(product, { owners, skuOwners: run.skuOwners })
    if (conflict !== undefined) {
      counts.conflicts += 1
      return { ...NOTHING_WRITTEN, ...item, action: 'conflict', reason: conflict }
    }
    if (!found) {
      counts.created += 1
      return { ...item, action: 'create', reason: null, changes, product, version: null }
    }
    if (changes.length === 0) {
      counts.unchanged += 1
      return { ...NOTHING_WRITTEN, ...item, action: 'unchanged', reason: null }
    }
    counts.changed += 1
    return { ...item, action: 'change', reason: null, changes, product, version: fingerprint(found) }
  })
}

function missing(): never {
  throw new Error('A product of the batch was not compared.')
}

type SkuOwners = Readonly<{
  /** Products of the store that have SKUs of the batch. */
  owners: ReadonlyMap<string, Readonly<{ key: string | null; name: string }>>
  /** Products of the file by their SKUs. */
  skuOwners: Map<string, string>
}>

/** Returns why a product cannot have its SKUs; undefined where it can, and then they are its own. */
function findConflict(
  { externalKey, title, variants }: FeedProduct,
  { owners, skuOwners }: SkuOwners,
): string | undefined {
  for (const { sku } of variants) {
    const owner = owners.get(sku)
    if (owner && owner.key !== externalKey)
      return `The SKU ${sku} already belongs to “${owner.name}”. Change it there or in the file.`
    const other = skuOwners.get(sku)
    if (other !== undefined) return `The SKU ${sku} is in the file twice: “${other}” has it, too.`
  }
  for (const { sku } of variants) skuOwners.set(sku, title)
  return undefined
}

/** Reasons of feeds begin in lower case, as they follow a line number on the command line. */
function toSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`
}
