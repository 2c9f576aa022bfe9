import { toDecimal } from '#core/money.ts'
import { formatMoney } from '#web/console/data/format.ts'

/** Formats an amount in whole minor units of a currency for consoles, such as `$1,284.00`. */
export function formatMinor(minor: number, currency: string): string {
  return formatMoney(toDecimal(minor, currency), currency)
}
