import { type Database, inTransaction } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { notFound } from '#core/errors.ts'
import { notifyProductsChanged } from '../../storefront/details/product-queries.ts'
import { insertChanges, type ProductChangeRecord } from '../product-edits/history-queries.ts'
import { setPictures } from './picture-queries.ts'
import {
  type LockedProduct,
  lockOwnProduct,
  lockOwnProducts,
  selectVariantPrices,
  updateProductStatus,
} from './product-queries.ts'
import { explainIncompleteProduct } from './product-rules.ts'

/** The products to publish by their public ids, their owner, and the time. */
export type PublishInput = Readonly<{
  ids: readonly string[]
  ownerId: number
  memberId: number
  now: Date
}>

/** The result of publishing products. */
export type PublishResult = Readonly<{
  published: string[]
  lacking: { id: string; name: string; problem: string }[]
  isVerified: boolean
}>

/**
 * Publishes drafts of the account's store. Incomplete products stay drafts, and their problems are returned; published
 * ones are unchanged. Throws `product_not_found` when a product belongs to another store; refuses with `no_store`.
 */
export async function publishProducts(
  db: Database,
  { ids, ownerId, memberId, now }: PublishInput,
): Promise<PublishResult> {
  return inTransaction(db, async (tx) => {
    const { supplierId, isVerified } = await getStoreLocation(tx, ownerId)
    const requestedIds = [...new Set(ids)]
    const lockedProducts = await lockOwnProducts(tx, supplierId, requestedIds)
    if (lockedProducts.length !== requestedIds.length)
      throw notFound('product_not_found', 'We couldn’t find this product. It may have been removed.')
    const prices = await selectVariantPrices(
      tx,
      lockedProducts.map(({ id }) => id),
    )
    const findProblem = ({ id, name }: LockedProduct) =>
      explainIncompleteProduct(
        name,
        prices.filter(({ productId }) => productId === id),
      )
    const complete = lockedProducts.filter((product) => findProblem(product) === undefined)
    const drafts = complete.filter(({ status }) => status === 'draft')
    await updateProductStatus(tx, { ids: drafts.map(({ id }) => id), status: 'active', now })
    await insertChanges(tx, { accountId: memberId, source: 'form', now }, toStatusRecords(drafts, 'active'))
    await notifyProductsChanged(
      tx,
      drafts.map(({ publicId }) => publicId),
    )
    const incomplete = lockedProducts.flatMap((product) => {
      const problem = findProblem(product)
      return problem ? [{ id: product.publicId, name: product.name, problem }] : []
    })
    return { published: complete.map(({ publicId }) => publicId), lacking: incomplete, isVerified }
  })
}

/**
 * Removes a product of the account's store from the marketplace permanently; its page says so. Orders keep its data.
 * Throws `product_not_found`; refuses with `no_store`.
 */
export async function removeProduct(
  db: Database,
  { id, ownerId, memberId, now }: Readonly<{ id: string; ownerId: number; memberId: number; now: Date }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, ownerId)
    const product = await lockOwnProduct(tx, { supplierId, publicId: id })
    if (!product)
      throw notFound('product_not_found', 'We couldn’t find this product. It may have been removed.')
    if (product.status === 'draft')
      await setPictures(tx, {
        productId: product.id,
        supplierId,
        keys: [],
        alt: '',
        previousAlt: '',
        texts: {},
        isDraft: true,
      })
    await updateProductStatus(tx, { ids: [product.id], status: 'archived', now })
    await insertChanges(
      tx,
      { accountId: memberId, source: 'form', now },
      toStatusRecords([product], 'archived'),
    )
    await notifyProductsChanged(tx, [product.publicId])
  })
}

/** Returns the history records of products with a new status. */
function toStatusRecords(
  products: readonly LockedProduct[],
  after: 'active' | 'archived',
): ProductChangeRecord[] {
  return products.map(({ id: productId, status: before }) => ({
    productId,
    variantId: null,
    sku: '',
    title: '',
    field: 'status',
    before,
    after,
  }))
}
