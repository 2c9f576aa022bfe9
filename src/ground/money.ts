/** An amount in whole minor units (cents) of one currency (ISO 4217). Never a float. */
export type Money = Readonly<{ amount: number; currency: string }>

/** The one currency the marketplace sells in. */
export const SHOP_CURRENCY = 'USD'

/** `amount` whole minor units as Money. Throws on anything that is not a safe whole number. */
export function money(amount: number, currency: string = SHOP_CURRENCY): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of minor units: ${amount}`)
  return { amount, currency }
}

/**
 * Minor units of a decimal such as `12`, `12.5` or `"1,299.90"`: at most two decimals, no sign, no exponent.
 * Undefined when the text is anything else, so that a caller can say what is wrong.
 */
export function parseCents(decimal: string | number): number | undefined {
  const text = String(decimal)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '')
  const match = /^(\d{1,11})(?:\.(\d{1,2})0*)?$/.exec(text)
  if (!match) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** The amount as a JSON number with at most two decimals, as the documented answers carry it. */
export function toDecimal(cents: number): number {
  return cents / 100
}

/** Dollars as the shop shows them: `$` and two decimals. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${sign}$${whole}.${rest}`
}

/**
 * Minor units as documents write them, in any currency: dollars as the shop does, else the code before the amount, with as many
 * decimals as the currency has (ISO 4217).
 */
export function moneyText(minor: number, currency: string): string {
  if (currency === SHOP_CURRENCY) return formatCents(minor)
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const [whole, rest] = [text.slice(0, text.length - digits), text.slice(text.length - digits)]
  return `${minor < 0 ? '-' : ''}${currency} ${whole}${digits > 0 ? `.${rest}` : ''}`
}

/**
 * `total` cut into parts proportional to `weights`, losing no cent: whole shares first, then one cent each
 * to the largest remainders (largest remainder method; equal remainders go to the earlier part).
 * With no weight at all the parts are as equal as can be.
 */
export function split(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) throw new RangeError('nothing to split among')
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`not a whole amount: ${total}`)
  const sum = weights.reduce((a, b) => a + b, 0)
  const used = sum > 0 ? weights : weights.map(() => 1)
  const base = BigInt(sum > 0 ? sum : weights.length)
  const exact = used.map((weight) => BigInt(total) * BigInt(weight))
  const parts = exact.map((share) => Number(share / base))
  const left = total - parts.reduce((a, b) => a + b, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % base }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/**
 * `amount` taken out of what is left of several shares, in proportion to what is left of each (largest remainder, as
 * `split`). No share gives more than it has, and taking out all that is left leaves nothing: any number of partial refunds
 * or shipments add up to the whole, to the cent. Throws RangeError when there is not so much left.
 */
export function drawDown(amount: number, left: readonly number[]): number[] {
  const all = left.reduce((a, b) => a + b, 0)
  if (left.some((part) => part < 0) || amount > all) {
    throw new RangeError(`cannot take ${amount} out of ${left.join(' + ')}`)
  }
  return split(amount, left)
}
