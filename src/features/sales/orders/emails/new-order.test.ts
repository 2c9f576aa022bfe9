import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Log } from '#platform/log.ts'
import { allMails } from '#tests/steps/books.ts'
import { SHOP_URL, testShop } from '#tests/shop/shop.ts'
import {
  asGuest,
  type MadeOrder,
  paidOrder,
  runOrderTimers,
  submittedOrder,
} from '#tests/steps/supplier-orders.ts'
import { mailNews } from './news-jobs.ts'

const shop = await testShop()

async function mailsTo({ supplier }: MadeOrder) {
  const mails = await allMails(shop.db)
  return mails.filter(({ recipient }) => recipient === supplier.email)
}

test('a supplier is written to when an order is theirs, not before, and once', async () => {
  const made = await paidOrder(shop)
  await runOrderTimers(shop)
  expect(await mailsTo(made)).toEqual([])
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  await runOrderTimers(shop)
  const [mail, ...more] = await mailsTo(made)
  expect(mail?.subject).toMatch(/^New order C-\w{5}-\w{5}: 1 piece to prepare$/)
  expect(mail?.text).toContain(made.id)
  expect(more).toEqual([])
})

test('the email of a new order, and those that follow, lead the supplier to it', async () => {
  const made = await submittedOrder(shop)
  await asGuest(shop, made, 'cancel')
  await shop.work()
  const mails = await mailsTo(made)
  expect(mails).toHaveLength(2)
  for (const { text } of mails)
    expect(text).toContain(`View order: ${SHOP_URL}/dashboard?supplierOrder=${made.id}`)
})

test('what is cancelled once the supplier has it, the supplier is told not to send', async () => {
  const made = await submittedOrder(shop)
  await asGuest(shop, made, 'cancel')
  await shop.work()
  expect((await mailsTo(made)).map(({ subject }) => subject.replace(/C-\w{5}-\w{5}/, 'C'))).toEqual(
    expect.arrayContaining(['New order C: 1 piece to prepare', 'Cancelled: order C. Please do not send it']),
  )
})

test('a supplier who cannot be written to is not forgotten silently', async () => {
  const made = await submittedOrder(shop)
  await shop.db.execute(sql`update suppliers set contact_email = null`)
  const warnings: string[] = []
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_fields, message) => void warnings.push(message),
    error: () => undefined,
    child: () => log,
  }
  const news = {
    supplierOrderId: made.id,
    kind: 'submitted',
    version: 3,
    isSuppliers: true,
    reason: null,
    parcelId: null,
  }
  const context = { db: shop.db, now: shop.now(), log, enqueue: shop.app.jobs.enqueue }
  await mailNews({ publicUrl: SHOP_URL, supportEmail: 'help@desk.example' }).run(news, context)
  expect(warnings).toEqual(['a supplier has no mail address: nobody was written to'])
})
