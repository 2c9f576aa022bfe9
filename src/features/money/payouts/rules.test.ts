import { expect, test } from 'vitest'
import { convertMinimum } from './rules.ts'

test.each([
  ['USD', 2_500, 2_500],
  ['JPY', 2_500, 25],
  ['JPY', 2_550, 26],
  ['KWD', 2_500, 25_000],
])('the minimum payout in %s is as many whole units as in the shop’s currency', (currency, of, minimum) => {
  expect(convertMinimum(currency, of)).toBe(minimum)
})
