import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import type { Log } from '#platform/log.ts'
import { sendMails } from '#features/notifications/jobs.ts'
import { allMails } from '#tests/books.ts'
import { pieceOnSale, placeGuestOrder, supplierInTrade } from '#tests/factories.ts'
import { openPaymentPage, playPayment, press } from '#tests/paying.ts'
import { SHOP_URL, testShop } from '#tests/shop.ts'
import { mailPaidOrder } from './jobs.ts'

const shop = await testShop()

function listeningLog(): { log: Log; warnings: string[] } {
  const warnings: string[] = []
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_fields, message) => void warnings.push(message),
    error: () => undefined,
    child: () => log,
  }
  return { log, warnings }
}

function contextWith(log: Log) {
  return { db: shop.db, now: shop.now(), log, enqueue: shop.app.jobs.enqueue }
}

test('a supplier who cannot be written to is not forgotten silently', async () => {
  const supplier = await supplierInTrade(shop.db)
  await shop.db.execute(sql`update suppliers set contact_email = null where id = ${supplier.id}`)
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db, { supplier })])
  await playPayment(shop, order.id, 'pay')
  const { log, warnings } = listeningLog()
  await mailPaidOrder(SHOP_URL).run({ purchaseId: order.id }, contextWith(log))
  expect(warnings).toEqual(['a supplier has no mail address: nobody was told of its paid order'])
})

test('writing and sending the mails of an order twice sends each once', async () => {
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  await press(shop, providerRef, 'pay')
  await shop.work()
  const { log } = listeningLog()
  await Promise.all(
    [1, 2, 3].map(() => mailPaidOrder(SHOP_URL).run({ purchaseId: order.id }, contextWith(log))),
  )
  expect(await allMails(shop.db)).toHaveLength(2)
  const sent: string[] = []
  const job = sendMails(async ({ to }) => void sent.push(to), 'shop.test')
  const mails = await rows<{ id: number }>(shop.db, sql`select id from mails`)
  await job.run({ mailIds: mails.map(({ id }) => id) }, contextWith(log))
  expect([mails.length, sent]).toEqual([2, []])
})

test('an unpaid order writes no mails', async () => {
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
  await mailPaidOrder(SHOP_URL).run({ purchaseId: order.id }, contextWith(listeningLog().log))
  expect(await allMails(shop.db)).toEqual([])
})
