import { notFound } from '#core/errors.ts'
import { SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import { listVendorCosts } from '#features/catalogue/catalog/service.ts'
import { findSupplierReliability } from '#features/sales/orders/service.ts'
import { quoteVendorShipments, type RateSource } from '#features/sales/shipping/service.ts'
import { selectConnections } from '#features/stores/connections/service.ts'
import { readPricing } from '#features/stores/pricing/service.ts'
import type { ProductCostsData } from './contract.ts'
import { type CostedVariant, findCostedProduct, listCostedVariants } from './cost-queries.ts'

/** A request of a product's cost, for an account and a destination. */
export type CostRequest = Readonly<{ accountId: number; id: string; country: string }>

/**
 * Returns a product's cost for a vendor, shipped to a country, and its supplier's reliability. Throws
 * `product_not_found`.
 */
export async function readProductCosts(
  db: Queryable,
  { rateSource }: Readonly<{ rateSource: RateSource }>,
  { accountId, id, country }: CostRequest,
): Promise<ProductCostsData> {
  const product = await findCostedProduct(db, id)
  if (!product) throw notFound('product_not_found', 'This product is no longer on sale.')
  const [variants, costs, connections, { rates }, reliability] = await Promise.all([
    listCostedVariants(db, product.key),
    listVendorCosts(db, { accountId, productKeys: [product.key] }),
    selectConnections(db, accountId),
    readPricing(db, accountId),
    findSupplierReliability(db, product.supplierKey),
  ])
  const [first] = variants
  const unitAmount = (first && costs.get(first.id)?.costCents) ?? 0
  const toCents = (cents: number | null = null) => (cents === null ? null : toDecimal(cents))
  return {
    productId: product.id,
    name: product.name,
    variants: variants.map((variant) => ({
      id: variant.id,
      title: variant.title,
      cost: toCents(costs.get(variant.id)?.costCents),
      minimumPrice: toCents(costs.get(variant.id)?.minimumRetailCents),
      suggestedPrice: toDecimal(variant.price),
      stock: variant.stock,
    })),
    stockConfirmedAt: product.confirmedAt?.toISOString() ?? null,
    shipping: await quoteUnit(db, { rateSource, id, first, unitAmount, country }),
    supplier: { id: product.supplierId, name: product.supplierName, ...reliability },
    stores: connections.map(({ name, currency }) => ({ name, currency, rate: findRate(currency, rates) })),
  }
}

type UnitQuote = Readonly<{
  rateSource: RateSource
  id: string
  first: CostedVariant | undefined
  unitAmount: number
  country: string
}>

/** Returns the shipping cost of one unit. Surcharges for some places are unknown with only the country. */
async function quoteUnit(
  db: Queryable,
  { rateSource, id, first, unitAmount, country }: UnitQuote,
): Promise<ProductCostsData['shipping']> {
  if (!first) return []
  const [shipment] = await quoteVendorShipments(db, {
    lines: [{ productId: id, variantId: first.id, quantity: 1, unitAmount }],
    destination: { country, postcode: '', city: '', state: '' },
    rateSource,
  })
  return (shipment?.rates ?? []).map(({ service, amount, minDays, estimatedDays }) => ({
    service,
    amount: toDecimal(amount),
    minDays,
    maxDays: estimatedDays,
  }))
}

function findRate(
  currency: string,
  rates: readonly Readonly<{ currency: string; rateMicros: number }>[],
): number | null {
  if (currency === SHOP_CURRENCY) return 1
  const rate = rates.find((one) => one.currency === currency)
  return rate ? rate.rateMicros / 1_000_000 : null
}
