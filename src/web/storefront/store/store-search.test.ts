import { expect, test } from 'vitest'
import { readStoreSearch, storeHref } from './store-search.ts'

test('reads the store and its product search from the URL, and builds the same URL', () => {
  const search = readStoreSearch({ id: 'sup_1', search: ' moon & sun ', category: 'Rings', page: '3' })
  expect(search).toEqual({ id: 'sup_1', text: 'moon & sun', category: 'Rings', page: 3 })
  expect(storeHref(search)).toBe('/store-profile?id=sup_1&category=Rings&search=moon+%26+sun&page=3')
  expect(storeHref(readStoreSearch({}))).toBe('/store-profile')
})

test('ignores invalid values', () => {
  for (const page of ['0', '-1', '1.5', 'x', '', '99999999', undefined])
    expect(readStoreSearch({ page, category: 'Hats', search: 7 })).toEqual({
      id: '',
      text: '',
      category: undefined,
      page: 1,
    })
  expect(readStoreSearch({ page: '9999999' }).page).toBe(1_000_000)
  expect(readStoreSearch({ search: `a\0${'b'.repeat(200)}` }).text).toHaveLength(100)
})
