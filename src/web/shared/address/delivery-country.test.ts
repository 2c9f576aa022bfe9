import { expect, test } from 'vitest'
import { parseDeliveryCountry } from './delivery-country.ts'

test('reads a stored delivery country', () => {
  const longest = { code: 'GS', name: 'South Georgia and the South Sandwich Islands' }
  expect(parseDeliveryCountry(JSON.stringify(longest))).toEqual(longest)
})

test('ignores a stored country that is invalid, oversized or unknown', () => {
  for (const stored of [
    null,
    '',
    '{"code":"DK"',
    '"DK"',
    '{"code":"DK"}',
    '{"code":"DK","name":""}',
    '{"code":"DK","name":{}}',
    '{"code":"dk","name":"Denmark"}',
    '{"code":"DNK","name":"Denmark"}',
    JSON.stringify({ code: 'DK', name: 'D'.repeat(1_000_000) }),
  ])
    expect([stored?.slice(0, 40), parseDeliveryCountry(stored)]).toEqual([stored?.slice(0, 40), undefined])
})
