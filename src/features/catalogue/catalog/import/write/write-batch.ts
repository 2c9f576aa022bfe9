import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { notifyProductsChanged, refreshStockCounts } from '../../details/product-queries.ts'
import { withVariantHistory } from '../../product-edits/variant-history.ts'
import type { FeedProduct, FeedRefusal, FeedWarning } from '../map/feed-product.ts'
import { hashContent, imageRecords, productRecord, variantRecords } from './product-records.ts'
import {
  findImportedProducts,
  findSkuOwners,
  type ImportedProduct,
  type ProductKey,
  insertProducts,
  replaceImages,
  updateProducts,
  configureBulkWrite,
} from './product-queries.ts'
import { applyStockCount, type StockCountResult, lockProducts } from './stock-queries.ts'
import { insertVariants, removeVariants, renameVariants, updateVariants } from './variant-queries.ts'

/**
 * For whom products are written, when, and what happens in the same transaction when pictures wait to be fetched. `asOf` is the
 * moment at which their stock was counted.
 */
export type BatchOwner = Readonly<{
  supplierId: number
  warehouseId: number
  asOf: Date
  now: Date
  /** Keep variants that the feed no longer has: some of its rows could not be read. */
  keepsVariants: boolean
  /** Write also what says the same as the last import: somebody has changed it since. */
  rewrites?: boolean
  enqueuePictures(tx: Transaction): Promise<void>
}>

/** What became of a batch. */
export type BatchResult = Readonly<{
  created: number
  updated: number
  unchanged: number
  refusals: readonly FeedRefusal[]
  warnings: readonly FeedWarning[]
}>

type HashedProduct = Readonly<{ product: FeedProduct; hash: string }>

/**
 * Writes products in one transaction, in sets: new ones are added in their order, changed ones changed where they differ, their
 * stock is counted by what was ordered meanwhile, and rows of those that say the same as before are not touched. A product
 * whose SKU belongs to another one is refused.
 */
export async function writeBatch(
  db: Database,
  owner: BatchOwner,
  products: readonly FeedProduct[],
): Promise<BatchResult> {
  if (products.length === 0) return { created: 0, updated: 0, unchanged: 0, refusals: [], warnings: [] }
  const hashed = products.map((product) => ({ product, hash: hashContent(product) }))
  const keys = products.map((product) => product.externalKey)
  return inTransaction(db, async (tx) => {
    await configureBulkWrite(tx)
    const importedProducts = await findImportedProducts(tx, owner, keys)
    const findImported = ({ product }: HashedProduct) => importedProducts.get(product.externalKey)
    const isUnchanged = (item: HashedProduct) =>
      owner.rewrites !== true && findImported(item)?.hash === item.hash
    const changed = hashed.filter((item) => !isUnchanged(item))
    const unchangedProducts = hashed.filter(isUnchanged)
    const { fitting, refusals } = await rejectTakenSkus(tx, owner.supplierId, changed)
    const added = fitting.filter((item) => !findImported(item))
    const updated = fitting.filter((item) => findImported(item))
    const recounted = unchangedProducts.filter((item) => findImported(item)?.isCountedBefore)
    const counted = await writeProducts(tx, owner, { added, updated, recounted, known: importedProducts })
    const restocked = recounted.filter((item) => counted.changed.has(findImported(item)?.id ?? 0)).length
    return {
      created: added.length,
      updated: updated.length + restocked,
      unchanged: unchangedProducts.length - restocked,
      refusals,
      warnings: createStockWarnings([...fitting, ...unchangedProducts], importedProducts, counted),
    }
  })
}

/** What is new, what says something else than before, and what only its stock is counted of again. */
type BatchChanges = Readonly<{
  added: readonly HashedProduct[]
  updated: readonly HashedProduct[]
  recounted: readonly HashedProduct[]
  known: ReadonlyMap<string, ProductKey>
}>

async function writeProducts(
  tx: Transaction,
  owner: BatchOwner,
  { added, updated, recounted, known }: BatchChanges,
): Promise<StockCountResult> {
  const getKnownId = ({ product }: HashedProduct) => known.get(product.externalKey)?.id ?? 0
  const [updatedIds, recountedIds] = [updated.map(getKnownId), recounted.map(getKnownId)]
  const knownIds = [...updatedIds, ...recountedIds]
  // Before anything of them is written: orders lock products first, too.
  await lockProducts(tx, knownIds)
  const author = { accountId: null, source: 'import', now: owner.now } as const
  return withVariantHistory(tx, { productIds: knownIds, author }, async () =>
    writeLockedProducts(tx, owner, { added, updated, recounted, known }),
  )
}

