import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { createLog } from '#platform/log.ts'
import { sendMails } from '#features/messaging/notifications/jobs.ts'
import { allMails } from '#tests/steps/books.ts'
import { pieceOnSale, placeGuestOrder } from '#tests/shop/factories.ts'
import { openPaymentPage, press } from '#tests/steps/paying.ts'
import { SHOP_URL, testShop } from '#tests/shop/shop.ts'
import { sendOrderConfirmation } from './jobs.ts'

const shop = await testShop()

const context = () => ({
  db: shop.db,
  now: shop.now(),
  log: createLog('silent'),
  enqueue: shop.app.jobs.enqueue,
})

test('writing and sending the mails of an order twice sends each once', async () => {
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  await press(shop, providerRef, 'pay')
  await shop.work()
  await Promise.all(
    [1, 2, 3].map(() => sendOrderConfirmation(SHOP_URL).run({ purchaseId: order.id }, context())),
  )
  expect(await allMails(shop.db)).toHaveLength(1)
  const sentEmails: string[] = []
  const job = sendMails(async ({ to }) => void sentEmails.push(to), 'shop.test')
  const emails = await rows<{ id: number }>(shop.db, sql`select id from mails`)
  await job.run({ mailIds: emails.map(({ id }) => id) }, context())
  expect([emails.length, sentEmails]).toEqual([1, []])
})

test('an unpaid order writes no mails', async () => {
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
  await sendOrderConfirmation(SHOP_URL).run({ purchaseId: order.id }, context())
  expect(await allMails(shop.db)).toEqual([])
})
