import { expect, test } from 'vitest'
import { toEnvelopeJson, streamListResponse } from './raw-json.ts'

test('an envelope is valid JSON for any message', () => {
  expect(JSON.parse(toEnvelopeJson('Said "so"', { list: '[1]' }))).toEqual({
    success: true,
    message: 'Said "so"',
    list: [1],
  })
})

/** Returns batches that count requests and record their release. */
function createWatchedBatches(count: number) {
  const stats = { requests: 0, left: false }
  async function* batches() {
    try {
      for (let index = 0; index < count; index++) {
        stats.requests += 1
        yield [`{"id":${index}}`, `{"id":${index}}`]
      }
    } finally {
      stats.left = true
    }
  }
  return { seen: stats, batches: batches() }
}

test('a streamed list is one JSON document, also when it is empty', async () => {
  expect(await streamListResponse('All', createWatchedBatches(2).batches).json()).toEqual({
    success: true,
    message: 'All',
    getProduct: [{ id: 0 }, { id: 0 }, { id: 1 }, { id: 1 }],
    total: 4,
  })
  expect(await streamListResponse('All', createWatchedBatches(0).batches).json()).toMatchObject({
    getProduct: [],
    total: 0,
  })
})

test('reads only as much as the client consumes, and stops when the client disconnects', async () => {
  const { seen, batches } = createWatchedBatches(1_000)
  const reader = streamListResponse('All', batches).body?.getReader()
  for (let index = 0; index < 3; index++) await reader?.read()
  expect(seen.requests).toBeLessThanOrEqual(4)
  await reader?.cancel()
  expect(seen.left).toBe(true)
  expect(seen.requests).toBeLessThanOrEqual(4)
})

test('a failure while streaming aborts the answer', async () => {
  async function* failingBatches() {
    yield ['{}']
    throw new Error('the database went away')
  }
  await expect(streamListResponse('All', failingBatches()).text()).rejects.toThrow('the database went away')
})
