import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSepaIban, readAccountNumber, readBic, readIban } from './bank-account.ts'

test.each([
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['it60 x054 2811 1010 0000 0123 456', 'IT60X0542811101000000123456'],
  ['GB82 WEST 1234 5698 7654 32', 'GB82WEST12345698765432'],
])('accepts the IBAN %s', (input, read) => {
  expect(readIban(input)).toBe(read)
})

test.each([
  '',
  'DE89370400440532013001',
  'DE8937040044053201300',
  'US64SVBKUS6S3300958879',
  'DE89*70400440532013000',
])('rejects the IBAN %s', (input) => {
  expect(readIban(input)).toBeUndefined()
})

test('detects every mistyped digit and every two swapped characters', () => {
  const iban = 'DE89370400440532013000'
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (place, change) => {
      const digit = String((Number(iban[place]) + change) % 10)
      expect(readIban(iban.slice(0, place) + digit + iban.slice(place + 1))).toBeUndefined()
    }),
  )
  const swapped = 'DE98370400440532013000'
  expect(readIban(swapped)).toBeUndefined()
})

test('accepts a BIC of 8 or 11 characters, and an account number of digits only', () => {
  expect(readBic('dbss sg sg')).toBe('DBSSSGSG')
  expect(readBic('COBADEFFXXX')).toBe('COBADEFFXXX')
  expect(readBic('COBADEFFXX')).toBeUndefined()
  expect(readAccountNumber('003-12345-6')).toBe('003123456')
  expect(readAccountNumber('=1+1')).toBeUndefined()
})

test.each([
  ['DE89370400440532013000', true],
  ['RS35260005601001611379', true],
  ['XK051212012345678906', false],
  ['TR330006100519786457841326', false],
])('euro payouts to %s can use SEPA: %s', (iban, isSepa) => {
  expect(readIban(iban)).toBe(iban)
  expect(isSepaIban(iban)).toBe(isSepa)
})
