import { expect, test } from 'vitest'
import { parseCentimetres, formatInches, standardLengths } from './lengths.ts'

test('reads lengths in centimetres, millimetres and inches', () => {
  expect(['45 cm', '450 mm', '18 in', '18"', ' 17.5CM '].map(parseCentimetres)).toEqual([
    45, 45, 45.7, 45.7, 17.5,
  ])
  expect(['Small', '45', '', 'cm', '12345 cm', '1e9 cm'].map(parseCentimetres)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('converts centimetres to inches', () => {
  expect([17, 40, 45.7].map(formatInches)).toEqual(['6.7 in', '15.7 in', '18.0 in'])
})

test('describes how necklaces are worn, and for which wrist or ankle with two centimetres of ease', () => {
  expect(standardLengths('neck')).toContainEqual({ cm: 45, worn: 'On the collarbone' })
  expect(standardLengths('wrist')).toContainEqual({ cm: 17, worn: 'For a wrist of 15 cm' })
  expect(standardLengths('ankle')).toContainEqual({ cm: 24, worn: 'For an ankle of 22 cm' })
  expect(standardLengths('none')).toEqual([])
})
