import { expect, test } from 'vitest'
import { formatPlace } from './format-place.ts'

test('shows city and country, once when both have the same name', () => {
  expect(formatPlace({ city: 'Copenhagen', country: 'DK' })).toBe('Copenhagen, Denmark')
  expect(formatPlace({ city: 'Hong Kong', country: 'HK' })).toBe('Hong Kong')
  expect(formatPlace({ city: null, country: 'Portugal' })).toBe('Portugal')
})
