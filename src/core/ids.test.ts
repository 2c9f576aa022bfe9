import { expect, test } from 'vitest'
import { idPattern, newId, newSecretId } from './ids.ts'

test('ids of the catalogue follow the order of creation and are UUIDs of version 7', () => {
  const earlier = newId('product', 1_700_000_000_000)
  const nextId = newId('product', 1_700_000_000_001)
  expect(earlier < nextId).toBe(true)
  expect(earlier).toMatch(idPattern('product'))
  expect(earlier.charAt(4 + 12)).toBe('7')
  expect(earlier.slice(4, 16)).toBe((1_700_000_000_000).toString(16).padStart(12, '0'))
})

test('ids of one moment differ, also when their random bytes run out and are renewed', () => {
  const ids = Array.from({ length: 1000 }, () => newId('variant', 1_700_000_000_000))
  expect(new Set(ids).size).toBe(1000)
})

test('ids that grant access are random in every digit', () => {
  const ids = Array.from({ length: 1000 }, () => newSecretId('purchase'))
  expect(new Set(ids).size).toBe(1000)
  const firstDigits = new Set(ids.map((id) => id.charAt(4)))
  expect(firstDigits.size).toBe(16)
})

test('an id does not match the pattern of another kind', () => {
  expect(newId('variant')).not.toMatch(idPattern('product'))
})
