import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatGtin, toGtin } from './gtin.ts'

/** Adds the check digit to 7, 11, 12 or 13 digits, counted from the right as GS1 explains. */
function complete(body: string): string {
  const sum = [...body]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''))
const body = fc.oneof(digits(7), digits(11), digits(12), digits(13)).filter((text) => !/^0+$/.test(text))

test('reads GTINs of every length, with spaces and hyphens', () => {
  // The examples of GS1's page about check digits: a UPC, an EAN-8 and an ISBN.
  expect(toGtin('6291041500213')).toBe('06291041500213')
  expect(toGtin('0 36000 29145 2')).toBe('00036000291452')
  expect(toGtin('9638-5074')).toBe('00000096385074')
  expect(toGtin('978-3-16-148410-0')).toBe('09783161484100')
})

test('rejects a GTIN with a wrong length, letters, only zeros or a wrong check digit', () => {
  for (const text of [
    '',
    'RING-7',
    '123',
    '6291041500214',
    '629104150021',
    '6.29104E+12',
    '00000000',
    '٦٢٩١٠٤١٥',
  ])
    expect(toGtin(text)).toBeNull()
})

test('treats a GTIN with leading zeros as the same, and detects every mistyped digit', () => {
  fc.assert(
    fc.property(body, fc.nat(), fc.integer({ min: 1, max: 9 }), (numbers, at, change) => {
      const whole = complete(numbers)
      expect(toGtin(whole)).toBe(whole.padStart(14, '0'))
      expect(toGtin(formatGtin(whole.padStart(14, '0')))).toBe(whole.padStart(14, '0'))
      const place = at % whole.length
      const typed = `${whole.slice(0, place)}${(Number(whole[place]) + change) % 10}${whole.slice(place + 1)}`
      expect(toGtin(typed)).toBeNull()
    }),
  )
})
