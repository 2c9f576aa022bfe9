import { formatCents, formatMoney, minorDigits } from '#core/money.ts'

/** Prices in dollars: the current one and the original one, with the discount as a text like `12.5%`. */
export type PriceView = Readonly<{
  origPrice: number
  newPrice: number
  discount: string
  isDiscount: boolean
}>

/** Returns the prices to show. An offer that is empty, zero or not below the price is ignored (CARD-02). */
export function toPriceView(price: number, offerPrice: number | null | undefined): PriceView {
  const isDiscount = typeof offerPrice === 'number' && offerPrice > 0 && offerPrice < price
  const newPrice = isDiscount ? offerPrice : price
  const percent = price > 0 ? ((price - newPrice) / price) * 100 : 0
  return { origPrice: price, newPrice, discount: `${percent.toFixed(1)}%`, isDiscount }
}

/** Returns an amount in dollars as the shop shows it: `$11,200.00` (CONST-09). */
export function formatDollars(dollars: number): string {
  return formatCents(Math.round(dollars * 100))
}

/** Returns an amount of any currency, in its major unit: dollars as the shop shows them, others as `SGD 11,200.00`. */
export function formatAmount(amount: number, currency: string): string {
  return formatMoney(Math.round(amount * 10 ** minorDigits(currency)), currency)
}
