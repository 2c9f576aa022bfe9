import { afterEach, expect, test, vi } from 'vitest'
import { clearRecentSearches, readRecentSearches, saveRecentSearch } from './recent-searches.ts'

afterEach(() => vi.unstubAllGlobals())

/** Creates a browser storage with this value under our key; `isFull` rejects writes. */
function storage(stored?: string, isFull = false): Map<string, string> {
  const values = new Map(stored === undefined ? [] : [['recentSearches', stored]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
    removeItem: (key: string) => values.delete(key),
  })
  return values
}

test('stores the last five searches, each once, latest first', () => {
  const values = storage()
  for (const text of ['ring', 'opal', 'pearl', 'Ring ', 'gold', 'jade', 'ruby']) saveRecentSearch(text)
  expect(readRecentSearches()).toEqual(['ruby', 'jade', 'gold', 'Ring', 'pearl'])
  clearRecentSearches()
  expect(readRecentSearches()).toEqual([])
  expect(values.size).toBe(0)
})

test.each([
  '{',
  'null',
  '"ring"',
  '{"0":"ring"}',
  '[1,null,{"a":1},""]',
  JSON.stringify(['x'.repeat(5_000)]),
])('a storage with %s has no searches, and accepts new ones', (stored) => {
  storage(stored)
  expect(readRecentSearches()).toEqual([])
  saveRecentSearch('ring')
  expect(readRecentSearches()).toEqual(['ring'])
})

test('a full or missing storage does not fail', () => {
  storage('["opal"]', true)
  saveRecentSearch('ring')
  expect(readRecentSearches()).toEqual(['opal'])
  vi.stubGlobal('localStorage', undefined)
  saveRecentSearch('ring')
  clearRecentSearches()
  expect(readRecentSearches()).toEqual([])
})
