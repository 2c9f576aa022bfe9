import { expect, test } from 'vitest'
import type { CaseEntryData } from '#features/sales/cases/contract.ts'
import { mergeEntries } from './case-entries.tsx'

const entry = (place: number): CaseEntryData => ({
  place,
  event: 'message',
  side: 'buyer',
  text: '',
  isErased: false,
  terms: null,
  pictures: [],
  at: '2026-03-02T10:00:00Z',
})
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => entry(first + place))
const placesAfterMerge = (loaded: readonly CaseEntryData[], newest: readonly CaseEntryData[]) =>
  mergeEntries(loaded, newest).map(({ place }) => place)

test('merging keeps earlier entries before the latest page, each once, also when the page has moved on', () => {
  expect(placesAfterMerge(from(1, 25), from(6, 25))).toHaveLength(25)
  expect(placesAfterMerge(from(1, 25), from(8, 27))).toEqual(from(1, 27).map(({ place }) => place))
})

test('merging drops earlier entries that do not adjoin the latest page, so that they are read again', () => {
  expect(placesAfterMerge(from(1, 25), from(31, 50))).toEqual(from(31, 50).map(({ place }) => place))
  expect(placesAfterMerge([], from(1, 3))).toEqual([1, 2, 3])
  expect(placesAfterMerge(from(1, 3), [])).toEqual([])
})
