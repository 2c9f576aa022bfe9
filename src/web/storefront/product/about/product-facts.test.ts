import { expect, test } from 'vitest'
import { toFactRows } from './product-description.tsx'

const UNKNOWN = {
  metal: null,
  purity: null,
  plating: null,
  stones: null,
  sizeStandard: null,
  hallmark: null,
  isNickelFree: null,
  certificate: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
}

test('a certificate links to its laboratory’s report check, if there is one', () => {
  const toRow = (laboratory: string | null, number: string | null) =>
    toFactRows({ ...UNKNOWN, certificate: { laboratory, number } })
  expect(toRow('GIA', '2141438171')).toEqual([
    {
      name: 'Certificate',
      value: 'GIA 2141438171',
      href: 'https://www.gia.edu/report-check?reportno=2141438171',
    },
  ])
  expect(toRow('GRS', 'GRS2024-1')).toEqual([
    { name: 'Certificate', value: 'GRS GRS2024-1', href: undefined },
  ])
  expect(toRow('GIA', null)).toEqual([{ name: 'Certificate', value: 'GIA', href: undefined }])
})

test('shows hallmark and nickel content as stated', () => {
  expect(toFactRows({ ...UNKNOWN, hallmark: '750', isNickelFree: true })).toEqual([
    { name: 'Hallmark', value: '750' },
    { name: 'Nickel', value: 'Nickel-free' },
  ])
  expect(toFactRows({ ...UNKNOWN, isNickelFree: false })).toEqual([
    { name: 'Nickel', value: 'Contains nickel' },
  ])
})

test('shows a row for each known fact only', () => {
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
