import { expect, test } from 'vitest'
import { parseSeen, withSeen } from './recently-seen.ts'

const id = (number: number): string => `prd_${number.toString(16).padStart(32, '0')}`
const MANY = Array.from({ length: 12 }, (_, place) => id(place))

test('the piece looked at last comes first, each once, twelve at most', () => {
  expect(withSeen([], id(1))).toEqual([id(1)])
  expect(withSeen([id(1), id(2), id(3)], id(3))).toEqual([id(3), id(1), id(2)])
  expect(withSeen(MANY, id(99))).toEqual([id(99), ...MANY.slice(0, 11)])
})

test('what was stored is found again', () => {
  expect(parseSeen(JSON.stringify(MANY))).toEqual(MANY)
})

test('a broken, foreign or huge store holds nothing, and of a mixed one only ids count', () => {
  for (const stored of [null, '', '[', '7', '{}', 'null', '"prd_1"', JSON.stringify([7, null, 'prd_1', {}])])
    expect([stored, parseSeen(stored)]).toEqual([stored, []])
  expect(parseSeen(JSON.stringify(Array.from({ length: 100_000 }, (_, place) => id(place))))).toEqual([])
  expect(parseSeen(JSON.stringify(['<script>', id(1), id(1), id(2).toUpperCase(), `${id(3)}4`]))).toEqual([
    id(1),
  ])
  expect(parseSeen(JSON.stringify([...MANY, id(77), id(78)]))).toEqual(MANY)
})
