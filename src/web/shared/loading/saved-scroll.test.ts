import { expect, test } from 'vitest'
import { saveScroll, readSavedScroll, SCROLL_POSITIONS_KEY } from './saved-scroll.ts'

test('restores the last scroll position saved for a history entry', () => {
  const storage = storageWith()
  saveScroll('one', { product: 40, offset: 12.5 }, storage)
  saveScroll('two', { product: 0, offset: -300 }, storage)
  saveScroll('one', { product: 44, offset: 7 }, storage)
  expect(readSavedScroll('one', storage)).toEqual({ product: 44, offset: 7 })
  expect(readSavedScroll('two', storage)).toEqual({ product: 0, offset: -300 })
  expect(readSavedScroll('three', storage)).toBeUndefined()
})

test('drops the oldest scroll positions', () => {
  const storage = storageWith()
  for (let entry = 0; entry < 30; entry += 1)
    saveScroll(`entry ${entry}`, { product: entry, offset: 0 }, storage)
  expect(readSavedScroll('entry 9', storage)).toBeUndefined()
  expect(readSavedScroll('entry 10', storage)).toEqual({ product: 10, offset: 0 })
})

test('ignores and replaces an invalid stored value', () => {
  for (const stored of [
    '',
    '{',
    'null',
    '{"one":1}',
    '[["one"]]',
    '[["one",{"product":-1,"offset":0}]]',
    '[["one",{"product":1.5,"offset":0}]]',
    '[["one",{"product":1,"offset":"0"}]]',
    '[["one",{"product":1,"offset":null}],7]',
  ]) {
    const storage = storageWith(stored)
    expect([stored, readSavedScroll('one', storage)]).toEqual([stored, undefined])
    saveScroll('one', { product: 3, offset: 0 }, storage)
    expect(readSavedScroll('one', storage)).toEqual({ product: 3, offset: 0 })
  }
})

test('has no scroll positions without storage, and does not fail', () => {
  const none = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(() => saveScroll('one', { product: 1, offset: 0 }, none)).not.toThrow()
  expect(readSavedScroll('one', none)).toBeUndefined()
})

function storageWith(stored?: string) {
  const values = new Map(stored === undefined ? [] : [[SCROLL_POSITIONS_KEY, stored]])
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  return () => storage
}
