import { invalid } from '#core/errors.ts'
import type { SourceProduct } from '#core/source-product.ts'
import type { AssemblyResult } from '../../import/map/feed-product.ts'
import { assembleSourceProduct, type SourceStore, toSourceKey } from '../../store-products/assemble-product.ts'
import { DEFAULT_FOLLOWED_FIELDS, describeWritten } from '../../store-products/follow-rules.ts'
import { fingerprint } from './compare-rules.ts'
import { type ExistingProduct, selectExistingProducts } from './existing-queries.ts'
import { insertItems, type PlanItem } from './item-queries.ts'
import { planBatch, type PlanRun } from './plan-batch.ts'
import { countSources, selectMissingKeys, selectSources } from '../stores/reading-queries.ts'

const BATCH_SIZE = 200

/**
 * Plans the products that were read of a connected store, and to archive those on sale here that it does not have any more. Throws
 * `store_empty` where there are none.
 */
export async function planStore(run: PlanRun, store: SourceStore): Promise<void> {
  const { db, stored, report } = run
  const importId = stored.id
  const total = await countSources(db, importId)
  if (total === 0)
    throw invalid('store_empty', 'Your store has no products yet. Add some there, then try again.')
  await report({ rows: total, total, keepsVariants: false })
  const context = {
    countedAt: stored.countedAt,
    unstated: { stock: false, status: false, category: false },
    keepsVariants: false,
    followed: DEFAULT_FOLLOWED_FIELDS,
  }
  let planned = 0
  let after = 0
  for (;;) {
    const sources = await selectSources(db, { importId, after, limit: BATCH_SIZE })
    const last = sources.at(-1)
    if (!last) break
    const batch = sources.map(({ product }) => assemble(product, store))
    await insertItems(db, importId, await planBatch(run, { batch, firstNumber: planned + 1, context }))
    after = last.place
    planned += batch.length
    await report({ planned })
  }
  // Only a store that was read to its end tells what it does not have.
  if (stored.readCursor === null) await planMissing(run, { store, planned })
}

async function planMissing(
  { db, stored, counts, report }: PlanRun,
  { store, planned }: Readonly<{ store: SourceStore; planned: number }>,
): Promise<void> {
  const { id: importId, supplierId, countedAt } = stored
  const keys = await selectMissingKeys(db, { importId, supplierId, prefix: toSourceKey(store, '') })
  const total = planned + keys.length
  for (let at = 0; at < keys.length; at += BATCH_SIZE) {
    const batch = keys.slice(at, at + BATCH_SIZE)
    const existing = await selectExistingProducts(db, { supplierId, asOf: countedAt }, batch)
    const items = [...existing.values()].map((product, index) =>
      toArchivedItem(product, planned + at + index + 1),
    )
    await insertItems(db, importId, items)
    counts.changed += items.length
    await report({ total, planned: planned + at + batch.length })
  }
}

function toArchivedItem(existing: ExistingProduct, n: number): PlanItem {
  const product = { ...describeWritten(existing), status: 'archived' as const }
  const { externalKey, title, lines } = product
  const change = {
    field: 'Status',
    variant: null,
    before: 'Active',
    after: 'Archived: no longer in your store',
  }
  const item = { n, externalKey, title, lines, reason: null, action: 'change' as const }
  return { ...item, changes: [change], product, version: fingerprint(existing) }
}

function assemble(source: SourceProduct, store: SourceStore): AssemblyResult {
  const result = assembleSourceProduct(source, store)
  return result.ok ? result : { ok: false, refusal: { ...result.refusal, title: source.name } }
}
