import { parseCents } from '#core/money.ts'

/**
 * Returns the hundredths of a typed amount of dollars or a typed percentage, undefined for any other text. A comma
 * before three digits separates thousands, before one or two digits the decimals: `$1,200.50` is 120050, `12,5` is
 * 1250. Three decimals are refused, because they may be meant as thousands.
 */
export function parseTypedCents(typed: string): number | undefined {
  const text = typed
    .trim()
    .replace(/^\$\s*|\s*%$/, '')
    .replace(/,(?=\d{1,2}$)/, '.')
  return /\.\d{3}$/.test(text) ? undefined : parseCents(text)
}
