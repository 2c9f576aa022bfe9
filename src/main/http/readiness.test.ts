import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDatabaseClient } from '#database/database.ts'
import { openPool } from '#database/connections/open-database.ts'
import { type ApiResponse, createTestShop } from '#tests/shop/shop.ts'
import { createDatabaseProbe } from './app.ts'

const shop = await createTestShop()
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** Probes a database at this port; returns the result, whether it took less than a second, and the pool. */
async function probe(port: number) {
  const pool = openPool({ url: `postgres://shop:x@127.0.0.1:${port}/shop`, size: 1, log: () => undefined })
  const startedAt = performance.now()
  const isReady = await createDatabaseProbe(createDatabaseClient(pool))()
  return { isReady, isInTime: performance.now() - startedAt < 1_000, pool }
}

test('reports a database that refuses connections or is silent as not ready within a second', async () => {
  const silent = createServer((socket) => void cleanUps.push(() => socket.destroy()))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await probe(port)).toMatchObject({ isReady: false, isInTime: true })
  cleanUps.unshift(() => silent.close())
  silent.close()
  expect(await probe(1)).toMatchObject({ isReady: false, isInTime: true })
})

test('/readyz answers 503 within a second while no connection is free, and 200 afterwards', async () => {
  const { $client: pool } = shop.db
  const busy = await Promise.all(Array.from({ length: 8 }, () => pool.connect()))
  cleanUps.push(() => busy.splice(0).forEach((connection) => connection.release()))
  const startedAt = performance.now()
  const answers = await Promise.all([shop.get('/readyz'), shop.get('/readyz')])
  expect(performance.now() - startedAt).toBeLessThan(1_500)
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  for (const connection of busy.splice(0)) connection.release()
  expect((await shop.get('/readyz')).status).toBe(200)
})

test('repeated probes share one waiting query while no connection is free', async () => {
  const pool = openPool({ url: shop.databaseUrl, size: 1, log: () => undefined })
  cleanUps.push(() => pool.end())
  const connection = await pool.connect()
  cleanUps.push(() => connection.release())
  const isReady = createDatabaseProbe(createDatabaseClient(pool))
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false])
  expect(await isReady()).toBe(false)
  expect(pool.waitingCount).toBe(1)
})

/**
 * Sends a request while a table is locked, ends the waiting connection like a failover, and unlocks
 * the table.
 */
async function endDuringRequest(table: string, ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const { $client: pool } = shop.db
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await connection.query(`lock table ${table} in access exclusive mode`)
    const answer = ask()
    const endWaiting = async () =>
      (
        await pool.query(`select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      ).rows[0].n
    await expect.poll(endWaiting).toBe(1)
    await connection.query('rollback')
    return await answer
  } finally {
    connection.release()
  }
}

test('retries a read whose connection ends, and answers a write with 503 and a retry time', async () => {
  const read = await endDuringRequest('products', () =>
    shop.get('/shop/getProductsByID/prd_00000000000000000000000000000001'),
  )
  expect(read.status).toBe(404)
  const write = await endDuringRequest('newsletter_subscribers', () =>
    shop.post('/shop/subscribe', { email: 'mei@shopper.example' }),
  )
  expect([write.status, write.body]).toEqual([503, expect.objectContaining({ code: 'database_unavailable' })])
  expect(write.headers.get('retry-after')).toBe('2')
  expect((await shop.post('/shop/subscribe', { email: 'mei@shopper.example' })).status).toBe(200)
})
