import { expect, test } from 'vitest'
import { placeOf } from './place-of.ts'

test('city and country stand in words, once when they are called the same', () => {
  expect(placeOf({ city: 'Copenhagen', country: 'DK' })).toBe('Copenhagen, Denmark')
  expect(placeOf({ city: 'Hong Kong', country: 'HK' })).toBe('Hong Kong')
  expect(placeOf({ city: null, country: 'Portugal' })).toBe('Portugal')
})
