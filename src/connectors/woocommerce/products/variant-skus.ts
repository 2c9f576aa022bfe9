import { z } from 'zod'
import { refused } from '#core/errors.ts'
import type { ListedVariant, SkuChange } from '#core/products/store-variants.ts'
import { VariationAttribute } from './attributes.ts'
import { callWooCommerce, type WooClient, type WooSite } from '../call-woocommerce.ts'

const VARIATIONS_PER_PAGE = 100

const Stored = z.object({
  id: z.number(),
  sku: z.string().catch(''),
  stock_quantity: z.number().nullable().catch(null),
})
const Product = Stored.extend({ type: z.string().catch('simple') })
const Variation = Stored.extend({ attributes: z.array(VariationAttribute).catch([]) })
const Outcomes = z.object({
  update: z.array(z.object({ error: z.object({ message: z.string() }).optional() })).default([]),
})

/** Returns a listed product's variations in the site; undefined when the product no longer exists. */
export async function listVariants(
  client: WooClient,
  site: WooSite,
  productId: string,
): Promise<readonly ListedVariant[] | undefined> {
  if (!/^\d{1,15}$/.test(productId)) return undefined
  const found = await callWooCommerce(client, site, {
    path: `/wc/v3/products?include=${productId}&per_page=1&_fields=${Object.keys(Product.shape).join(',')}`,
    data: z.array(Product),
  })
  const [product] = found.data
  if (!product) return undefined
  if (product.type !== 'variable')
    return [{ id: '', sku: product.sku, values: [], quantity: product.stock_quantity }]
  const { data } = await callWooCommerce(client, site, {
    path: `/wc/v3/products/${productId}/variations?per_page=${VARIATIONS_PER_PAGE}&_fields=${Object.keys(Variation.shape).join(',')}`,
    data: z.array(Variation),
  })
  return data.map(({ id, sku, attributes, stock_quantity: quantity }) => ({
    id: String(id),
    sku,
    values: attributes.map(({ option }) => option),
    quantity,
  }))
}

/** Sets the SKUs of a listed product's variations. Throws `store_sku_refused` with the site's message. */
export async function setSkus(
  client: WooClient,
  site: WooSite,
  { productId, skus }: SkuChange,
): Promise<void> {
  const isSimple = skus.some(({ variantId }) => variantId === '')
  const path = isSimple ? '/wc/v3/products/batch' : `/wc/v3/products/${productId}/variations/batch`
  const update = skus.map(({ variantId, sku }) => ({ id: Number(variantId || productId), sku }))
  const { data } = await callWooCommerce(client, site, { path, body: { update }, data: Outcomes })
  const [error] = data.update.flatMap((outcome) => outcome.error ?? [])
  if (error) throw refused('store_sku_refused', `WooCommerce says: ${error.message}`)
}
