import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStripeAmount, toStripeAmount } from './amounts.ts'

test.each([
  ['USD', 5_990, 5_990],
  ['JPY', 100, 100],
  ['KWD', 5_120, 5_120],
  ['HUF', 1_045, 1_045],
  // Currencies without decimals that Stripe counts in hundredths.
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  // Currencies with hundredths that Stripe counts in whole units.
  ['MGA', 500, 5],
])('%s: %i minor units are %i in Stripe’s units', (currency, ours, theirs) => {
  expect(toStripeAmount(ours, currency)).toBe(theirs)
  expect(fromStripeAmount(theirs, currency)).toBe(ours)
})

test('does not convert amounts that Stripe cannot represent', () => {
  expect(toStripeAmount(5_124, 'KWD')).toBeUndefined()
  expect(toStripeAmount(550, 'MGA')).toBeUndefined()
})

test('converts every amount to Stripe’s units and back without change', () => {
  const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'ISK', 'UGX', 'MGA', 'BHD')
  fc.assert(
    fc.property(fc.nat(1_000_000_000), currencies, (minor, currency) => {
      const stripeAmount = toStripeAmount(minor, currency)
      expect(stripeAmount === undefined ? minor : fromStripeAmount(stripeAmount, currency)).toBe(minor)
    }),
  )
})

test('rounds a fee in fractions of a króna up', () => {
  expect(fromStripeAmount(4_010, 'ISK')).toBe(41)
})
