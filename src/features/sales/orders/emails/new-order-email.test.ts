import { EXAMPLE_COMPANY } from '#core/company/company.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import type { Log } from '#platform/log.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import {
  postAsGuest,
  type CreatedOrder,
  createPaidOrder,
  runOrderTimers,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'
import { sendOrderEmails } from './order-email-jobs.ts'

const shop = await createTestShop()

async function listEmailsTo({ supplier }: CreatedOrder) {
  const emails = await readAllEmails(shop.db)
  return emails.filter(({ recipient }) => recipient === supplier.email)
}

test('a supplier is emailed once when an order is submitted to them, not before', async () => {
  const created = await createPaidOrder(shop)
  await runOrderTimers(shop)
  expect(await listEmailsTo(created)).toEqual([])
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  await runOrderTimers(shop)
  const [mail, ...more] = await listEmailsTo(created)
  expect(mail?.subject).toMatch(/^New order C-\w{5}-\w{5}: 1 item to prepare$/)
  expect(mail?.text).toContain(created.id)
  expect(more).toEqual([])
})

test('orders handed over in the same minute are emailed together, each to its own supplier', async () => {
  const orders = [await createPaidOrder(shop), await createPaidOrder(shop), await createPaidOrder(shop)]
  await shop.work()
  const [before] = await countDeliveries()
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  for (const order of orders) {
    const emails = await listEmailsTo(order)
    expect(emails.map(({ text }) => orders.filter(({ id }) => text.includes(id)))).toEqual([[order]])
  }
  expect(await countDeliveries()).toEqual([{ count: Number(before?.count) + 1 }])
})

function countDeliveries() {
  return queryRows<{ count: number }>(
    shop.db,
    sql`select count(*) from pgboss.job where name = 'notifications.send_mails'`,
  )
}

test('emails about an order link the supplier to it', async () => {
  const created = await createSubmittedOrder(shop)
  await postAsGuest(shop, created, 'cancel')
  await shop.work()
  const emails = await listEmailsTo(created)
  expect(emails).toHaveLength(2)
  for (const { text } of emails)
    expect(text).toContain(`View order: ${SHOP_URL}/dashboard?supplierOrder=${created.id}`)
})

test('cancelling a submitted order emails the supplier not to send it', async () => {
  const created = await createSubmittedOrder(shop)
  await postAsGuest(shop, created, 'cancel')
  await shop.work()
  expect((await listEmailsTo(created)).map(({ subject }) => subject.replace(/C-\w{5}-\w{5}/, 'C'))).toEqual(
    expect.arrayContaining(['New order C: 1 item to prepare', 'Cancelled: order C. Don’t ship it']),
  )
})

test('a supplier without an email address is logged as a warning', async () => {
  const created = await createSubmittedOrder(shop)
  await shop.db.execute(sql`update suppliers set contact_email = null`)
  const warnings: string[] = []
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_fields, message) => void warnings.push(message),
    error: () => undefined,
    child: () => log,
  }
  const data = {
    supplierOrderId: created.id,
    kind: 'submitted',
    version: 3,
    isSuppliers: true,
    reason: null,
    parcelId: null,
  }
  const context = { db: shop.db, now: shop.now(), log, enqueue: shop.app.jobs.enqueue }
  const readCompany = () => Promise.resolve(EXAMPLE_COMPANY)
  await sendOrderEmails({ publicUrl: SHOP_URL, readCompany }).run(data, context)
  expect(warnings).toEqual(['a supplier has no email address: no email was sent'])
})
