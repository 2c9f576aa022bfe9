/** Currencies without a minor unit (ISO 4217): Red Dot writes their amounts without a point. */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))

/** Currencies whose minor unit is a thousandth or smaller; Red Dot's two places cannot say them. */
const FINER = new Set('BHD CLF IQD JOD KWD LYD OMR TND UYW'.split(' '))

/** Whether amounts of a currency can be said to Red Dot. */
export function canSay(currency: string): boolean {
  return !FINER.has(currency)
}

/** Minor units as Red Dot writes them: `59.90`, and `100` for currencies without a minor unit. */
export function toDecimalText(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor) || minor < 0)
    throw new RangeError(`not an amount in minor units: ${minor}`)
  if (WHOLE.has(currency)) return String(minor)
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Minor units of an amount that Red Dot wrote: `59.90`, `59.9` and `59` are the same. Undefined for anything else, and for
 * more places than the currency has, unless they are noughts.
 */
export function fromDecimalText(text: string, currency: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? []
  if (whole === undefined || !canSay(currency)) return undefined
  const places = WHOLE.has(currency) ? 0 : 2
  if (/[1-9]/.test(fraction.slice(places))) return undefined
  return Number(whole + fraction.slice(0, places).padEnd(places, '0'))
}
