import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { JOB_NAMES } from '#web/operator/jobs/job-names.ts'

const shop = await createTestShop()

test('each background job has a name for operators', async () => {
  const queues = await queryRows<{ name: string }>(
    shop.db,
    sql`select name from pgboss.queue where name not like '\\_\\_%'`,
  )
  const names = queues.map(({ name }) => name)
  expect(names).toContain('orders.mail_news')
  expect(names.filter((name) => !(name in JOB_NAMES))).toEqual([])
})
