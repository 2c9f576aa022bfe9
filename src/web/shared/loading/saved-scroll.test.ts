import { expect, test } from 'vitest'
import { leavePlace, leftPlace, PLACES_KEY } from './saved-scroll.ts'

test('a place is found again by its entry of the history, the last one that was noted', () => {
  const storage = storageWith()
  leavePlace('one', { piece: 40, offset: 12.5 }, storage)
  leavePlace('two', { piece: 0, offset: -300 }, storage)
  leavePlace('one', { piece: 44, offset: 7 }, storage)
  expect(leftPlace('one', storage)).toEqual({ piece: 44, offset: 7 })
  expect(leftPlace('two', storage)).toEqual({ piece: 0, offset: -300 })
  expect(leftPlace('three', storage)).toBeUndefined()
})

test('the oldest places are forgotten', () => {
  const storage = storageWith()
  for (let entry = 0; entry < 30; entry += 1)
    leavePlace(`entry ${entry}`, { piece: entry, offset: 0 }, storage)
  expect(leftPlace('entry 9', storage)).toBeUndefined()
  expect(leftPlace('entry 10', storage)).toEqual({ piece: 10, offset: 0 })
})

test('whatever else is stored counts as nothing, and is replaced', () => {
  for (const stored of [
    '',
    '{',
    'null',
    '{"one":1}',
    '[["one"]]',
    '[["one",{"piece":-1,"offset":0}]]',
    '[["one",{"piece":1.5,"offset":0}]]',
    '[["one",{"piece":1,"offset":"0"}]]',
    '[["one",{"piece":1,"offset":null}],7]',
  ]) {
    const storage = storageWith(stored)
    expect([stored, leftPlace('one', storage)]).toEqual([stored, undefined])
    leavePlace('one', { piece: 3, offset: 0 }, storage)
    expect(leftPlace('one', storage)).toEqual({ piece: 3, offset: 0 })
  }
})

test('without storage there are no places, and nothing breaks', () => {
  const none = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(() => leavePlace('one', { piece: 1, offset: 0 }, none)).not.toThrow()
  expect(leftPlace('one', none)).toBeUndefined()
})

function storageWith(stored?: string) {
  const values = new Map(stored === undefined ? [] : [[PLACES_KEY, stored]])
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  return () => storage
}
