import { SHOP_CURRENCY } from '#core/money.ts'
import { convertCost, findRule } from '#features/stores/pricing/service.ts'
import type { CostAlert, PendingProduct, SentOffer } from './listing-queries.ts'
import type { PriceBasis, PricedProduct } from './rule-prices.ts'

/**
 * The costs of variants in hundredths of a store's currency, and the minimum margin: the least share of the price that
 * must be profit.
 */
export type VariantCosts = Readonly<{ byVariant: ReadonlyMap<string, number>; floorBps: number }>

/** Returns the costs of a product's variants in a currency; undefined without an exchange rate. */
export function toVariantCosts(
  { rules, rates, costs }: PriceBasis,
  product: PricedProduct,
  currency: string,
): VariantCosts {
  const rate = rates.find((one) => one.currency === currency)
  const floorBps = findRule(rules, product)?.minMarginBps ?? 0
  if (currency !== SHOP_CURRENCY && !rate) return { byVariant: new Map(), floorBps }
  const byVariant = new Map(
    product.variants.flatMap(({ publicId }) => {
      const cost = costs.get(publicId)?.costCents ?? null
      return cost === null ? [] : [[publicId, convertCost(cost, rate)] as const]
    }),
  )
  return { byVariant, floorBps }
}

/**
 * Returns a product's cost alert, if any. A variant's cost rose since it was last sent, and its price is now below the
 * minimum margin. An alert stays until the margin is sufficient again; a margin that was too small before is the
 * vendor's own choice.
 */
export function findCostAlert(
  { sent, costAlert }: Pick<PendingProduct, 'sent' | 'costAlert'>,
  now: SentOffer,
  floorBps: number,
): CostAlert | null {
  const alerts = Object.entries(now.variants).flatMap(([reference, { price, cost }]): CostAlert[] => {
    const before = sent?.variants[reference]?.cost ?? null
    if (price === null || cost === null || cost === undefined) return []
    const hundredths = Math.round(Number(price) * 100)
    const marginBps = hundredths === 0 ? -10_000 : Math.round(((hundredths - cost) * 10_000) / hundredths)
    if (marginBps >= floorBps) return []
    const start = costAlert?.before ?? before
    if (start === null || cost <= start) return []
    const hasRisen = before !== null && cost > before
    return hasRisen || costAlert ? [{ before: start, after: cost, marginBps, floorBps }] : []
  })
  return alerts.toSorted((a, b) => a.marginBps - b.marginBps)[0] ?? null
}
