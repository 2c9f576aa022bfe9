import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { createLog } from '#platform/log.ts'
import { sendMails } from '#features/messaging/notifications/jobs.ts'
import { allMails } from '#tests/steps/books.ts'
import { pieceOnSale, placeGuestOrder } from '#tests/shop/factories.ts'
import { openPaymentPage, press } from '#tests/steps/paying.ts'
import { SHOP_URL, testShop } from '#tests/shop/shop.ts'
import { mailPaidOrder } from './jobs.ts'

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
  await Promise.all([1, 2, 3].map(() => mailPaidOrder(SHOP_URL).run({ purchaseId: order.id }, context())))
  expect(await allMails(shop.db)).toHaveLength(1)
  const sent: string[] = []
  const job = sendMails(async ({ to }) => void sent.push(to), 'shop.test')
  const mails = await rows<{ id: number }>(shop.db, sql`select id from mails`)
  await job.run({ mailIds: mails.map(({ id }) => id) }, context())
  expect([mails.length, sent]).toEqual([1, []])
})

test('an unpaid order writes no mails', async () => {
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
  await mailPaidOrder(SHOP_URL).run({ purchaseId: order.id }, context())
  expect(await allMails(shop.db)).toEqual([])
})
