import { expect, test } from 'vitest'
import { serializePageData, deserializePageData } from './page-data.ts'

test('where data was packed it is the very same again, with nothing read twice', () => {
  const data = { products: [{ name: 'Ring' }] }
  expect(deserializePageData(serializePageData(data))).toBe(data)
})

test('where only its text arrived it is read once, so that a page drawn again keeps its data', () => {
  const arrived = { json: serializePageData({ name: '</script> “Ring”', price: 12.5, offer: null }).json }
  expect(deserializePageData(arrived)).toEqual({ name: '</script> “Ring”', price: 12.5, offer: null })
  expect(deserializePageData(arrived)).toBe(deserializePageData(arrived))
})

test('a page without data has none there either', () => {
  expect(deserializePageData({ json: serializePageData(undefined).json })).toBeNull()
})
