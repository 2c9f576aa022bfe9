import { toDecimal } from '#core/money.ts'
import { formatMoney } from '#web/console/data/format.ts'

/** Returns an amount in whole minor units of a currency as consoles show it, such as `$1,284.00`. */
export function formatMinor(minor: number, currency: string): string {
  return formatMoney(toDecimal(minor, currency), currency)
}
