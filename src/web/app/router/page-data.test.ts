import { expect, test } from 'vitest'
import { serializePageData, deserializePageData } from './router.tsx'

test('where data was packed it is the very same again, with nothing read twice', () => {
  const data = { products: [{ name: 'Ring' }] }
  expect(deserializePageData(serializePageData(data))).toBe(data)
})

test('page data that arrived as text is parsed once and returned as the same object', () => {
  const arrived = { json: serializePageData({ name: '</script> “Ring”', price: 12.5, offer: null }).json }
  expect(deserializePageData(arrived)).toEqual({ name: '</script> “Ring”', price: 12.5, offer: null })
  expect(deserializePageData(arrived)).toBe(deserializePageData(arrived))
})

test('a page without data has none there either', () => {
  expect(deserializePageData({ json: serializePageData(undefined).json })).toBeNull()
})
