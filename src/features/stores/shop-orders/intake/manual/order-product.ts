import { notFound } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import { listVendorCosts } from '#features/catalogue/catalog/service.ts'
import type { OrderProductData } from './contract.ts'
import { listProductVariants } from './manual-queries.ts'

/** Returns a product for a manual order. Throws `product_not_found`. */
export async function readOrderProduct(
  db: Queryable,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<OrderProductData> {
  const variants = await listProductVariants(db, id)
  const [first] = variants
  if (!first) throw notFound('product_not_found', 'This product is no longer on sale.')
  const costs = await listVendorCosts(db, { accountId, productKeys: [first.productKey] })
  return {
    id: first.productId,
    name: first.productName,
    supplier: first.supplierName,
    variants: variants.map(({ variantId, variantTitle, stock, sellAmount }) => {
      const cost = costs.get(variantId)?.costCents ?? null
      return {
        id: variantId,
        title: variantTitle,
        cost: cost === null ? null : toDecimal(cost),
        stock,
        suggestedPrice: toDecimal(sellAmount),
      }
    }),
  }
}
