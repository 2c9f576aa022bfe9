import { expect, test } from 'vitest'
import { cardBrandName, validateCard, formatCardNumber, formatExpiry } from './card-check.ts'

const NOW = new Date(2026, 10, 21)
const CARD = { name: 'Mei Tan', number: '4242 4242 4242 4242', expiry: '08/29', code: '123' }

/** Returns the errors of a valid card with these changes. */
function invalidFields(overrides: Partial<typeof CARD>): string[] {
  return Object.values(validateCard({ ...CARD, ...overrides }, NOW))
}

test('detects the card brand from the first digits, and accepts its length and code', () => {
  const cards = [
    ['Visa', '4242424242424242', '123'],
    ['Mastercard', '5555555555554444', '123'],
    ['Mastercard', '2223003122003222', '123'],
    ['American Express', '378282246310005', '1234'],
    ['Diners Club', '30569309025904', '123'],
    ['Discover', '6011111111111117', '123'],
    ['UnionPay', '6200000000000005', '123'],
  ] as const
  for (const [brand, number, code] of cards) {
    expect(cardBrandName(number)).toBe(brand)
    expect(invalidFields({ number, code })).toEqual([])
  }
  expect(cardBrandName('9')).toBeUndefined()
})

test('detects a wrong digit, a missing digit and a letter', () => {
  for (const number of ['4242 4242 4242 4243', '4242 4242 4242 424', '0'])
    expect(invalidFields({ number })).toEqual(['This card number isn’t valid. Check the digits.'])
  expect(invalidFields({ number: '4242 4242 4242 424O' })).toEqual(['Enter digits only.'])
})

test('a card is valid until the end of its month', () => {
  expect(invalidFields({ expiry: '11/26' })).toEqual([])
  for (const expiry of ['10/26', '12/25'])
    expect(invalidFields({ expiry })).toEqual(['This card has expired.'])
  for (const expiry of ['13/29', '00/29', 'soon', '8'])
    expect(invalidFields({ expiry })).toEqual(['Enter the date on your card, such as 08/29.'])
})

test('the security code has the length of the card’s brand', () => {
  expect(invalidFields({ code: '1234' })).toEqual(['Enter the 3-digit security code.'])
  expect(invalidFields({ number: '378282246310005' })).toEqual(['Enter the 4-digit security code.'])
})

test('an empty form has an error for each field', () => {
  expect(Object.keys(validateCard({ name: ' ', number: '', expiry: '', code: '' }, NOW))).toEqual([
    'name',
    'number',
    'expiry',
    'code',
  ])
})

test('formats numbers and dates as on the card', () => {
  expect(formatCardNumber('4242-4242 42424242')).toBe('4242 4242 4242 4242')
  expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005')
  expect(formatCardNumber('3782 8')).toBe('3782 8')
  expect(formatCardNumber('4242 424O')).toBe('4242 424O')
  for (const typed of ['8/29', '0829', '08 / 2029', '08-29']) expect(formatExpiry(typed)).toBe('08/29')
  expect(formatExpiry('soon')).toBe('soon')
})
