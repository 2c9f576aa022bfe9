import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { notifyOf, updateStockFigures } from '../../product-queries.ts'
import type { FeedProduct, FeedRefusal, FeedWarning } from '../map/feed-product.ts'
import { contentHash, imageRecords, productRecord, variantRecords } from './product-records.ts'
import {
  findKnownProducts,
  findSkuOwners,
  type FoundProduct,
  type KnownProduct,
  insertProducts,
  replaceImages,
  updateProducts,
  writeFast,
} from './product-queries.ts'
import { countStock, type Counted, lockProducts } from './stock-queries.ts'
import { insertVariants, removeVariants, renameVariants, updateVariants } from './variant-queries.ts'

/**
 * For whom pieces are written, when, and what happens in the same transaction when pictures wait to be fetched. `asOf` is the
 * moment at which their stock was counted.
 */
export type BatchOwner = Readonly<{
  supplierId: number
  warehouseId: number
  asOf: Date
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
  warnings: readonly FeedWarning[]
}>

type Hashed = Readonly<{ product: FeedProduct; hash: string }>

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
  const hashed = products.map((product) => ({ product, hash: contentHash(product) }))
  const keys = products.map((product) => product.externalKey)
  return inTransaction(db, async (tx) => {
    await writeFast(tx)
    const known = await findKnownProducts(tx, owner, keys)
    const foundOf = ({ product }: Hashed) => known.get(product.externalKey)
    const changed = hashed.filter((one) => foundOf(one)?.hash !== one.hash)
    const same = hashed.filter((one) => foundOf(one)?.hash === one.hash)
    const { fitting, refusals } = await sortOutSkus(tx, owner.supplierId, changed)
    const added = fitting.filter((one) => !foundOf(one))
    const updated = fitting.filter((one) => foundOf(one))
    const recounted = same.filter((one) => foundOf(one)?.isCountedBefore)
    const counted = await writeProducts(tx, owner, { added, updated, recounted, known })
    const restocked = recounted.filter((one) => counted.changed.has(foundOf(one)?.id ?? 0)).length
    return {
      created: added.length,
      updated: updated.length + restocked,
      unchanged: same.length - restocked,
      refusals,
      warnings: warningsOf([...fitting, ...same], known, counted),
    }
  })
}

/** What is new, what says something else than before, and what only its stock is counted of again. */
type Written = Readonly<{
  added: readonly Hashed[]
  updated: readonly Hashed[]
  recounted: readonly Hashed[]
  known: ReadonlyMap<string, KnownProduct>
}>

async function writeProducts(
  tx: Transaction,
  owner: BatchOwner,
  { added, updated, recounted, known }: Written,
): Promise<Counted> {
  const record = ({ product, hash }: Hashed) => productRecord(product, hash, owner.now)
  const knownId = ({ product }: Hashed) => known.get(product.externalKey)?.id ?? 0
  const [updatedIds, recountedIds] = [updated.map(knownId), recounted.map(knownId)]
  // Before anything of them is written: orders lock products first, too.
  await lockProducts(tx, [...updatedIds, ...recountedIds])
  const inserted = await insertProducts(tx, owner, added.map(record))
  await updateProducts(tx, owner, updated.map(record))

  const written = new Map([...known, ...inserted])
  const idOf = ({ product }: Hashed) => written.get(product.externalKey)?.id ?? 0
  const all = [...added, ...updated]
  const waiting = await replaceImages(
    tx,
    updatedIds,
    all.flatMap((one) => imageRecords(one.product, idOf(one))),
  )
  if (waiting > 0) await owner.enqueuePictures(tx)
  const variantsOf = (one: Hashed) => variantRecords(one.product, idOf(one), owner.now)
  const [additions, changes] = [added.flatMap(variantsOf), updated.flatMap(variantsOf)]
  await renameVariants(tx, updatedIds, changes)
  if (!owner.keepsVariants) await removeVariants(tx, updatedIds, changes)
  await updateVariants(tx, owner.now, changes)
  const returned = await insertVariants(tx, owner, [...additions, ...changes])
  const shelf = [...(returned > 0 ? additions : []), ...changes, ...recounted.flatMap(variantsOf)]
  const counted = await countStock(tx, owner.asOf, shelf)
  const restocked = new Set([...(returned > 0 ? added.map(idOf) : []), ...updatedIds, ...counted.changed])
  await updateStockFigures(tx, [...restocked])
  await notifyOf(
    tx,
    all.flatMap(({ product }) => written.get(product.externalKey)?.publicId ?? []),
  )
  return counted
}

/** What the supplier is to know of the stock of these products. */
function warningsOf(
  taken: readonly Hashed[],
  known: ReadonlyMap<string, FoundProduct>,
  { oversold }: Counted,
): FeedWarning[] {
  return taken.flatMap(({ product: { externalKey, lines } }) => {
    const found = known.get(externalKey)
    const warn = (text: string) => ({ line: lines.first, text })
    return [
      ...(found?.isCountedAfter
        ? [warn('its stock was counted later than in this file: the newer count stays')]
        : []),
      ...(found && oversold.has(found.id)
        ? [warn('more units are ordered than this file counts: not for sale until there are more')]
        : []),
    ]
  })
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
