import { expect, test } from 'vitest'
import { createInMemoryCounter } from './limits.ts'

test('counts calls by caller and window', () => {
  const count = createInMemoryCounter()
  expect([count('a', 0), count('a', 0), count('b', 0), count('a', 60_000), count('a', 60_000)]).toEqual([
    1, 2, 1, 1, 2,
  ])
})

test('drops the oldest counts when many callers exceed the memory limit', () => {
  const count = createInMemoryCounter(3)
  for (const caller of ['a', 'b', 'c', 'a', 'd']) count(caller, 0)
  expect(count('b', 0)).toBe(2)
  expect(count('d', 0)).toBe(2)
  expect(count('a', 0)).toBe(1)
})
