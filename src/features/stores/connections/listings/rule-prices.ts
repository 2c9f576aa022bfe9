import type { Queryable } from '#database/database.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import { listVendorCosts, type VendorCost } from '#features/catalogue/catalog/service.ts'
import {
  applyRule,
  type ExchangeRate,
  findRule,
  type PriceRule,
  readPricing,
} from '#features/stores/pricing/service.ts'
import type { RulePrices } from '../rules.ts'

/** The basis of products' prices: the vendor's rules and rates, and variants' costs by public id. */
export type PriceBasis = Readonly<{
  rules: readonly PriceRule[]
  rates: readonly ExchangeRate[]
  costs: ReadonlyMap<string, VendorCost>
}>

/** The data of a product that its price depends on. */
export type PricedProduct = Readonly<{
  supplierId: string
  category: string
  variants: readonly Readonly<{ publicId: string }>[]
}>

/** Returns the data that a vendor's prices of products (internal keys) depend on. */
export async function readPriceBasis(
  db: Queryable,
  scope: Readonly<{ accountId: number; productKeys: readonly number[] }>,
): Promise<PriceBasis> {
  const { rules, rates } = await readPricing(db, scope.accountId)
  return { rules, rates, costs: await listVendorCosts(db, scope) }
}

/** Returns a product's prices by the vendor's rules; undefined without a rule or an exchange rate. */
export function toRulePrices(
  { rules, rates, costs }: PriceBasis,
  product: PricedProduct,
  currency: string,
): RulePrices | undefined {
  const rule = findRule(rules, product)
  const rate = rates.find((one) => one.currency === currency)
  if (!rule || (currency !== SHOP_CURRENCY && !rate)) return undefined
  return new Map(
    product.variants.flatMap(({ publicId }) => {
      const cost = costs.get(publicId)?.costCents ?? null
      return cost === null ? [] : [[publicId, applyRule(rule, cost, rate)] as const]
    }),
  )
}
