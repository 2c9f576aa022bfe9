import { expect, test } from 'vitest'
import { envelope, streamedList } from './finished-json.ts'

test('an envelope is JSON whatever its message', () => {
  expect(JSON.parse(envelope('Said "so"', { list: '[1]' }))).toEqual({
    success: true,
    message: 'Said "so"',
    list: [1],
  })
})

/** Batches that tell how many were asked for and whether they were let go. */
function watched(count: number) {
  const seen = { asked: 0, left: false }
  async function* batches() {
    try {
      for (let index = 0; index < count; index++) {
        seen.asked += 1
        yield [`{"id":${index}}`, `{"id":${index}}`]
      }
    } finally {
      seen.left = true
    }
  }
  return { seen, batches: batches() }
}

test('a streamed list is one JSON document, also when it is empty', async () => {
  expect(await streamedList('All', watched(2).batches).json()).toEqual({
    success: true,
    message: 'All',
    getProduct: [{ id: 0 }, { id: 0 }, { id: 1 }, { id: 1 }],
    total: 4,
  })
  expect(await streamedList('All', watched(0).batches).json()).toMatchObject({ getProduct: [], total: 0 })
})

test('no more is read than the reader takes, and nothing after he has gone', async () => {
  const { seen, batches } = watched(1_000)
  const reader = streamedList('All', batches).body?.getReader()
  for (let index = 0; index < 3; index++) await reader?.read()
  expect(seen.asked).toBeLessThanOrEqual(4)
  await reader?.cancel()
  expect(seen.left).toBe(true)
  expect(seen.asked).toBeLessThanOrEqual(4)
})

test('a failure on the way breaks the answer off', async () => {
  async function* failing() {
    yield ['{}']
    throw new Error('the database went away')
  }
  await expect(streamedList('All', failing()).text()).rejects.toThrow('the database went away')
})
