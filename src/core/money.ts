/** An amount in whole minor units (cents) of one currency (ISO 4217). Never a float. */
export type Money = Readonly<{ amount: number; currency: string }>

/** The currency of all prices of the marketplace. */
export const SHOP_CURRENCY = 'USD'

/** The currency of practice orders. ISO 4217 reserves it for tests: these amounts are not real money. */
export const PRACTICE_CURRENCY = 'XTS'

/** Returns `amount` whole minor units as Money. Throws on anything that is not a safe whole number. */
export function money(amount: number, currency: string = SHOP_CURRENCY): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of minor units: ${amount}`)
  return { amount, currency }
}

// The digits of ISO 4217, list one, where they are not two. `Intl.NumberFormat` cannot supply them: V8 returns the
// decimals that people write, which are none for HUF or IDR, although their minor units are hundredths.
const MINOR_DIGITS: ReadonlyMap<string, number> = new Map(
  [
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [4, 'CLF UYW'],
  ].flatMap(([digits, codes]) =>
    String(codes)
      .split(' ')
      .map((code) => [code, Number(digits)] as const),
  ),
)

/** Returns the number of decimals of a currency's minor unit. It is 2 for USD, 0 for JPY and 3 for KWD (ISO 4217). */
export function minorDigits(currency: string): number {
  return MINOR_DIGITS.get(currency) ?? 2
}

/**
 * Parses a decimal such as `12`, `12.5` or `"1,299.90"` to minor units of a currency. Signs, exponents and more
 * decimals than the currency has, except zeros, are refused. Returns undefined for any other text, so that callers
 * can report the problem.
 */
export function parseMinor(decimal: string | number, currency: string): number | undefined {
  const digits = minorDigits(currency)
  const text = String(decimal)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '')
  const [, whole, fraction = ''] = /^(\d{1,11})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || /[^0]/.test(fraction.slice(digits))) return undefined
  return Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
}

/** Parses an amount with hundredths, such as dollars or a percentage. */
export function parseCents(decimal: string | number): number | undefined {
  return parseMinor(decimal, SHOP_CURRENCY)
}

/**
 * Returns the amount as a JSON number, as the documented responses have it. It has at most the decimals of its
 * currency.
 */
export function toDecimal(minor: number, currency: string = SHOP_CURRENCY): number {
  return minor / 10 ** minorDigits(currency)
}

/** Formats an amount with all decimals of its currency: `12.50`, `-0.05`, and `1250` for JPY. */
export function formatDecimal(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const [whole, fraction] = [text.slice(0, text.length - digits), text.slice(text.length - digits)]
  return `${minor < 0 ? '-' : ''}${whole}${digits > 0 ? `.${fraction}` : ''}`
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: SHOP_CURRENCY })

/** Formats an amount of dollars, given in cents, for people: `$11,200.00` (CONST-09). */
export function formatCents(cents: number): string {
  return DOLLARS.format(cents / 100)
}

/**
 * Formats minor units of any currency for people. Dollars are formatted as everywhere in the shop, others as `SGD
 * 11,200.00`, with the decimals of the currency (ISO 4217).
 */
export function formatMoney(minor: number, currency: string): string {
  if (currency === SHOP_CURRENCY) return formatCents(minor)
  const decimals = minorDigits(currency)
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return `${minor < 0 ? '-' : ''}${currency} ${format.format(Math.abs(minor) / 10 ** decimals)}`
}

/**
 * Splits `total` in proportion to `weights` so that the parts add up exactly. Whole shares come first, then one cent
 * each to the largest remainders (largest remainder method; of equal remainders the earlier part gets it). When all
 * weights are zero, the parts are as equal as possible.
 */
export function splitProportionally(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) throw new RangeError('nothing to split among')
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`not a whole amount: ${total}`)
  const sum = weights.reduce((a, b) => a + b, 0)
  const effectiveWeights = sum > 0 ? weights : weights.map(() => 1)
  const divisor = BigInt(sum > 0 ? sum : weights.length)
  const exactShares = effectiveWeights.map((weight) => BigInt(total) * BigInt(weight))
  const shares = exactShares.map((share) => Number(share / divisor))
  const remainder = total - shares.reduce((a, b) => a + b, 0)
  const byRemainder = exactShares
    .map((share, index) => ({ index, remainder: share % divisor }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, remainder)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/**
 * Takes `amount` out of several shares, in proportion to what is left in each. It rounds by the largest remainder,
 * like `splitProportionally`. No share gives more than it has, and taking the whole rest leaves zero: any number of
 * partial refunds or shipments add up to the whole, to the cent. Throws RangeError when less than `amount` is left.
 */
export function allocateFrom(amount: number, available: readonly number[]): number[] {
  const total = available.reduce((a, b) => a + b, 0)
  if (available.some((part) => part < 0) || amount > total) {
    throw new RangeError(`cannot take ${amount} out of ${available.join(' + ')}`)
  }
  return splitProportionally(amount, available)
}
