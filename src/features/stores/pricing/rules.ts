import { formatCents, SHOP_CURRENCY } from '#core/money.ts'

/** How a price is computed from a cost: `value` is ten-thousandths of a factor or a percentage, cents for `fixed`. */
export type Markup = Readonly<{ kind: 'multiplier' | 'percent' | 'fixed'; value: number }>

/** A markup for costs up to and including `upToCents`; null for all higher ones. */
export type Tier = Markup & Readonly<{ upToCents: number | null }>

/** The scope of a rule: one store's products, one category's, or all others. */
export type Scope = Readonly<
  { kind: 'all' } | { kind: 'category'; category: string } | { kind: 'supplier'; supplierId: string }
>

/** The computation of prices for some products: amounts in cents of the marketplace, tiers in ascending order. */
export type PriceRule = Readonly<{
  scope: Scope
  tiers: readonly Tier[]
  /** The price ending, in hundredths; null for none. */
  ending: number | null
  /** The least share of the price that must be profit, in ten-thousandths. */
  minMarginBps: number
}>

/** An exchange rate of the marketplace's currency: `rateMicros` millionths, and a buffer on top of it. */
export type ExchangeRate = Readonly<{
  currency: string
  rateMicros: number
  bufferBps: number
  enteredAt: string
}>

/** Describes a price rule in one line, such as `Rings: cost × 2.5, ending .95, margin at least 30%`. */
export function describeRule({ scope, tiers, ending, minMarginBps }: PriceRule): string {
  const products =
    scope.kind === 'all'
      ? 'All products'
      : scope.kind === 'category'
        ? scope.category
        : `Supplier ${scope.supplierId}`
  const steps = tiers.map((tier) => {
    const end = tier.upToCents === null ? '' : ` up to ${formatCents(tier.upToCents)}`
    return `cost${end} ${describeMarkup(tier)}`
  })
  const ends = ending === null ? [] : [`ending .${String(ending).padStart(2, '0')}`]
  return `${products}: ${[...steps, ...ends, `margin at least ${minMarginBps / 100}%`].join(', ')}`
}

function describeMarkup({ kind, value }: Markup): string {
  if (kind === 'multiplier') return `× ${value / 10_000}`
  return kind === 'percent' ? `+ ${value / 100}%` : `+ ${formatCents(value)}`
}

/** Returns an exchange rate as a line of text, such as `1 USD = 0.92 EUR, buffer 2%`. */
export function describeRate({ currency, rateMicros, bufferBps }: ExchangeRate): string {
  return `1 ${SHOP_CURRENCY} = ${rateMicros / 1_000_000} ${currency}, buffer ${bufferBps / 100}%`
}

const BPS = 10_000n
const MICROS = 1_000_000n

/** Rounds a fraction of whole numbers up. */
function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

function applyMarkup({ kind, value }: Markup, cost: bigint): bigint {
  if (kind === 'fixed') return cost + BigInt(value)
  if (kind === 'percent') return divideUp(cost * (BPS + BigInt(value)), BPS)
  return divideUp(cost * BigInt(value), BPS)
}

/** Returns the lowest price with at least this share of profit, rounded up. */
function toFloor(cost: bigint, minMarginBps: number): bigint {
  return divideUp(cost * BPS, BPS - BigInt(minMarginBps))
}

/**
 * Returns the price by tiers. A higher cost never gives a lower price: a tier starts at the highest price of the one
 * below.
 */
function applyTiers(tiers: readonly Tier[], cost: bigint): bigint {
  let price = cost
  for (const tier of tiers) {
    const end = tier.upToCents === null ? undefined : BigInt(tier.upToCents)
    const isHere = end === undefined || cost <= end
    const tierPrice = applyMarkup(tier, isHere ? cost : end)
    if (tierPrice > price) price = tierPrice
    if (isHere) break
  }
  return price
}

function convert(amount: bigint, rate: Pick<ExchangeRate, 'rateMicros' | 'bufferBps'> | undefined): bigint {
  if (!rate) return amount
  return divideUp(amount * BigInt(rate.rateMicros) * (BPS + BigInt(rate.bufferBps)), MICROS * BPS)
}

function roundUpTo(price: bigint, ending: number | null): bigint {
  if (ending === null) return price
  const rest = (BigInt(ending) - (price % 100n) + 100n) % 100n
  return price + rest
}

/**
 * Returns the price for a cost in marketplace cents: markup, minimum margin, conversion, ending. It is converted at the
 * rate with its buffer, then raised to the next ending. The result is in hundredths of the rate's currency, or of the
 * marketplace's without a rate. It is never below cost, and never lower for a higher cost.
 */
export function applyRule(
  rule: Omit<PriceRule, 'scope'>,
  costCents: number,
  rate?: Pick<ExchangeRate, 'rateMicros' | 'bufferBps'>,
): number {
  const cost = BigInt(costCents)
  const [marked, floor] = [applyTiers(rule.tiers, cost), toFloor(cost, rule.minMarginBps)]
  const price = roundUpTo(convert(marked > floor ? marked : floor, rate), rule.ending)
  return Math.max(1, Number(price))
}

/** Returns a cost in cents of the marketplace in another currency, rounded up to hundredths. */
export function convertCost(
  costCents: number,
  rate?: Pick<ExchangeRate, 'rateMicros' | 'bufferBps'>,
): number {
  return Number(convert(BigInt(costCents), rate))
}

/** Returns the rule for a product: its supplier's, else its category's, else the general one. */
export function findRule(
  rules: readonly PriceRule[],
  product: Readonly<{ supplierId: string; category: string }>,
): PriceRule | undefined {
  return (
    rules.find(({ scope }) => scope.kind === 'supplier' && scope.supplierId === product.supplierId) ??
    rules.find(({ scope }) => scope.kind === 'category' && scope.category === product.category) ??
    rules.find(({ scope }) => scope.kind === 'all')
  )
}

/** Returns the problem of a set of rules; undefined without one. */
export function findRuleFault(rules: readonly PriceRule[]): string | undefined {
  const scopes = rules.map(({ scope }) => JSON.stringify(scope))
  if (new Set(scopes).size < scopes.length)
    return 'Two rules cover the same products. Remove one of them, or change its products.'
  for (const { tiers } of rules) {
    const ends = tiers.map(({ upToCents }) => upToCents)
    if (ends.at(-1) !== null) return 'The last step of a rule must cover all higher costs.'
    if (ends.slice(0, -1).some((end, index) => end === null || end <= (ends[index - 1] ?? 0)))
      return 'Enter the steps of a rule in order of rising cost.'
  }
  return undefined
}
