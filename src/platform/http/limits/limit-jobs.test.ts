import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ LIMIT_FACTOR: '1' })

const listCounted = () =>
  queryRows<{ client: string }>(shop.db, sql`select client from rate_limits order by client`)

async function runDeleteOldLimits(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'platform.forget_old_limits', input: {} })
  await shop.work()
}

test('deletes call counts after a day, and keeps current ones', async () => {
  const subscribe = () => shop.post('/shop/subscribe', { email: 'a@b.example' })
  await subscribe()
  shop.passTime(23 * 3_600_000)
  await runDeleteOldLimits()
  expect(await listCounted()).toHaveLength(1)
  shop.passTime(2 * 3_600_000)
  await runDeleteOldLimits()
  expect(await listCounted()).toEqual([])
  for (let call = 0; call < 10; call++) await subscribe()
  await runDeleteOldLimits()
  expect((await subscribe()).status).toBe(429)
})

test('the clean-up runs every hour', async () => {
  const queues = await queryRows(
    shop.db,
    sql`select name from pgboss.queue where name = 'platform.forget_old_limits'`,
  )
  expect(queues).toHaveLength(1)
})