async function writeLockedProducts(
  tx: Transaction,
  owner: BatchOwner,
  { added, updated, recounted, known }: BatchChanges,
): Promise<StockCountResult> {
  const toRecord = ({ product, hash }: HashedProduct) => productRecord(product, hash, owner.now)
  const getKnownId = ({ product }: HashedProduct) => known.get(product.externalKey)?.id ?? 0
  const updatedIds = updated.map(getKnownId)
  const inserted = await insertProducts(tx, owner, added.map(toRecord))
  await updateProducts(tx, owner, updated.map(toRecord))

  const productKeys = new Map([...known, ...inserted])
  const getProductId = ({ product }: HashedProduct) => productKeys.get(product.externalKey)?.id ?? 0
  const writtenProducts = [...added, ...updated]
  const newPictureCount = await replaceImages(
    tx,
    updatedIds,
    writtenProducts.flatMap((item) => imageRecords(item.product, getProductId(item))),
  )
  if (newPictureCount > 0) await owner.enqueuePictures(tx)
  const toVariantRecords = (item: HashedProduct) =>
    variantRecords(item.product, getProductId(item), owner.now)
  const [addedVariants, changedVariants] = [
    added.flatMap(toVariantRecords),
    updated.flatMap(toVariantRecords),
  ]
  await renameVariants(tx, updatedIds, changedVariants)
  if (!owner.keepsVariants) await removeVariants(tx, updatedIds, changedVariants)
  await updateVariants(tx, owner.now, changedVariants)
  const returnedCount = await insertVariants(tx, owner, [...addedVariants, ...changedVariants])
  const countedVariants = [
    ...(returnedCount > 0 ? addedVariants : []),
    ...changedVariants,
    ...recounted.flatMap(toVariantRecords),
  ]
  const counted = await applyStockCount(tx, owner.asOf, countedVariants)
  const restocked = new Set([
    ...(returnedCount > 0 ? added.map(getProductId) : []),
    ...updatedIds,
    ...counted.changed,
  ])
  await refreshStockCounts(tx, [...restocked])
  await notifyProductsChanged(
    tx,
    writtenProducts.flatMap(({ product }) => productKeys.get(product.externalKey)?.publicId ?? []),
  )
  return counted
}

/** What the supplier is to know of the stock of these products. */
function createStockWarnings(
  products: readonly HashedProduct[],
  importedProducts: ReadonlyMap<string, ImportedProduct>,
  { oversold }: StockCountResult,
): FeedWarning[] {
  return products.flatMap(({ product: { externalKey, lines } }) => {
    const imported = importedProducts.get(externalKey)
    const createWarning = (text: string) => ({ line: lines.first, text })
    return [
      ...(imported?.isCountedAfter
        ? [createWarning('a newer stock count exists: the count in this file was ignored')]
        : []),
      ...(imported && oversold.has(imported.id)
        ? [createWarning('more units are ordered than this file counts: out of stock until restocked')]
        : []),
    ]
  })
}

/** Products whose SKUs are free or their own, and refusals of the others; of two new ones the earlier keeps the SKU. */
async function rejectTakenSkus(
  tx: Transaction,
  supplierId: number,
  changed: readonly HashedProduct[],
): Promise<{ fitting: HashedProduct[]; refusals: FeedRefusal[] }> {
  const listSkus = ({ product }: HashedProduct) => product.variants.map((variant) => variant.sku)
  const owners = new Map<string, { key: string | null; name: string }>()
  for (const { sku, key, name } of await findSkuOwners(tx, supplierId, changed.flatMap(listSkus))) {
    const changedProduct = changed.find(({ product }) => product.externalKey === key)
    if (!changedProduct || listSkus(changedProduct).includes(sku)) owners.set(sku, { key, name })
  }
  const accepted: HashedProduct[] = []
  const refusals: FeedRefusal[] = []
  for (const item of changed) {
    const { externalKey, lines, title } = item.product
    const takenSku = listSkus(item).find((sku) => (owners.get(sku)?.key ?? externalKey) !== externalKey)
    if (takenSku !== undefined) {
      const reason = `the SKU ${takenSku} already belongs to “${owners.get(takenSku)?.name}”`
      refusals.push({ lines, externalKey, reason })
      continue
    }
    for (const sku of listSkus(item)) owners.set(sku, { key: externalKey, name: title })
    accepted.push(item)
  }
  return { fitting: accepted, refusals }
}
