import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyRule, convertCost, findRule, findRuleFault, type PriceRule } from './rules.ts'

const markup = fc.oneof(
  fc.record({ kind: fc.constant('multiplier' as const), value: fc.integer({ min: 10_000, max: 1_000_000 }) }),
  fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 0, max: 10_000_000 }) }),
)
const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 4 }),
    fc.array(markup, { minLength: 5, maxLength: 5 }),
  )
  .map(([ends, markups]) =>
    [...ends.toSorted((a, b) => a - b), null].map((upToCents, index) => ({
      upToCents,
      ...(markups[index] ?? { kind: 'fixed' as const, value: 0 }),
    })),
  )
const rule = fc.record({
  tiers,
  ending: fc.constantFrom(null, 0, 90, 95, 99),
  minMarginBps: fc.integer({ min: 0, max: 9_000 }),
})
const cost = fc.integer({ min: 0, max: 100_000_000 })
const rate = fc.option(
  fc.record({
    rateMicros: fc.integer({ min: 1_000, max: 200_000_000 }),
    bufferBps: fc.integer({ min: 0, max: 2_000 }),
  }),
  { nil: undefined },
)

test('a price covers the cost and leaves the minimum margin, in any currency', () => {
  fc.assert(
    fc.property(rule, cost, rate, (one, cents, exchange) => {
      const price = applyRule(one, cents, exchange)
      expect(price).toBeGreaterThanOrEqual(convertCost(cents, exchange))
      // The price's share without profit, in exact integers; rounding the rate may have added a hundredth.
      const share = BigInt(price) * BigInt(10_000 - one.minMarginBps)
      const exact = exchange
        ? (BigInt(cents) * BigInt(exchange.rateMicros) * BigInt(10_000 + exchange.bufferBps)) /
          10_000_000_000n
        : BigInt(cents)
      expect(share >= exact * 10_000n).toBe(true)
    }),
  )
})

test('a higher cost never gets a lower price', () => {
  fc.assert(
    fc.property(rule, fc.tuple(cost, cost), rate, (one, [first, second], exchange) => {
      const [low, high] = first < second ? [first, second] : [second, first]
      expect(applyRule(one, low, exchange)).toBeLessThanOrEqual(applyRule(one, high, exchange))
    }),
  )
})

test('a price has its rule’s ending, and is less than one unit above the price without it', () => {
  fc.assert(
    fc.property(rule, cost, rate, (one, cents, exchange) => {
      const [price, plain] = [
        applyRule(one, cents, exchange),
        applyRule({ ...one, ending: null }, cents, exchange),
      ]
      if (one.ending === null) return
      expect(price % 100 === one.ending || price === 1).toBe(true)
      expect(price - plain).toBeLessThan(100)
    }),
  )
})

const BASE = { ending: null, minMarginBps: 0 }
const times = (value: number) => ({ kind: 'multiplier' as const, value })

test.each([
  ['a multiplier', { ...BASE, tiers: [{ upToCents: null, ...times(25_000) }] }, 4_000, 10_000],
  ['a percentage', { ...BASE, tiers: [{ upToCents: null, kind: 'percent', value: 5_000 }] }, 4_001, 6_002],
  ['a fixed amount', { ...BASE, tiers: [{ upToCents: null, kind: 'fixed', value: 1_500 }] }, 4_000, 5_500],
  ['an ending', { ...BASE, ending: 95, tiers: [{ upToCents: null, ...times(20_000) }] }, 4_000, 8_095],
  [
    'a minimum margin',
    { ...BASE, minMarginBps: 5_000, tiers: [{ upToCents: null, ...times(11_000) }] },
    4_000,
    8_000,
  ],
  [
    'a cost just above a step, which is not cheaper than the step',
    {
      ...BASE,
      tiers: [
        { upToCents: 5_000, ...times(30_000) },
        { upToCents: null, ...times(20_000) },
      ],
    },
    5_001,
    15_000,
  ],
] as const)('the price follows %s', (...[, one, cents, price]) => {
  expect(applyRule(one, cents)).toBe(price)
})

test('a cost is converted at the rate with its buffer, then rounded up to the ending', () => {
  const one = { ...BASE, ending: 90, tiers: [{ upToCents: null, ...times(20_000) }] }
  expect(applyRule(one, 4_000, { rateMicros: 920_000, bufferBps: 200 })).toBe(7_590)
})

test('a supplier’s rule takes precedence over a category’s, and that over the general one', () => {
  const tier = [{ upToCents: null, ...times(20_000) }]
  const all: PriceRule = { ...BASE, tiers: tier, scope: { kind: 'all' } }
  const rings: PriceRule = { ...all, scope: { kind: 'category', category: 'Rings' } }
  const atelier: PriceRule = { ...all, scope: { kind: 'supplier', supplierId: 'sup_1' } }
  const rules = [all, rings, atelier]
  expect(findRule(rules, { supplierId: 'sup_1', category: 'Rings' })).toBe(atelier)
  expect(findRule(rules, { supplierId: 'sup_2', category: 'Rings' })).toBe(rings)
  expect(findRule(rules, { supplierId: 'sup_2', category: 'Charms' })).toBe(all)
  expect(findRule([rings], { supplierId: 'sup_2', category: 'Charms' })).toBeUndefined()
})

test('finds rules for the same products, and tiers that do not rise or have no end', () => {
  const last = { upToCents: null, ...times(20_000) }
  const one: PriceRule = { ...BASE, tiers: [last], scope: { kind: 'all' } }
  expect(findRuleFault([one])).toBeUndefined()
  expect(findRuleFault([one, one])).toContain('same products')
  expect(findRuleFault([{ ...one, tiers: [{ ...last, upToCents: 500 }] }])).toContain('all higher costs')
  expect(
    findRuleFault([{ ...one, tiers: [{ ...last, upToCents: 500 }, { ...last, upToCents: 500 }, last] }]),
  ).toContain('rising cost')
})
