import { formatDecimal, minorDigits, parseMinor } from '#core/money.ts'

/** Returns whether Red Dot accepts a currency; it must have at most two decimals. */
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
 * Parses an amount of Red Dot to minor units: `59.90`, `59.9` and `59` are equal. Undefined for other texts, and for
 * more decimals than the currency has, unless they are zeros.
 */
export function fromDecimalText(text: string, currency: string): number | undefined {
  return /^[\d.]+$/.test(text.trim()) && isSupportedCurrency(currency)
    ? parseMinor(text, currency)
    : undefined
}
