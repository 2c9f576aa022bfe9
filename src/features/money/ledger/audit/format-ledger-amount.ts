import { formatDecimal } from '#core/money.ts'

/** An amount of minor units as people read it, with the currency's own number of decimals: `USD -12.50`. */
export function formatLedgerAmount(amount: number, currency: string): string {
  return `${currency} ${formatDecimal(amount, currency)}`
}
