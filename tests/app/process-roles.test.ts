import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSpareDatabase, dropDatabase } from '#tests/shop/database.ts'
import { startRunningShop, waitUntil } from '#tests/shop/running-shop.ts'

const database = await createSpareDatabase()
const settings = { LOG_LEVEL: 'silent', DATABASE_URL: database.url }
const [web, worker] = await Promise.all([
  startRunningShop({ ...settings, ROLE: 'web', DRAIN_SECONDS: '2' }),
  startRunningShop({ ...settings, ROLE: 'worker' }),
])
afterAll(async () => {
  await Promise.all([web.remove(), worker.remove()])
  await dropDatabase(database)
})

const getStatus = async (url: string) => (await fetch(url)).status

async function subscribe(email: string): Promise<void> {
  const answer = await fetch(`${web.url}/shop/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(answer.status).toBe(200)
}

const isEmailed = async (to: string) =>
  (await queryRows(database.db, sql`select 1 from emails where recipient = ${to}`)).length === 1

test('a web process leaves jobs to a worker, which shows nobody a page', async () => {
  expect([await getStatus(`${web.url}/`), await getStatus(`${worker.url}/`)]).toEqual([200, 404])
  expect([await getStatus(`${worker.url}/healthz`), await getStatus(`${worker.url}/readyz`)]).toEqual([
    200, 200,
  ])
  await subscribe('mei@shopper.example')
  await waitUntil('the worker writes the email', () => isEmailed('mei@shopper.example'))
})

test('a process that was asked to stop tells its balancer, and answers until that had the time to hear it', async () => {
  expect(await worker.stop()).toBe(0)
  await subscribe('ines@shopper.example')
  const stopped = web.stop()
  await waitUntil('the balancer hears it', async () => (await getStatus(`${web.url}/readyz`)) === 503)
  expect([await getStatus(`${web.url}/healthz`), await getStatus(`${web.url}/login`)]).toEqual([200, 200])
  expect(await stopped).toBe(0)
  // In all that time no job of the web process's began.
  expect(await isEmailed('ines@shopper.example')).toBe(false)
  await worker.start()
  await waitUntil('the worker does what waited', () => isEmailed('ines@shopper.example'))
})
