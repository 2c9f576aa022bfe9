import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createDatabaseProbe } from '#main/http/app.ts'
import { startTcpProxy } from '#tests/fakes/tcp-proxy.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createDatabaseClient, inTransaction, isConnectionFailure, queryRows } from '../database.ts'
import { openPool } from './open-database.ts'

const { url } = await createTestDatabase()
const target = new URL(url)
const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) })
target.port = String(proxy.port)
target.hostname = '127.0.0.1'

const SILENCE_MS = 400
const pool = openPool({ url: target.href, size: 2, log: () => undefined, silenceMs: SILENCE_MS })
const db = createDatabaseClient(pool)
afterAll(async () => {
  proxy.close()
  await pool.end()
})

/** Returns whether the error leads to a 503, and arrived within four times the timeout. */
async function fail(work: Promise<unknown>): Promise<boolean> {
  const startedAt = performance.now()
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(performance.now() - startedAt).toBeLessThan(SILENCE_MS * 4)
  return isConnectionFailure(error)
}

test('statements, transactions and new connections fail on a silent server and recover with it', async () => {
  const isReady = createDatabaseProbe(db)
  expect(await isReady()).toBe(true)
  let isInTransaction = false
  const transaction = inTransaction(db, async (tx) => {
    await queryRows(tx, sql`select 1`)
    proxy.pause()
    isInTransaction = true
    await queryRows(tx, sql`select 2`)
  })
  expect(await fail(transaction)).toBe(true)
  expect(isInTransaction).toBe(true)
  // One uses the remaining connection, and the others have to connect first.
  expect(await Promise.all([1, 2, 3].map((n) => fail(queryRows(db, sql`select ${n}::int`))))).toEqual([
    true,
    true,
    true,
  ])
  const startedAt = performance.now()
  expect(await isReady()).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(1_000)

  proxy.resume()
  await expect.poll(isReady, { timeout: 10_000 }).toBe(true)
  expect(await queryRows(db, sql`select 1 as n`)).toEqual([{ n: 1 }])
})

test('a long transaction may exceed the request timeout, which its connection has again afterwards', async () => {
  const rows = await inTransaction(
    db,
    (tx) => queryRows(tx, sql`select pg_sleep(${(SILENCE_MS * 2) / 1_000})::text as slept`),
    { isLong: true },
  )
  expect(rows).toEqual([{ slept: '' }])
  const sleeps = [1, 2].map(() => fail(queryRows(db, sql`select pg_sleep(5)`)))
  expect(await Promise.all(sleeps)).toEqual([true, true])
})
