import { notFound } from '#core/errors.ts'
import { type Database, inTransaction } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { notifyProductsChanged } from '../../../storefront/details/product-queries.ts'
import { lockArchivedProduct, lockOwnProduct, updateProductStatus } from '../product-queries.ts'

type ProductAction = Readonly<{ id: string; ownerId: number; now: Date }>

/**
 * Archives a product of the account's store with all its data, so that it can be restored. Orders still refer to it. An
 * archived product is unchanged. Throws `product_not_found`; refuses with `no_store`.
 */
export async function archiveProduct(db: Database, { id, ownerId, now }: ProductAction): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, ownerId)
    const product = await lockOwnProduct(tx, { supplierId, publicId: id })
    if (!product) {
      if (await lockArchivedProduct(tx, supplierId, id)) return
      throw noSuchProduct()
    }
    await updateProductStatus(tx, { ids: [product.id], status: 'archived', now })
    await notifyProductsChanged(tx, [product.publicId])
  })
}

/**
 * Restores an archived product of the account's store as a draft, which its owner can publish. A product that is not
 * archived is unchanged. Throws `product_not_found`; refuses with `no_store`.
 */
export async function restoreProduct(db: Database, { id, ownerId, now }: ProductAction): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, ownerId)
    const product = await lockArchivedProduct(tx, supplierId, id)
    if (product) await updateProductStatus(tx, { ids: [product.id], status: 'draft', now })
    else if (!(await lockOwnProduct(tx, { supplierId, publicId: id }))) throw noSuchProduct()
  })
}

function noSuchProduct() {
  return notFound('product_not_found', 'We couldn’t find this product. It may have been removed.')
}
