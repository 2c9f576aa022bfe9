import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatDecimal,
  allocateFrom,
  formatCents,
  minorDigits,
  money,
  formatMoney,
  parseCents,
  parseMinor,
  splitProportionally,
  toDecimal,
} from './money.ts'

test('a split adds up to the total, and each share is less than a cent off', () => {
  const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.nat(1_000_000_000), weights, (total, parts) => {
      const shares = splitProportionally(total, parts)
      const sum = parts.reduce((a, b) => a + b, 0)
      expect(shares.reduce((a, b) => a + b, 0)).toBe(total)
      shares.forEach((share, index) => {
        const exact = sum > 0 ? (total * (parts[index] ?? 0)) / sum : total / parts.length
        expect(Math.abs(share - exact)).toBeLessThan(1)
      })
    }),
  )
})

test('the remaining cents go to the largest remainders', () => {
  expect(splitProportionally(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitProportionally(206, [9999, 3333])).toEqual([155, 51])
  expect(splitProportionally(10, [5, 3, 3])).toEqual([4, 3, 3])
  expect(splitProportionally(5, [0, 0])).toEqual([3, 2])
  expect(() => splitProportionally(1, [])).toThrow(RangeError)
})

test('parses dollars from texts and numbers into cents, or returns undefined', () => {
  expect(parseCents('12')).toBe(1200)
  expect(parseCents('12.5')).toBe(1250)
  expect(parseCents(0.07)).toBe(7)
  expect(parseCents('1,299.90')).toBe(129_990)
  expect(parseCents('42.990')).toBe(4299)
  for (const text of ['', '-1', '1.234', '1e3', 'abc', '1,5', 'NaN']) expect(parseCents(text)).toBeUndefined()
})

test('cents survive formatting and parsing', () => {
  const survives = fc.property(fc.nat(2_000_000_000), (cents) => parseCents(toDecimal(cents)) === cents)
  expect(() => fc.assert(survives)).not.toThrow()
})

test('prices are shown with a dollar sign and two decimals [CONST-09]', () => {
  expect(formatCents(206)).toBe('$2.06')
  expect(formatCents(100_000)).toBe('$1,000.00')
  expect(formatCents(-5)).toBe('-$0.05')
})

test('accepts whole minor units only', () => {
  expect(() => money(1.5)).toThrow(RangeError)
  expect(money(150)).toEqual({ amount: 150, currency: 'USD' })
})

test('shares drawn down in any number of steps never go below zero, and the last step empties them', () => {
  const shares = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(shares, fc.array(fc.nat(100), { maxLength: 8 }), (whole, percents) => {
      let available = whole
      for (const percent of [...percents, 100]) {
        const amount = Math.floor((available.reduce((a, b) => a + b, 0) * percent) / 100)
        const allocated = allocateFrom(amount, available)
        expect(allocated.reduce((a, b) => a + b, 0)).toBe(amount)
        available = available.map((part, index) => part - (allocated[index] ?? 0))
        expect(Math.min(...available)).toBeGreaterThanOrEqual(0)
      }
      expect(available.every((part) => part === 0)).toBe(true)
    }),
  )
})

test('refuses to draw down more than is available', () => {
  expect(allocateFrom(3000, [5019, 900, 81])).toEqual([2510, 450, 40])
  expect(() => allocateFrom(6001, [5019, 900, 81])).toThrow(RangeError)
  expect(() => allocateFrom(1, [-1, 5])).toThrow(RangeError)
})

test('formats amounts of any currency in documents with the currency’s decimals', () => {
  expect(formatMoney(10_206, 'USD')).toBe('$102.06')
  expect(formatMoney(5, 'SGD')).toBe('SGD 0.05')
  expect(formatMoney(-123_456, 'EUR')).toBe('-EUR 1,234.56')
  expect(formatMoney(1_500, 'JPY')).toBe('JPY 1,500')
  expect(formatMoney(1_500, 'KWD')).toBe('KWD 1.500')
})

test.each([
  ['USD', 2],
  ['JPY', 0],
  ['ISK', 0],
  ['KWD', 3],
  ['CLF', 4],
  // Written without decimals, but banks and providers count hundredths.
  ['HUF', 2],
  ['IDR', 2],
  ['TWD', 2],
  ['MGA', 2],
])('%s has %i decimals', (currency, digits) => {
  expect(minorDigits(currency)).toBe(digits)
})

const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'HUF', 'CLF', 'SGD', 'VND', 'BHD')

test('an amount of any currency survives formatting and parsing', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000_000), currencies, (minor, currency) => {
      expect(parseMinor(formatDecimal(minor, currency), currency)).toBe(minor)
      expect(parseMinor(toDecimal(minor, currency), currency)).toBe(minor)
      expect(formatDecimal(-minor, currency)).toBe(
        minor === 0 ? formatDecimal(0, currency) : `-${formatDecimal(minor, currency)}`,
      )
      expect(formatDecimal(minor, currency).split('.')[1]?.length ?? 0).toBe(minorDigits(currency))
    }),
  )
})

test('rejects decimals that a currency does not have, and accepts trailing zeros', () => {
  expect(parseMinor('1500', 'JPY')).toBe(1_500)
  expect(parseMinor('1,500.00', 'JPY')).toBe(1_500)
  expect(parseMinor('1500.5', 'JPY')).toBeUndefined()
  expect(parseMinor('1.234', 'KWD')).toBe(1_234)
  expect(parseMinor('1.2345', 'KWD')).toBeUndefined()
  expect(parseMinor('1.', 'USD')).toBeUndefined()
})
