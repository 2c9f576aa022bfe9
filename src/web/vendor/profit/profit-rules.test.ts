import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNumber, simulateSale } from './profit-rules.ts'

const SALE = {
  price: 120,
  cost: 40,
  shipping: 8,
  feePercent: 3,
  feeFixed: 0.3,
  taxPercent: 20,
  returnPercent: 5,
} as const

test('the profit is the price minus tax, fees, expected refunds, cost and shipping', () => {
  const { tax, fees, returns, profit, margin } = simulateSale(SALE)
  expect(tax).toBeCloseTo(20)
  expect(fees).toBeCloseTo(3.9)
  expect(returns).toBeCloseTo(5)
  expect(profit).toBeCloseTo(120 - 20 - 3.9 - 5 - 40 - 8)
  expect(margin).toBeCloseTo(profit / 120)
})

test('the break-even price makes no loss, and a cent less does', () => {
  const amount = fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100)
  fc.assert(
    fc.property(
      fc.record({
        cost: amount,
        shipping: amount,
        feePercent: fc.nat(10),
        feeFixed: fc.constantFrom(0, 0.3),
        taxPercent: fc.nat(27),
        returnPercent: fc.nat(40),
      }),
      (costs) => {
        const { breakEven } = simulateSale({ ...costs, price: 1 })
        expect(breakEven).not.toBeNull()
        const price = breakEven ?? 0
        expect(simulateSale({ ...costs, price }).profit).toBeGreaterThanOrEqual(-1e-6)
        expect(simulateSale({ ...costs, price: price - 0.011 }).profit).toBeLessThanOrEqual(1e-6)
      },
    ),
  )
})

test('there is no break-even price when fees and refunds take everything', () => {
  expect(simulateSale({ ...SALE, returnPercent: 100 }).breakEven).toBeNull()
})

test('accepts numbers with a comma, and rejects other texts', () => {
  expect(parseNumber('2,5')).toBe(2.5)
  for (const text of ['', ' ', '-1', 'a', '1e99']) expect(parseNumber(text)).toBeUndefined()
})
