/** The input of a sale, in one currency; shares in per cent. */
export type SaleInput = Readonly<{
  price: number
  cost: number
  shipping: number
  /** What the vendor's store and its payment provider keep of a sale. */
  feePercent: number
  feeFixed: number
  /** Sales tax or VAT that the price includes. */
  taxPercent: number
  /** Sales that are refunded in full while the goods stay paid for. */
  returnPercent: number
}>

/**
 * The average result of a sale. `breakEven` is the price at which nothing is left; null where no price is high
 * enough.
 */
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
  // A refund gives the tax back too; fees are not.
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

/** Returns a typed number of 0 or more; undefined where it is none. */
export function parseNumber(text: string): number | undefined {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= 10_000_000 ? value : undefined
}
