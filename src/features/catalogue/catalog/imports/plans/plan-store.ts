import { invalid } from '#core/errors.ts'
import type { SourceProduct } from '#core/products/source-product.ts'
import type { AssemblyResult } from '../../import/map/feed-product.ts'
import {
  assembleSourceProduct,
  type SourceStore,
  toSourceKey,
} from '../../store-products/assemble-product.ts'
import { describeWritten } from '../../store-products/follow-rules.ts'
import { DEFAULT_FOLLOWED_FIELDS } from '../../store-products/field-shapes.ts'
import { countSources, selectMissingKeys, selectSources } from '../stores/reading-queries.ts'
import { countOnSale, findSyncedStore, type SyncSettings } from '../stores/sync-queries.ts'
import { fingerprint } from './fingerprint.ts'
import { type ExistingProduct, selectExistingProducts } from './existing-queries.ts'
import { insertItems, type PlanItem, rankItems } from './item-queries.ts'
import { planBatch, type PlanRun } from './plan-batch.ts'

const BATCH_SIZE = 200

/**
 * The number and share of products above which a sync that takes them off sale waits for the supplier; both must be
 * exceeded.
 */
const MANY_MISSING = { products: 10, share: 0.25 }

type StoreSettings = Pick<SyncSettings, 'followed' | 'missing' | 'added'>

/** The settings for an import of a store that is not synced yet: its supplier reviews the new products. */
const DEFAULTS: StoreSettings = { followed: DEFAULT_FOLLOWED_FIELDS, missing: 'archive', added: 'publish' }

/**
 * Plans the products read from a connected store, and takes missing ones off sale. Returns whether so many are missing
 * that a user must confirm it. Throws `store_empty` when all were read and there are none.
 */
export async function planStore(run: PlanRun, store: SourceStore): Promise<boolean> {
  const { db, stored, report } = run
  const { id: importId, connectionId, cause, modifiedSince, onlyIds } = stored
  const total = await countSources(db, importId)
  if (total === 0 && modifiedSince === null && onlyIds === null)
    throw invalid('store_empty', 'Your store has no products yet. Add some there, then try again.')
  await report({ rows: total, total, keepsVariants: false })
  const settings = (connectionId === null ? undefined : await findSyncedStore(db, connectionId)) ?? DEFAULTS
  const context = {
    countedAt: stored.countedAt,
    missingFields: { stock: false, status: false, category: false },
    keepsVariants: false,
    followed: settings.followed,
    added: cause === null ? ('publish' as const) : settings.added,
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
  // Products are missing only if the store was read completely.
  const isComplete = stored.readCursor === null && modifiedSince === null
  const isSuspicious = isComplete && (await planMissing(run, { store, planned, missing: settings.missing }))
  if (cause !== null) await rankItems(db, importId)
  return isSuspicious
}

type MissingPlan = Readonly<{ store: SourceStore; planned: number; missing: SyncSettings['missing'] }>

/** Takes the missing products off sale in the plan; returns whether they are suspiciously many. */
async function planMissing(
  { db, stored, counts, report }: PlanRun,
  { store, planned, missing }: MissingPlan,
): Promise<boolean> {
  const { id: importId, supplierId, countedAt, onlyIds } = stored
  const prefix = toSourceKey(store, '')
  const keys = await selectMissingKeys(db, { importId, supplierId, prefix, onlyIds })
  const total = planned + keys.length
  let removed = 0
  for (let at = 0; at < keys.length; at += BATCH_SIZE) {
    const batch = keys.slice(at, at + BATCH_SIZE)
    const existing = await selectExistingProducts(db, { supplierId, asOf: countedAt }, batch)
    const items = [...existing.values()].flatMap((product) => {
      const n = planned + removed + 1
      const item = missing === 'archive' ? toArchivedItem(product, n) : toSoldOutItem(product, n)
      if (item) removed += 1
      return item ?? []
    })
    await insertItems(db, importId, items)
    counts.changed += items.length
    await report({ total, planned: planned + at + batch.length })
  }
  if (removed <= MANY_MISSING.products) return false
  return removed > MANY_MISSING.share * (await countOnSale(db, { supplierId, prefix }))
}

function toArchivedItem(existing: ExistingProduct, n: number): PlanItem {
  const product = { ...describeWritten(existing), status: 'archived' as const }
  const change = {
    field: 'Status',
    variant: null,
    before: 'Active',
    after: 'Archived: no longer in your store',
  }
  return toMissingItem(existing, { n, product, changes: [change] })
}

/** Returns the item that sets a product's stock to 0; undefined if it is sold out already. */
function toSoldOutItem(existing: ExistingProduct, n: number): PlanItem | undefined {
  const written = describeWritten(existing)
  const product = { ...written, variants: written.variants.map((variant) => ({ ...variant, stock: 0 })) }
  const changes = existing.variants
    .filter(({ shelf }) => shelf > 0)
    .map(({ title, sku, shelf }) => ({
      field: 'Quantity',
      variant: existing.variants.length === 1 ? null : title || sku,
      before: String(shelf),
      after: '0: no longer in your store',
    }))
  return changes.length === 0 ? undefined : toMissingItem(existing, { n, product, changes })
}

function toMissingItem(
  existing: ExistingProduct,
  {
    n,
    product,
    changes,
  }: Pick<PlanItem, 'n' | 'changes'> & Readonly<{ product: NonNullable<PlanItem['product']> }>,
): PlanItem {
  const { externalKey, title, lines } = product
  const item = { n, externalKey, title, lines, reason: null, notes: [], action: 'change' as const }
  return { ...item, changes, product, version: fingerprint(existing) }
}

function assemble(source: SourceProduct, store: SourceStore): AssemblyResult {
  const result = assembleSourceProduct(source, store)
  return result.ok ? result : { ok: false, refusal: { ...result.refusal, title: source.name } }
}
