import { expect, test } from 'vitest'
import { createListCache } from './list-cache.ts'

function createCountedMake() {
  let callCount = 0
  return { make: () => Promise.resolve(`answer ${++callCount}`), made: () => callCount }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('equal requests are computed once, concurrent or within the cache time', async () => {
  let now = 0
  const cache = createListCache({ keepMs: 1_000, clock: () => now })
  const { make, made } = createCountedMake()
  const answers = await Promise.all([cache.get('a', make), cache.get('a', make)])
  now = 999
  answers.push(await cache.get('a', make))
  expect(answers.map(text)).toEqual(['answer 1', 'answer 1', 'answer 1'])
  now = 1_000
  expect(text(await cache.get('a', make))).toBe('answer 2')
  expect(made()).toBe(2)
})

test('a failure reaches all waiting callers and is not cached', async () => {
  const cache = createListCache()
  const fail = () => Promise.reject(new Error('no database'))
  const both = await Promise.allSettled([cache.get('a', fail), cache.get('a', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(text(await cache.get('a', createCountedMake().make))).toBe('answer 1')
})

test('the cache holds at most the allowed answers, drops the oldest first, and clearing empties it', async () => {
  const cache = createListCache({ most: 2, clock: () => 0 })
  const { make, made } = createCountedMake()
  for (const key of ['a', 'b', 'c']) await cache.get(key, make)
  await cache.get('c', make)
  expect(made()).toBe(3)
  await cache.get('a', make)
  expect(made()).toBe(4)
  cache.clear()
  await cache.get('a', make)
  expect(made()).toBe(5)
})
