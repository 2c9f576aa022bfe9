import { expect, test } from 'vitest'
import { packed, unpacked } from './page-data.ts'

test('where data was packed it is the very same again, with nothing read twice', () => {
  const data = { pieces: [{ name: 'Ring' }] }
  expect(unpacked(packed(data))).toBe(data)
})

test('where only its text arrived it is read once, so that a page drawn again keeps its data', () => {
  const arrived = { json: packed({ name: '</script> “Ring”', price: 12.5, offer: null }).json }
  expect(unpacked(arrived)).toEqual({ name: '</script> “Ring”', price: 12.5, offer: null })
  expect(unpacked(arrived)).toBe(unpacked(arrived))
})

test('a page without data has none there either', () => {
  expect(unpacked({ json: packed(undefined).json })).toBeNull()
})
