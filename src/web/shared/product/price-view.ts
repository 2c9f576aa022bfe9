import { SHOP_CURRENCY } from '#core/money.ts'

/** Prices in dollars: what is asked now and what the product cost before, with the discount as a text like `12.5%`. */
export type PriceView = Readonly<{
  origPrice: number
  newPrice: number
  discount: string
  isDiscount: boolean
}>

/** The prices to show. An offer that is empty, zero or not below the price is none (CARD-02). */
export function toPriceView(price: number, offerPrice: number | null | undefined): PriceView {
  const isDiscount = typeof offerPrice === 'number' && offerPrice > 0 && offerPrice < price
  const newPrice = isDiscount ? offerPrice : price
  const percent = price > 0 ? ((price - newPrice) / price) * 100 : 0
  return { origPrice: price, newPrice, discount: `${percent.toFixed(1)}%`, isDiscount }
}

/** Dollars as the shop shows them: `$` and two decimals (CONST-09). */
export function formatDollars(dollars: number): string {
  return `$${dollars.toFixed(2)}`
}

/** An amount of any currency: dollars as the shop shows them, others with their code and their own decimals (ISO 4217). */
export function formatAmount(amount: number, currency: string): string {
  if (currency === SHOP_CURRENCY) return formatDollars(amount)
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return `${currency} ${amount.toFixed(maximumFractionDigits)}`
}
