import { parseCents, parseMinor } from '#core/money.ts'
import type { ExchangeRateData, PriceRuleData, PricingFormData } from '#features/stores/pricing/contract.ts'

/** A typed step of a rule: its upper cost limit, and the markup. */
export type TierForm = Readonly<{
  key: string
  upTo: string
  kind: PriceRuleData['tiers'][number]['kind']
  value: string
}>

/** A typed rule; `scope` is `all`, `category …` or `supplier …`. */
export type RuleForm = Readonly<{
  key: string
  scope: string
  tiers: readonly TierForm[]
  ending: string
  minMargin: string
}>

/** A typed exchange rate of the dollar. */
export type RateForm = Readonly<{ currency: string; rate: string; buffer: string; enteredAt: string }>

/** The typed price rules of a vendor. */
export type PricingFormState = Readonly<{ rules: readonly RuleForm[]; rates: readonly RateForm[] }>

let made = 0

/** Returns a key for a new row of the form. */
function nextKey(): string {
  made += 1
  return `new ${made}`
}

/** Returns a new step of a rule, which doubles the cost. */
export function createTier(): TierForm {
  return { key: nextKey(), upTo: '', kind: 'multiplier', value: '2' }
}

/** Returns a new rule for a scope. */
export function createRule(scope: string): RuleForm {
  return { key: nextKey(), scope, tiers: [{ ...createTier(), value: '2.2' }], ending: '95', minMargin: '30' }
}

const SCALES = { multiplier: 10_000, percent: 100, fixed: 100 } as const

/** Returns the form of stored rules. */
export function toPricingForm({ rules, rates }: PricingFormData): PricingFormState {
  return {
    rules: rules.map(({ scope, tiers, ending, minMarginBps }) => ({
      key: nextKey(),
      scope:
        scope.kind === 'all'
          ? 'all'
          : scope.kind === 'category'
            ? `category ${scope.category}`
            : `supplier ${scope.supplierId}`,
      tiers: tiers.map(({ upToCents, kind, value }) => ({
        key: nextKey(),
        upTo: upToCents === null ? '' : String(upToCents / 100),
        kind,
        value: String(value / SCALES[kind]),
      })),
      ending: ending === null ? '' : String(ending),
      minMargin: String(minMarginBps / 100),
    })),
    rates: rates.map(({ currency, rateMicros, bufferBps, enteredAt }) => ({
      currency,
      rate: String(rateMicros / 1_000_000),
      buffer: String(bufferBps / 100),
      enteredAt,
    })),
  }
}

/** Returns the request of the rules, or the first error of the form. */
export function toPricingInput(form: PricingFormState): { body: PricingFormData } | { problem: string } {
  const rules: PriceRuleData[] = []
  for (const rule of form.rules) {
    const read = toRule(rule)
    if ('problem' in read) return read
    rules.push(read.rule)
  }
  const rates: ExchangeRateData[] = []
  for (const { currency, rate, buffer, enteredAt } of form.rates) {
    if (rate.trim() === '') continue
    const [rateMicros, bufferBps] = [readDecimal(rate, 6), parseCents(buffer.trim() || '0')]
    if (rateMicros === undefined || rateMicros < 100)
      return { problem: `Enter what one US dollar is in ${currency}, such as 0.92.` }
    if (bufferBps === undefined || bufferBps > 2_000) return { problem: 'Enter a buffer up to 20%.' }
    rates.push({ currency, rateMicros, bufferBps, enteredAt })
  }
  return { body: { rules, rates } }
}

function toRule(form: RuleForm): { rule: PriceRuleData } | { problem: string } {
  const minMarginBps = parseCents(form.minMargin.trim() || '0')
  if (minMarginBps === undefined || minMarginBps > 9_000)
    return { problem: 'Enter a minimum margin from 0 to 90%.' }
  const tiers: PriceRuleData['tiers'] = []
  for (const [index, tier] of form.tiers.entries()) {
    const isLast = index === form.tiers.length - 1
    const upToCents = isLast ? null : parseCents(tier.upTo.replace('$', ''))
    if (upToCents === undefined || upToCents === 0)
      return { problem: 'Enter the upper cost limit of each step, such as 25.' }
    const value = readValue(tier)
    if (typeof value === 'string') return { problem: value }
    tiers.push({ kind: tier.kind, upToCents, value })
  }
  const ending = ([0, 90, 95, 99] as const).find((one) => form.ending === String(one)) ?? null
  return { rule: { scope: toScope(form.scope), tiers, ending, minMarginBps } }
}

function readValue({ kind, value }: TierForm): number | string {
  if (kind === 'multiplier') {
    const factor = readDecimal(value, 4)
    return factor === undefined || factor < 10_000 || factor > 1_000_000
      ? 'Enter a factor from 1 to 100, such as 2.5. A factor below 1 would sell below cost.'
      : factor
  }
  const amount = parseCents(value.replace(/[$%]/g, ''))
  if (amount === undefined)
    return kind === 'percent' ? 'Enter a percentage such as 60.' : 'Enter an amount such as 15.'
  return amount > 1_000_000 && kind === 'percent' ? 'Enter a percentage up to 10,000.' : amount
}

/** Parses a number with at most `digits` decimals as a whole number of its smallest units. */
function readDecimal(typed: string, digits: 4 | 6): number | undefined {
  const [whole = '', fraction = ''] = typed.trim().split('.')
  if (fraction.length > digits || !/^\d{0,9}$/.test(fraction)) return undefined
  const units = parseMinor(whole === '' ? '0' : whole, 'JPY')
  return units === undefined ? undefined : units * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0')
}

function toScope(scope: string): PriceRuleData['scope'] {
  const [, kind, rest = ''] = /^(category|supplier) (.+)$/.exec(scope) ?? []
  // The options of the form are categories and suppliers from the server.
  if (kind === 'category')
    return { kind, category: rest as Extract<PriceRuleData['scope'], { kind: 'category' }>['category'] }
  return kind === 'supplier' ? { kind, supplierId: rest } : { kind: 'all' }
}
