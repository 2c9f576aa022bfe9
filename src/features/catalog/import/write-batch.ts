import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { notifyOf, updateStockFigures } from '../product-queries.ts'
import type { FeedProduct, FeedRefusal } from './feed-product.ts'
import { contentHash, imageRecords, productRecord, variantRecords } from './product-records.ts'
import {
  findKnownProducts,
  findSkuOwners,
  type KnownProduct,
  insertProducts,
  insertVariants,
  removeVariants,
  replaceImages,
  updateProducts,
  updateVariants,
  writeFast,
} from './queries-products.ts'

/** For whom pieces are written, when, and what happens in the same transaction when pictures wait to be fetched. */
export type BatchOwner = Readonly<{
  supplierId: number
  warehouseId: number
  now: Date
  /** Keep variants that the feed no longer has: some of its rows could not be read. */
  keepsVariants: boolean
  enqueuePictures(tx: Transaction): Promise<void>
}>

/** What became of a batch. */
export type BatchResult = Readonly<{
  created: number
  updated: number
  unchanged: number
  refusals: readonly FeedRefusal[]
}>

type Hashed = Readonly<{ product: FeedProduct; hash: string }>

/**
 * Writes pieces in one transaction, in sets: new ones are added in their order, changed ones changed where they differ, and
 * rows of unchanged ones are not touched. A piece whose SKU belongs to another one is refused.
 */
export async function writeBatch(
  db: Database,
  owner: BatchOwner,
  products: readonly FeedProduct[],
): Promise<BatchResult> {
  if (products.length === 0) return { created: 0, updated: 0, unchanged: 0, refusals: [] }
  const hashed = products.map((product) => ({ product, hash: contentHash(product) }))
  const keys = products.map((product) => product.externalKey)
  return inTransaction(db, async (tx) => {
    await writeFast(tx)
    const known = await findKnownProducts(tx, owner.supplierId, keys)
    const changed = hashed.filter(({ product, hash }) => known.get(product.externalKey)?.hash !== hash)
    const unchanged = products.length - changed.length
    if (changed.length === 0) return { created: 0, updated: 0, unchanged, refusals: [] }
    const { fitting, refusals } = await sortOutSkus(tx, owner.supplierId, changed)
    const added = fitting.filter(({ product }) => !known.has(product.externalKey))
    const updated = fitting.filter(({ product }) => known.has(product.externalKey))
    const waitingImages = await writeProducts(tx, owner, { added, updated, known })
    if (waitingImages > 0) await owner.enqueuePictures(tx)
    return { created: added.length, updated: updated.length, unchanged, refusals }
  })
}

/** Gives how many pictures wait to be fetched now. */
async function writeProducts(
  tx: Transaction,
  owner: BatchOwner,
  {
    added,
    updated,
    known,
  }: { added: readonly Hashed[]; updated: readonly Hashed[]; known: ReadonlyMap<string, KnownProduct> },
): Promise<number> {
  const record = ({ product, hash }: Hashed) => productRecord(product, hash, owner.now)
  const inserted = await insertProducts(tx, owner, added.map(record))
  await updateProducts(tx, owner, updated.map(record))

  const written = new Map([...known, ...inserted])
  const idOf = ({ product }: Hashed) => written.get(product.externalKey)?.id ?? 0
  const updatedIds = updated.map(idOf)
  const all = [...added, ...updated]
  const waiting = await replaceImages(
    tx,
    updatedIds,
    all.flatMap((one) => imageRecords(one.product, idOf(one))),
  )
  const changes = updated.flatMap((one) => variantRecords(one.product, idOf(one), owner.now))
  if (!owner.keepsVariants) await removeVariants(tx, updatedIds, changes)
  await updateVariants(tx, owner.now, changes)
  const additions = added.flatMap((one) => variantRecords(one.product, idOf(one), owner.now))
  await insertVariants(tx, owner, [...additions, ...changes])
  await updateStockFigures(tx, updatedIds)
  await notifyOf(
    tx,
    all.flatMap(({ product }) => written.get(product.externalKey)?.publicId ?? []),
  )
  return waiting
}

/** Pieces whose SKUs are free or their own, and refusals of the others; of two new ones the earlier keeps the SKU. */
async function sortOutSkus(
  tx: Transaction,
  supplierId: number,
  changed: readonly Hashed[],
): Promise<{ fitting: Hashed[]; refusals: FeedRefusal[] }> {
  const skusOf = ({ product }: Hashed) => product.variants.map((variant) => variant.sku)
  const owners = new Map<string, { key: string | null; name: string }>()
  for (const { sku, key, name } of await findSkuOwners(tx, supplierId, changed.flatMap(skusOf))) {
    const rewritten = changed.find(({ product }) => product.externalKey === key)
    if (!rewritten || skusOf(rewritten).includes(sku)) owners.set(sku, { key, name })
  }
  const fitting: Hashed[] = []
  const refusals: FeedRefusal[] = []
  for (const one of changed) {
    const { externalKey, lines, title } = one.product
    const taken = skusOf(one).find((sku) => (owners.get(sku)?.key ?? externalKey) !== externalKey)
    if (taken !== undefined) {
      const reason = `the SKU ${taken} belongs to “${owners.get(taken)?.name}” already`
      refusals.push({ lines, externalKey, reason })
      continue
    }
    for (const sku of skusOf(one)) owners.set(sku, { key: externalKey, name: title })
    fitting.push(one)
  }
  return { fitting, refusals }
}
