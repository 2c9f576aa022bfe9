import { expect, test } from 'vitest'
import { type CarrierName, CARRIERS, REAL_CARRIERS } from '#core/shipping/carriers.ts'
import { formatCarrier, PAYABLE } from './carrier-names.ts'

test('each carrier has one name, and suppliers can choose all but the sandbox', () => {
  expect(formatCarrier('royal_mail')).toBe('Royal Mail')
  expect(formatCarrier('account')).toBe('Account balance')
  expect(formatCarrier('other')).toBe('Other carriers')
  expect(formatCarrier('a_new_carrier')).toBe('a_new_carrier')
  expect(new Set(PAYABLE.map(formatCarrier)).size).toBe(CARRIERS.length + 1)
  const choosable = new Set<CarrierName>(REAL_CARRIERS)
  expect(CARRIERS.filter((carrier) => !choosable.has(carrier))).toEqual(['sandbox_post'])
})
