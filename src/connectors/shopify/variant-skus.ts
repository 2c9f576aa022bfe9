import { z } from 'zod'
import { refused } from '#core/errors.ts'
import type { ListedVariant, SkuChange } from '#core/products/store-variants.ts'
import { callShopify, type ShopifyClient, type ShopifyStore } from './call-shopify.ts'
import { findByIdentifier } from './existing-product.ts'
import { SET_SKUS } from './operations.ts'

const Answer = z.object({
  productVariantsBulkUpdate: z.object({ userErrors: z.array(z.object({ message: z.string() })) }),
})

/** Returns a listed product's variants in the store; undefined when the product no longer exists. */
export async function listVariants(
  client: ShopifyClient,
  store: ShopifyStore,
  productId: string,
): Promise<readonly ListedVariant[] | undefined> {
  const product = await findByIdentifier(client, store, { id: productId })
  return product?.variants.nodes.map(({ id, sku, values, quantity }) => ({ id, sku, values, quantity }))
}

/** Sets the SKUs of a listed product's variants. Throws `store_sku_refused` with Shopify's message. */
export async function setSkus(
  client: ShopifyClient,
  store: ShopifyStore,
  { productId, skus }: SkuChange,
): Promise<void> {
  const variants = skus.map(({ variantId: id, sku }) => ({ id, inventoryItem: { sku } }))
  const { productVariantsBulkUpdate } = await callShopify(client, store, {
    document: SET_SKUS,
    variables: { productId, variants },
    data: Answer,
  })
  const { userErrors } = productVariantsBulkUpdate
  if (userErrors.length > 0)
    throw refused('store_sku_refused', `Shopify says: ${userErrors.map(({ message }) => message).join(' ')}`)
}
