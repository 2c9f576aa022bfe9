import { expect, test } from 'vitest'
import { serializePageData, deserializePageData } from './router.tsx'

test('page data that was serialized here is returned as the same object', () => {
  const data = { products: [{ name: 'Ring' }] }
  expect(deserializePageData(serializePageData(data))).toBe(data)
})

test('page data that arrived as text is parsed once and returned as the same object', () => {
  const arrived = { json: serializePageData({ name: '</script> “Ring”', price: 12.5, offer: null }).json }
  expect(deserializePageData(arrived)).toEqual({ name: '</script> “Ring”', price: 12.5, offer: null })
  expect(deserializePageData(arrived)).toBe(deserializePageData(arrived))
})

test('a page without data deserializes to null', () => {
  expect(deserializePageData({ json: serializePageData(undefined).json })).toBeNull()
})
