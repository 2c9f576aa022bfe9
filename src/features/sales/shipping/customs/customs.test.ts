import { expect, test } from 'vitest'
import { needsCustoms, classifyTariffNumber } from './customs.ts'

const materials = (metal: string | null, plating: string | null = null, stones: string | null = null) =>
  classifyTariffNumber({ metal, plating, stones })

test.each([
  ['Silver', null, null, '711311'],
  ['Sterling silver', '18K gold', '1 pearl', '711311'],
  ['925 silver', 'rhodium', null, '711311'],
  ['Gold vermeil', null, null, '711311'],
  ['Yellow gold', null, '1 diamond', '711319'],
  ['Yellow gold and platinum', 'None', null, '711319'],
  ['14K', null, null, '711319'],
  ['Gold-filled brass', null, null, '711320'],
  ['Rolled gold', null, null, '711320'],
  ['Brass', '18K gold', 'None', '711719'],
  ['Gold-plated brass', null, null, '711719'],
  ['Stainless steel', null, 'Glass crystals', '711719'],
  ['Brass', '22K gold', 'Mother-of-pearl', '711719'],
  ['Base metal alloy', 'palladium', 'Paua shell', '711719'],
  ['Brass', null, '3 freshwater pearls', '711610'],
  ['Bronze', null, 'Garnet', '711620'],
] as const)(
  '%s, plated with %s, set with %s, has the tariff number %s',
  (...[metal, plating, stones, number]) => {
    expect(materials(metal, plating, stones)).toBe(number)
  },
)

test.each([
  null,
  '',
  'Leather',
  'Gold-plated',
  'Gold tone',
  'Brass and silver',
  'Silver and yellow gold',
  'mixed',
])('%s has no declared material', (metal) => {
  expect(materials(metal)).toBeUndefined()
})

test('customs are needed when a parcel leaves its country, except within the customs union', () => {
  expect(needsCustoms('SG', 'SG')).toBe(false)
  expect(needsCustoms('IT', 'DE')).toBe(false)
  expect(needsCustoms('IT', 'SG')).toBe(true)
  expect(needsCustoms('SG', 'IT')).toBe(true)
  expect(needsCustoms('IT', 'GB')).toBe(true)
  expect(needsCustoms('GB', 'CH')).toBe(true)
})
