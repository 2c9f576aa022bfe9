import { expect, test } from 'vitest'
import { pieceFacts, ringSizeNote, statedFigures } from './piece-facts.ts'

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

test("a supplier's stated figures read as the document's [PDP-33, PDP-34, PDP-35, PDP-36, PDP-37, PDP-38]", () => {
  const stated = {
    storeRating: 4.7,
    onTimeDeliveryPercent: 98.6,
    responseTime: '1h or less',
    onlineRevenue: '$340,000+',
    mainMarket: 'Europe',
    collabSuppliers: 15,
  }
  expect(statedFigures(stated).map((fact) => `${fact.name} ${fact.value}`)).toEqual([
    'Store rating 4.7/5',
    'On-time delivery 98.6%',
    'Response time 1h or less',
    'Online revenue $340,000+',
    'Main market Europe',
    'Collab suppliers 15',
  ])
})

test('what a supplier has not stated is not made up', () => {
  const none = {
    storeRating: null,
    onTimeDeliveryPercent: null,
    responseTime: null,
    onlineRevenue: null,
    mainMarket: null,
    collabSuppliers: 0,
  }
  expect(statedFigures(none)).toEqual([{ name: 'Collab suppliers', value: '0' }])
})
