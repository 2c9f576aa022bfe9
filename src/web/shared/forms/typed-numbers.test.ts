import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTypedCents } from './typed-numbers.ts'

test.each([
  ['1200', 120_000],
  ['1,200', 120_000],
  ['$1,200.50', 120_050],
  ['1,200,50', 120_050],
  ['12,5', 1_250],
  ['12,50', 1_250],
  [' $ 12.5 ', 1_250],
  ['2.9%', 290],
  ['0', 0],
])('the amount typed as %j is %i cents', (typed, cents) => {
  expect(parseTypedCents(typed)).toBe(cents)
})

test.each(['', ' ', '-5', '1.200', '1.200,50', '12.345', '1e3', 'twelve', '12,5,0.1', '5 $'])(
  'the amount typed as %j is refused',
  (typed) => {
    expect(parseTypedCents(typed)).toBeUndefined()
  },
)

test('an amount as the shop formats it is the same amount when it is typed', () => {
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
      expect(parseTypedCents(dollars.format(cents / 100))).toBe(cents)
    }),
  )
})
