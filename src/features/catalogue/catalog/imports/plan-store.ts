import { invalid } from '#core/errors.ts'
import type { SourceProduct } from '#core/source-product.ts'
import type { AssemblyResult } from '../import/map/feed-product.ts'
import { assembleSourceProduct, type SourceStore } from '../store-products/assemble-product.ts'
import { DEFAULT_FOLLOWED_FIELDS } from '../store-products/follow-rules.ts'
import { insertItems } from './item-queries.ts'
import { planBatch, type PlanRun } from './plan-batch.ts'
import { countSources, selectSources } from './reading-queries.ts'

const BATCH_SIZE = 200

/** Plans the products that were read of a connected store. Throws `store_empty` where there are none. */
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
    if (!last) return
    const batch = sources.map(({ product }) => assemble(product, store))
    await insertItems(db, importId, await planBatch(run, { batch, firstNumber: planned + 1, context }))
    after = last.place
    planned += batch.length
    await report({ planned })
  }
}

function assemble(source: SourceProduct, store: SourceStore): AssemblyResult {
  const result = assembleSourceProduct(source, store)
  return result.ok ? result : { ok: false, refusal: { ...result.refusal, title: source.name } }
}
