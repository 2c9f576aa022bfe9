import type { Database } from '#database/database.ts'
import type { AssemblyResult, FeedProduct, FeedRefusal, FeedWarning } from '../../import/map/feed-product.ts'
import { findSkuOwners } from '../../import/write/product-queries.ts'
import {
  type CompareContext,
  compareProduct,
  type Comparison,
  type FieldChange,
  getSellingCents,
  isCountedAfter,
  STATUSES,
} from './compare-rules.ts'
import { type ExistingProduct, selectExistingProducts } from './existing-queries.ts'
import type { ImportCounts, StoredImport } from '../import-queries.ts'
import type { PlanItem } from './item-queries.ts'
import { fingerprint } from './fingerprint.ts'
import { findNamedWarehouses } from './warehouse-names.ts'
import { formatCents } from '#core/money.ts'

/** A plan in the making. */
export type PlanRun = Readonly<{
  db: Database
  stored: StoredImport
  /** The product of the import that has a SKU; the first one keeps it. */
  skuOwners: Map<string, string>
  /**
   * The keys of the store's products that the import writes or leaves unchanged: SKUs that they do not keep are free.
   */
  settledKeys: Set<string>
  counts: { created: number; changed: number; unchanged: number; conflicts: number; refused: number }
  /** Records the progress of the plan. Throws if the import is no longer to be planned. */
  report(counts: ImportCounts): Promise<void>
}>

const NOTHING_WRITTEN = { changes: null, product: null, version: null, notes: [] } as const

/** Returns the plan's item for rows that give no product. */
export function toRefusedItem({ lines, externalKey, reason, title }: FeedRefusal, n: number): PlanItem {
  return {
    ...NOTHING_WRITTEN,
    n,
    action: 'refuse',
    externalKey,
    title: title ?? externalKey ?? '',
    lines,
    reason: toSentence(reason),
  }
}

type NumberedBatch = Readonly<{
  batch: readonly AssemblyResult[]
  firstNumber: number
  context: CompareContext
}>

/** Returns the plan's items of these products, with their changes, and counts them. */
export async function planBatch(
  run: PlanRun,
  { batch: results, firstNumber, context }: NumberedBatch,
): Promise<PlanItem[]> {
  const { db, stored, counts } = run
  const batch = await findNamedWarehouses(db, stored.supplierId, results)
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
  const written = [...comparisons.values()].map(({ product }) => product)
  const owners = await selectSkuOwners(run, written, context)
  return batch.map((result, index): PlanItem => {
    const n = firstNumber + index
    if (!result.ok) {
      counts.refused += 1
      return toRefusedItem(result.refusal, n)
    }
    const { found, product, changes } = comparisons.get(result.product) ?? missing()
    const { externalKey, title, lines } = product
    const notes = listNotes(result, found, context)
    const item = { n, externalKey, title, lines, notes }
    const conflict = findConflict(product, {
      owners,
      skuOwners: run.skuOwners,
      from: stored.store ? 'your connected store' : 'the file',
    })
    if (conflict !== undefined) {
      counts.conflicts += 1
      return { ...NOTHING_WRITTEN, ...item, action: 'conflict', reason: conflict }
    }
    run.settledKeys.add(externalKey)
    if (!found && context.added !== 'leave') {
      counts.created += 1
      return { ...item, action: 'create', reason: null, changes, product, version: null }
    }
    if (!found || changes.length === 0) {
      counts.unchanged += 1
      return { ...NOTHING_WRITTEN, ...item, action: 'unchanged', reason: null }
    }
    counts.changed += 1
    return { ...item, action: 'change', reason: null, changes, product, version: fingerprint(found) }
  })
}

