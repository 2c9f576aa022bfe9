import { expect, test } from 'vitest'
import { parseRecentlyViewed, addRecentlyViewed } from './recently-viewed.ts'

const id = (number: number): string => `prd_${number.toString(16).padStart(32, '0')}`
const MANY = Array.from({ length: 12 }, (_, place) => id(place))

test('lists the last viewed product first, each once, at most twelve', () => {
  expect(addRecentlyViewed([], id(1))).toEqual([id(1)])
  expect(addRecentlyViewed([id(1), id(2), id(3)], id(3))).toEqual([id(3), id(1), id(2)])
  expect(addRecentlyViewed(MANY, id(99))).toEqual([id(99), ...MANY.slice(0, 11)])
})

test('restores the stored list', () => {
  expect(parseRecentlyViewed(JSON.stringify(MANY))).toEqual(MANY)
})

test('ignores an invalid or oversized list, and entries that are not ids', () => {
  for (const stored of [null, '', '[', '7', '{}', 'null', '"prd_1"', JSON.stringify([7, null, 'prd_1', {}])])
    expect([stored, parseRecentlyViewed(stored)]).toEqual([stored, []])
  expect(
    parseRecentlyViewed(JSON.stringify(Array.from({ length: 100_000 }, (_, place) => id(place)))),
  ).toEqual([])
  expect(
    parseRecentlyViewed(JSON.stringify(['<script>', id(1), id(1), id(2).toUpperCase(), `${id(3)}4`])),
  ).toEqual([id(1)])
  expect(parseRecentlyViewed(JSON.stringify([...MANY, id(77), id(78)]))).toEqual(MANY)
})
