import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createLog } from '#platform/log.ts'
import { deliverEmails } from '#features/messaging/notifications/jobs.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { openPaymentPage, pressButton } from '#tests/steps/payments.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { sendOrderConfirmation } from './jobs.ts'

const SENDER = { domain: 'shop.test', publicUrl: 'https://shop.test' }

const shop = await createTestShop()

const context = () => ({
  db: shop.db,
  now: shop.now(),
  log: createLog('silent'),
  enqueue: shop.app.jobs.enqueue,
})

test('running the email jobs of an order repeatedly sends each email once', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  await pressButton(shop, providerRef, 'pay')
  await shop.work()
  await Promise.all(
    [1, 2, 3].map(() => sendOrderConfirmation(SHOP_URL).run({ purchaseId: order.id }, context())),
  )
  expect(await readAllEmails(shop.db)).toHaveLength(1)
  const sentEmails: string[] = []
  const job = deliverEmails(async ({ to }) => void sentEmails.push(to), SENDER)
  const emails = await queryRows<{ id: number }>(shop.db, sql`select id from emails`)
  await job.run({ mailIds: emails.map(({ id }) => id) }, context())
  expect([emails.length, sentEmails]).toEqual([1, []])
})

test('an unpaid order sends no emails', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  await sendOrderConfirmation(SHOP_URL).run({ purchaseId: order.id }, context())
  expect(await readAllEmails(shop.db)).toEqual([])
})
