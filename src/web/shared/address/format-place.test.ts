import { expect, test } from 'vitest'
import { formatPlace } from './format-place.ts'

test('city and country stand in words, once when they are called the same', () => {
  expect(formatPlace({ city: 'Copenhagen', country: 'DK' })).toBe('Copenhagen, Denmark')
  expect(formatPlace({ city: 'Hong Kong', country: 'HK' })).toBe('Hong Kong')
  expect(formatPlace({ city: null, country: 'Portugal' })).toBe('Portugal')
})
