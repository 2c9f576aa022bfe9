import { expect, test } from 'vitest'
import { pieceFacts, ringSizeNote } from './piece-facts.ts'

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
  expect(pieceFacts(facts, 'R-1')).toEqual([
    { name: 'Metal', value: 'Yellow gold' },
    { name: 'Measures', value: '18 × 2.25 mm' },
    { name: 'Weight', value: '3.4 g' },
    { name: 'SKU', value: 'R-1' },
  ])
  expect(pieceFacts(UNKNOWN, '')).toEqual([])
})

test('only rings are told how sizes are read', () => {
  expect(ringSizeNote('Rings', 'US')).toMatch(/^Sizes follow the US standard\. /)
  expect(ringSizeNote('Rings', null)).toMatch(/^Between two sizes/)
  expect(ringSizeNote('Charms', 'US')).toBeUndefined()
})
