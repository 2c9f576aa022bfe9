import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { testShop } from '#tests/shop/shop.ts'

const shop = await testShop({ LIMIT_FACTOR: '1' })

const counted = () => rows<{ client: string }>(shop.db, sql`select client from rate_limits order by client`)

async function forget(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'platform.forget_old_limits', input: {} })
  await shop.work()
}

test('who called is forgotten a day after, and who calls now is still counted', async () => {
  const subscribe = () => shop.post('/shop/subscribe', { email: 'a@b.example' })
  await subscribe()
  shop.passTime(23 * 3_600_000)
  await forget()
  expect(await counted()).toHaveLength(1)
  shop.passTime(2 * 3_600_000)
  await forget()
  expect(await counted()).toEqual([])
  for (let call = 0; call < 10; call++) await subscribe()
  await forget()
  expect((await subscribe()).status).toBe(429)
})

test('the forgetting is a timer of every hour', async () => {
  const queues = await rows(
    shop.db,
    sql`select name from pgboss.queue where name = 'platform.forget_old_limits'`,
  )
  expect(queues).toHaveLength(1)
})
