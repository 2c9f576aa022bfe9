import { SHOP_CURRENCY } from '#core/money.ts'
import { convertCost, findRule } from '#features/stores/pricing/service.ts'
import type { CostAlert, PendingProduct, SentOffer } from './listing-queries.ts'
import type { PriceBasis, PricedProduct } from './rule-prices.ts'

/**
 * Costs of variants in hundredths of a store's currency, and the minimum margin. That is the share of the price that is
 * to be profit at least.
 */
export type VariantCosts = Readonly<{ byVariant: ReadonlyMap<string, number>; floorBps: number }>

/** Returns what variants of a product cost in a currency; nothing where there is no rate for it. */
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
 * Returns a product's cost alert: a cost rose, and its price is below the minimum margin now. The cost is a variant's
 * since it was last sent. An alert stays until the margin is right again; a margin that was too small before is the
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
