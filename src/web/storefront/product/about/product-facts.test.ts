import { expect, test } from 'vitest'
import { toFactRows } from './product-description.tsx'

const UNKNOWN = {
  metal: null,
  purity: null,
  plating: null,
  stones: null,
  sizeStandard: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
}

test('facts that are known have a row, the others none', () => {
  const facts = {
    ...UNKNOWN,
    metal: 'Yellow gold',
    weightGrams: 3.4000000953674316,
    lengthMm: 18,
    heightMm: 2.25,
  }
  expect(toFactRows(facts)).toEqual([
    { name: 'Metal', value: 'Yellow gold' },
    { name: 'Dimensions', value: '18 × 2.25 mm' },
    { name: 'Weight', value: '3.4 g' },
  ])
  expect(toFactRows(UNKNOWN)).toEqual([])
})
