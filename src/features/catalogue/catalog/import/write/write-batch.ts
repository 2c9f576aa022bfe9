import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { notifyProductsChanged, refreshStockCounts } from '../../storefront/details/product-queries.ts'
import { withVariantHistory } from '../../management/product-edits/variant-history.ts'
import type { FeedProduct, FeedRefusal } from '../map/feed-product.ts'
import { imageRecords, productRecord, variantRecords } from './product-records.ts'
import {
  findImportedProducts,
  findSkuOwners,
  type ProductKey,
  insertProducts,
  replaceImages,
  updateProducts,
  configureBulkWrite,
} from './product-queries.ts'
import { applyStockCount, type StockCountResult, lockProducts } from './stock-queries.ts'
import { insertVariants, removeVariants, renameVariants, updateVariants } from './variant-queries.ts'

/**
 * The supplier whose products are written, and the time. In the same transaction an action runs when pictures are to be
 * fetched. `asOf` is the time of the stock count.
 */
export type BatchOwner = Readonly<{
  supplierId: number
  warehouseId: number
  asOf: Date
  now: Date
  /** Whether variants that the feed lacks are kept, because some of its rows could not be read. */
  keepsVariants: boolean
  enqueuePictures(tx: Transaction): Promise<void>
}>

/** The result of a batch. `oversold` has the keys of products with more units ordered than on the shelf. */
export type BatchResult = Readonly<{
  created: number
  updated: number
  refusals: readonly FeedRefusal[]
  oversold: readonly string[]
}>

/**
 * Writes products in one transaction: inserts new ones, updates changed ones, and counts their stock. Units ordered
 * since the count are deducted. A product with a SKU of another product is refused.
 */
export async function writeBatch(
  db: Database,
  owner: BatchOwner,
  products: readonly FeedProduct[],
): Promise<BatchResult> {
  if (products.length === 0) return { created: 0, updated: 0, refusals: [], oversold: [] }
  const keys = products.map((product) => product.externalKey)
  return inTransaction(db, async (tx) => {
    await configureBulkWrite(tx)
    const known = await findImportedProducts(tx, owner, keys)
    const { fitting, refusals } = await rejectTakenSkus(tx, owner.supplierId, products)
    const added = fitting.filter(({ externalKey }) => !known.has(externalKey))
    const updated = fitting.filter(({ externalKey }) => known.has(externalKey))
    const counted = await writeProducts(tx, owner, { added, updated, known })
    return {
      created: added.length,
      updated: updated.length,
      refusals,
      oversold: updated.flatMap(({ externalKey }) =>
        counted.oversold.has(known.get(externalKey)?.id ?? 0) ? [externalKey] : [],
      ),
    }
  })
}

/** The products to insert and to update. */
type BatchChanges = Readonly<{
  added: readonly FeedProduct[]
  updated: readonly FeedProduct[]
  known: ReadonlyMap<string, ProductKey>
}>

async function writeProducts(
  tx: Transaction,
  owner: BatchOwner,
  { added, updated, known }: BatchChanges,
): Promise<StockCountResult> {
  const knownIds = updated.map(({ externalKey }) => known.get(externalKey)?.id ?? 0)
  // Products are locked before any write, as orders do.
  await lockProducts(tx, knownIds)
  const author = { accountId: null, source: 'import', now: owner.now } as const
  return withVariantHistory(tx, { productIds: knownIds, author }, async () =>
    writeLockedProducts(tx, owner, { added, updated, known }),
  )
}

async function writeLockedProducts(
  tx: Transaction,
  owner: BatchOwner,
  { added, updated, known }: BatchChanges,
): Promise<StockCountResult> {
  const toRecord = (product: FeedProduct) => productRecord(product, owner.now)
  const updatedIds = updated.map(({ externalKey }) => known.get(externalKey)?.id ?? 0)
  const inserted = await insertProducts(tx, owner, added.map(toRecord))
  await updateProducts(tx, owner, updated.map(toRecord))

  const productKeys = new Map([...known, ...inserted])
  const getProductId = ({ externalKey }: FeedProduct) => productKeys.get(externalKey)?.id ?? 0
  const writtenProducts = [...added, ...updated]
  const newPictureCount = await replaceImages(
    tx,
    updatedIds,
    writtenProducts.flatMap((product) => imageRecords(product, getProductId(product))),
  )
  if (newPictureCount > 0) await owner.enqueuePictures(tx)
  const toVariantRecords = (product: FeedProduct) => variantRecords(product, getProductId(product), owner.now)
  const [addedVariants, changedVariants] = [
    added.flatMap(toVariantRecords),
    updated.flatMap(toVariantRecords),
  ]
  await renameVariants(tx, updatedIds, changedVariants)
  if (!owner.keepsVariants) await removeVariants(tx, updatedIds, changedVariants)
  await updateVariants(tx, owner.now, changedVariants)
  const returnedCount = await insertVariants(tx, owner, [...addedVariants, ...changedVariants])
  const countedVariants = [...(returnedCount > 0 ? addedVariants : []), ...changedVariants]
  const counted = await applyStockCount(tx, owner.asOf, countedVariants)
  const restocked = new Set([
    ...(returnedCount > 0 ? added.map(getProductId) : []),
    ...updatedIds,
    ...counted.changed,
  ])
  await refreshStockCounts(tx, [...restocked])
  await notifyProductsChanged(
    tx,
    writtenProducts.flatMap(({ externalKey }) => productKeys.get(externalKey)?.publicId ?? []),
  )
  return counted
}

/**
 * Returns the products whose SKUs are free or their own, and refusals of the others; of two new products the first
 * keeps the SKU.
 */
async function rejectTakenSkus(
  tx: Transaction,
  supplierId: number,
  products: readonly FeedProduct[],
): Promise<{ fitting: FeedProduct[]; refusals: FeedRefusal[] }> {
  const listSkus = ({ variants }: FeedProduct) => variants.map((variant) => variant.sku)
  const owners = new Map<string, { key: string | null; name: string }>()
  for (const { sku, key, name } of await findSkuOwners(tx, supplierId, products.flatMap(listSkus))) {
    const changed = products.find(({ externalKey }) => externalKey === key)
    if (!changed || listSkus(changed).includes(sku)) owners.set(sku, { key, name })
  }
  const accepted: FeedProduct[] = []
  const refusals: FeedRefusal[] = []
  for (const product of products) {
    const { externalKey, lines, title } = product
    const takenSku = listSkus(product).find((sku) => (owners.get(sku)?.key ?? externalKey) !== externalKey)
    if (takenSku !== undefined) {
      const reason = `the SKU ${takenSku} already belongs to “${owners.get(takenSku)?.name}”`
      refusals.push({ lines, externalKey, reason })
      continue
    }
    for (const sku of listSkus(product)) owners.set(sku, { key: externalKey, name: title })
    accepted.push(product)
  }
  return { fitting: accepted, refusals }
}
