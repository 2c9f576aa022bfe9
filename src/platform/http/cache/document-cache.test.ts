import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDocumentCache } from './document-cache.ts'

/** Creates a cache with a fixed clock, and a builder that counts. */
function createCache(maxBytes = 1_000_000) {
  let now = 0
  let writeCount = 0
  const documents = createDocumentCache({ clock: () => now, staleMs: 600, longestMs: 10_000, maxBytes })
  const write = async function* (): AsyncGenerator<string, void, void> {
    writeCount += 1
    yield 'edition '
    yield String(writeCount)
  }
  return {
    documents,
    read: async (name = 'a') => gunzipSync((await documents.get(name, write)).gzip).toString(),
    pass: (ms: number) => (now += ms),
  }
}

test('builds a document once for all callers, and caches it until something changes', async () => {
  const { read, pass } = createCache()
  expect(await Promise.all([read(), read(), read()])).toEqual(['edition 1', 'edition 1', 'edition 1'])
  pass(9_000)
  expect(await read()).toBe('edition 1')
})

test('serves the old document for a while after a change, then rebuilds it', async () => {
  const { documents, read, pass } = createCache()
  await read()
  documents.changed()
  pass(599)
  documents.changed()
  expect(await read()).toBe('edition 1')
  pass(1)
  expect(await read()).toBe('edition 2')
})

test('a change during a build triggers a rebuild', async () => {
  const { documents, read, pass } = createCache()
  const first = read()
  documents.changed()
  await first
  pass(600)
  expect(await read()).toBe('edition 2')
})

test('a cached document is rebuilt after its maximum age without an invalidation', async () => {
  const { read, pass } = createCache()
  await read()
  pass(10_000)
  expect(await read()).toBe('edition 2')
})

test('evicts the least recently requested document when the cache is full', async () => {
  const { read } = createCache(60)
  await read('a')
  await read('b')
  await read('a')
  await read('c')
  expect(await read('a')).toBe('edition 1')
  expect(await read('b')).toBe('edition 4')
})

test('logs a failed build, and retries it at the next request', async () => {
  const { documents, read } = createCache()
  const broken = async function* (): AsyncGenerator<string, void, void> {
    yield 'half'
    throw new Error('the database is gone')
  }
  await expect(documents.get('a', broken)).rejects.toThrow('the database is gone')
  expect(await read()).toBe('edition 1')
})
