import { formatDecimal, minorDigits, parseMinor } from '#core/money.ts'

/** Returns whether Red Dot can take amounts of a currency; it has two decimals at most. */
export function isSupportedCurrency(currency: string): boolean {
  return minorDigits(currency) <= 2
}

/** Formats minor units as Red Dot does: `59.90`, and `100` for currencies without a minor unit. */
export function toDecimalText(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor) || minor < 0)
    throw new RangeError(`not an amount in minor units: ${minor}`)
  return formatDecimal(minor, currency)
}

/**
 * Parses an amount of Red Dot to minor units: `59.90`, `59.9` and `59` are the same. Undefined for anything else,
 * and for more places than the currency has, unless they are noughts.
 */
export function fromDecimalText(text: string, currency: string): number | undefined {
  return /^[\d.]+$/.test(text.trim()) && isSupportedCurrency(currency)
    ? parseMinor(text, currency)
    : undefined
}
