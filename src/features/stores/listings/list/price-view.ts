import { SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import {
  type PendingProduct,
  prepareForStore,
  type PriceBasis,
  toRulePrices,
} from '#features/stores/connections/service.ts'
import { convertCost } from '#features/stores/pricing/service.ts'
import type { ListingData } from '../contract.ts'

/** A product's cost and price in a store, in hundredths of its currency. */
export type ListingPrice = Readonly<{
  cost: number | null
  price: number | null
  highest: number | null
  minimumPrice: number | null
  source: ListingData['priceSource']
  stock: number
  problem: string | null
}>

/** Returns the price and cost of a product's cheapest variant in a store that sells in `currency`. */
export function toListingPrice(product: PendingProduct, basis: PriceBasis, currency: string): ListingPrice {
  const prepared = prepareForStore(product, { basis, currency, publicUrl: 'https://unused.example' })
  const rate = basis.rates.find((one) => one.currency === currency)
  const isConvertible = currency === SHOP_CURRENCY || rate !== undefined
  const source = toPriceSource(product, toRulePrices(basis, product, currency) !== undefined)
  if (!prepared.isReady)
    return {
      cost: null,
      price: null,
      highest: null,
      minimumPrice: null,
      source,
      stock: 0,
      problem: prepared.problem,
    }
  const { keepsPrice = false, variants } = prepared.product
  const offers = variants.map(({ reference, price, quantity }) => {
    const { costCents = null, minimumRetailCents = null } = basis.costs.get(reference) ?? {}
    const stored = keepsPrice ? (product.sent?.variants[reference]?.price ?? null) : price
    const convert = (cents: number | null) =>
      cents === null || !isConvertible ? null : convertCost(cents, rate)
    return {
      price: stored === null ? null : Math.round(Number(stored) * 100),
      cost: convert(costCents),
      minimum: convert(minimumRetailCents),
      quantity,
    }
  })
  const cheapest = offers.toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0))[0]
  return {
    cost: cheapest?.cost ?? null,
    price: cheapest?.price ?? null,
    highest: offers.reduce<number | null>((most, { price }) => Math.max(most ?? 0, price ?? 0) || null, null),
    minimumPrice: cheapest?.minimum ?? null,
    source,
    stock: offers.reduce((sum, { quantity }) => sum + quantity, 0),
    problem: prepared.priceProblem,
  }
}

function toPriceSource(
  { isPriceLocked, retailAmount }: PendingProduct,
  hasRule: boolean,
): ListingPrice['source'] {
  if (isPriceLocked) return 'store'
  if (retailAmount !== null) return 'mine'
  return hasRule ? 'rule' : 'marketplace'
}

/** Returns a sale's profit and margin in ten-thousandths; null if cost or price is unknown. */
export function toProfit({ cost, price }: Pick<ListingPrice, 'cost' | 'price'>): {
  profit: number | null
  marginBps: number | null
} {
  if (cost === null || price === null) return { profit: null, marginBps: null }
  const profit = price - cost
  return { profit: toDecimal(profit), marginBps: price === 0 ? null : Math.round((profit * 10_000) / price) }
}

/** Returns an amount in units of its currency, or null. */
export function toUnits(hundredths: number | null): number | null {
  return hundredths === null ? null : toDecimal(hundredths)
}