/** Returns the store's products that have SKUs of these products, except those from which the import takes the SKU. */
async function selectSkuOwners(
  { db, stored, settledKeys }: PlanRun,
  products: readonly FeedProduct[],
  { keepsVariants }: CompareContext,
): Promise<SkuOwners['owners']> {
  const skus = products.flatMap(({ variants }) => variants.map(({ sku }) => sku))
  const byKey = new Map(products.map((product) => [product.externalKey, product]))
  const isReleased = (sku: string, key: string | null) => {
    if (keepsVariants || key === null) return false
    const owner = byKey.get(key)
    return owner ? owner.variants.every((variant) => variant.sku !== sku) : settledKeys.has(key)
  }
  const owners = await findSkuOwners(db, stored.supplierId, skus)
  return new Map(owners.flatMap(({ sku, key, name }) => (isReleased(sku, key) ? [] : [[sku, { key, name }]])))
}

/** Returns the notes for the supplier about a product, as sentences. */
function listNotes(
  { product, warnings }: AssemblyResult & { ok: true },
  found: ExistingProduct | undefined,
  { countedAt, missingFields }: CompareContext,
): FeedWarning[] {
  // A value that the product already has is not an assumption.
  const isAssumed = ({ assumes }: FeedWarning) => assumes === undefined || !found || !missingFields[assumes]
  const isCountedLater = found?.variants.some((variant) => isCountedAfter(variant, countedAt))
  return [
    ...warnings.filter(isAssumed).map(({ line, text }) => ({ line, text: toSentence(text) })),
    ...(isCountedLater ? [{ line: product.lines.first, text: NEWER_COUNT }] : []),
  ]
}

const NEWER_COUNT = 'The stock was counted again after this file was made, so its quantities are left out.'

function missing(): never {
  throw new Error('A product of the batch was not compared.')
}

type SkuOwners = Readonly<{
  /** The store's products with SKUs of the batch. */
  owners: ReadonlyMap<string, Readonly<{ key: string | null; name: string }>>
  /** The import's products by SKU. */
  skuOwners: Map<string, string>
  /** The origin of the products, as named in messages. */
  from: string
}>

/** Returns why a product cannot have its SKUs; undefined if it can, and then they are reserved for it. */
function findConflict(
  { externalKey, title, variants }: FeedProduct,
  { owners, skuOwners, from }: SkuOwners,
): string | undefined {
  for (const { sku } of variants) {
    const owner = owners.get(sku)
    if (owner && owner.key !== externalKey)
      return `The SKU ${sku} already belongs to “${owner.name}”. Change it there or in ${from}.`
    const other = skuOwners.get(sku)
    if (other !== undefined) return `The SKU ${sku} is in ${from} twice: “${other}” has it, too.`
  }
  for (const { sku } of variants) skuOwners.set(sku, title)
  return undefined
}

/** Returns a reason or note of a feed as a sentence. */
export function toSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`
}

/** Describes a new product as it will be written: a draft if the file states no status. */
function describeNewProduct(
  product: FeedProduct,
  { missingFields, added: policy }: CompareContext,
): Comparison {
  const isDraft = missingFields.status || policy === 'draft'
  const written = isDraft ? { ...product, status: 'draft' as const } : product
  const prices = written.variants.map(getSellingCents)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const added = (field: string, after: string | null): FieldChange[] =>
    after === null ? [] : [{ field, variant: null, before: null, after }]
  const stock = written.variants.reduce((sum, variant) => sum + variant.stock, 0)
  return {
    product: written,
    changes: [
      ...added('Price', formatRange(low, high)),
      ...added('Quantity', stock.toLocaleString('en-US')),
      ...added('Variants', written.variants.length > 1 ? String(written.variants.length) : null),
      ...added('Pictures', written.images.length > 0 ? String(written.images.length) : null),
      ...added('Category', written.category),
      ...added('Status', STATUSES[written.status]),
      ...added('Warehouse', written.warehouse?.name ?? null),
    ],
  }
}

function formatRange(low: number, high: number): string | null {
  if (high === 0) return null
  return low === high ? formatCents(low) : `${formatCents(low)} to ${formatCents(high)}`
}
