import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { type CallGroup, countInDatabase, type CountGroups } from '#platform/http/limits/limits.ts'
import { createLog } from '#platform/log.ts'
import { startFakeValkey } from '#tests/fakes/valkey.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { openValkey } from './open-valkey.ts'
import { countInValkey } from './valkey-counts.ts'

const { db } = await createTestDatabase()
const fake = await startFakeValkey()
/** Uses a real server if one is configured. */
const url = process.env['VALKEY_TEST_URL'] ?? fake.url
const log = createLog('silent')
const clients: { destroy(): void }[] = []
afterAll(() => clients.forEach((client) => client.destroy()))

async function connect(address: string) {
  const ready = Promise.withResolvers<void>()
  const client = await openValkey({ url: address }, { log, onReady: () => ready.resolve() })
  clients.push(client)
  await ready.promise
  return client
}

const client = await connect(url)
const unused = () => Promise.reject(new Error('counted elsewhere'))
const minute = 60_000
const windowStart = Math.floor(Date.now() / minute) * minute
const group = (caller: string, calls: number, start = windowStart): CallGroup => ({
  name: 'sign-in',
  client: caller,
  windowStart: start,
  windowMs: minute,
  calls,
})

test.each([
  ['the database', () => countInDatabase(db)],
  ['Valkey', () => countInValkey(client, { prefix: randomUUID(), fallback: unused })],
])('in %s, adds up calls by caller and window, with answers in order', async (_, create) => {
  const count = create()
  expect(await count([group('a', 2), group('b', 1)])).toEqual([2, 1])
  expect(await count([group('b', 3), group('a', 1), group('c', 1)])).toEqual([4, 3, 1])
  expect(await count([group('a', 1, windowStart + minute)])).toEqual([1])
})

test('in Valkey, two processes share counts, and shops with other prefixes do not', async () => {
  const prefix = randomUUID()
  const [one, other] = [client, await connect(url)].map((each) =>
    countInValkey(each, { prefix, fallback: unused }),
  )
  const counts = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other)?.([group('a', 1)])),
  )
  expect(counts.flat().toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  const apart = countInValkey(client, { prefix: randomUUID(), fallback: unused })
  expect(await apart([group('a', 1)])).toEqual([1])
})

test('counts calls in the database while Valkey is down or silent, and in Valkey again afterwards', async () => {
  const server = await startFakeValkey()
  const fallback = vi.fn<CountGroups>(countInDatabase(db))
  const through = countInValkey(await connect(server.url), { prefix: 'shop', fallback })
  expect(await through([group('d', 1)])).toEqual([1])
  expect(fallback).not.toHaveBeenCalled()
  server.setSilent(true)
  expect(await through([group('d', 1)])).toEqual([1])
  expect(fallback).toHaveBeenCalledOnce()
  await server.stop()
  // Valkey is not queried again with each call.
  expect(await through([group('d', 1)])).toEqual([2])
  expect(fallback).toHaveBeenCalledTimes(2)
})
