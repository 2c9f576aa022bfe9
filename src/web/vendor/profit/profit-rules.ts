import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
/** The input of a sale, in one currency; shares in percent. */
export type SaleInput = Readonly<{
  price: number
  cost: number
  shipping: number
  /** The share of a sale that the vendor's store and its payment provider charge. */
  feePercent: number
  feeFixed: number
  /** Sales tax or VAT that the price includes. */
  taxPercent: number
  /** The share of sales that are refunded in full although the goods have been paid for. */
  returnPercent: number
}>

/** The average result of a sale. `breakEven` is the price at which the profit is 0; null if no price is high enough. */
export type SaleResult = Readonly<{
  tax: number
  fees: number
  returns: number
  profit: number
  margin: number | null
  breakEven: number | null
}>

/** Returns the result of a sale: the price less tax, fees, expected refunds, wholesale cost and shipping. */
export function simulateSale(sale: SaleInput): SaleResult {
  const { price, cost, shipping, feePercent, feeFixed, taxPercent, returnPercent } = sale
  const taxShare = taxPercent / (100 + taxPercent)
  const tax = price * taxShare
  const fees = (price * feePercent) / 100 + feeFixed
  // A refund includes the tax, which is then not owed; fees are not returned.
  const returns = ((price - tax) * returnPercent) / 100
  const profit = price - tax - fees - returns - cost - shipping
  const remainingShare = (1 - taxShare) * (1 - returnPercent / 100) - feePercent / 100
  return {
    tax,
    fees,
    returns,
    profit,
    margin: price === 0 ? null : profit / price,
    breakEven:
      remainingShare <= 0 ? null : Math.ceil(((cost + shipping + feeFixed) / remainingShare) * 100) / 100,
  }
}

const MAX_HUNDREDTHS = 1_000_000_000

/** Parses a typed number of 0 or more; undefined if invalid. */
export function parseNumber(text: string): number | undefined {
  const hundredths = parseTypedCents(text)
  return hundredths !== undefined && hundredths <= MAX_HUNDREDTHS ? hundredths / 100 : undefined
}
