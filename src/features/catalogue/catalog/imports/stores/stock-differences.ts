import type { Queryable } from '#database/database.ts'
import { UNTRACKED_STOCK } from '../../import/map/assembly.ts'
import { selectFollowed } from '../../store-products/follow-rules.ts'
import { type ExistingProduct, selectExistingProducts } from '../plans/existing-queries.ts'
import type { SyncedStore } from './sync-queries.ts'

/** The stock of a variant in its store; null if the store does not count it. */
type CountedVariant = Readonly<{ productId: string; variantId: string; quantity: number | null }>

/** Returns the store's ids of products whose stock follows the store and differs here. */
export async function findStockDifferences(
  db: Queryable,
  { supplierId, keyPrefix, followed }: Pick<SyncedStore, 'supplierId' | 'keyPrefix' | 'followed'>,
  { levels, asOf }: Readonly<{ levels: readonly CountedVariant[]; asOf: Date }>,
): Promise<string[]> {
  const ids = [...new Set(levels.map(({ productId }) => productId))]
  const keys = ids.map((id) => keyPrefix + id)
  const existing = await selectExistingProducts(db, { supplierId, asOf }, keys)
  const isOther = (product: ExistingProduct, { variantId, quantity }: CountedVariant) => {
    const variant = product.variants.find(({ key }) => key === variantId)
    return variant !== undefined && Math.max(0, variant.shelf) !== (quantity ?? UNTRACKED_STOCK)
  }
  return ids.filter((id) => {
    const product = existing.get(keyPrefix + id)
    if (!product || !selectFollowed(followed, product).has('stock')) return false
    return levels.some((level) => level.productId === id && isOther(product, level))
  })
}
