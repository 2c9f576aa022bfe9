import { formatDecimal } from '#core/money.ts'

/** Formats minor units with their currency and its number of decimals, such as `USD -12.50`. */
export function formatLedgerAmount(amount: number, currency: string): string {
  return `${currency} ${formatDecimal(amount, currency)}`
}
