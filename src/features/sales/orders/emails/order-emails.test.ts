import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { DEADLINE_FIELDS } from '#core/deadlines.ts'
import { applyDispute } from '#features/money/refunds/service.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  type CreatedOrder,
  runOrderTimers,
  createSentOrder,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop({ SUPPORT_EMAIL: 'help@support.example' })
const HOUR = 3_600_000
const GUEST = 'guest@shopper.example'

test('the arrival email says where and until when a problem can be reported', async () => {
  const created = await createSentOrder(shop)
  await postAsGuest(shop, created, 'received')
  const [letter] = await listEmailsAbout('Arrived')
  expect(letter?.text).toContain(
    `Open your order and tell us within ${DEADLINE_FIELDS.reportDays.initial} days`,
  )
})

test('a buyer is emailed that the cancellation request was declined, with the reason', async () => {
  const created = await createCancellationRequestedOrder()
  await postAsSupplier(created, 'keep', { reason: 'It is being engraved' })
  await shop.work()
  const emails = await listEmailsAbout('Not cancelled')
  expect(emails.map(({ recipient }) => recipient)).toEqual([GUEST])
  expect(emails[0]?.text).toContain('The reason: It is being engraved.')
  expect(await listEmailsTo(created, 'cancellation withdrawn')).toEqual([])
})

test('the supplier is emailed when the buyer withdraws the request, and the buyer is not', async () => {
  const created = await createCancellationRequestedOrder()
  await postAsGuest(shop, created, 'keep')
  await shop.work()
  expect(await listEmailsTo(created, 'continues: cancellation withdrawn')).toHaveLength(1)
  expect(await listEmailsAbout('Not cancelled')).toEqual([])
})

test('both sides are emailed when a cancellation request lapses after a day', async () => {
  const created = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('first', [{ line: 1, quantity: 1 }]))
  await postAsGuest(shop, created, 'cancel')
  shop.passTime(24 * HOUR)
  await runOrderTimers(shop)
  expect((await listEmailsAbout('Not cancelled'))[0]?.text).toContain('A parcel is on its way already')
  expect(await listEmailsTo(created, 'continues: cancellation withdrawn')).toHaveLength(1)
})

test('an email about cancelled items lists the newly cancelled ones only', async () => {
  const created = await createSubmittedOrder(shop, { quantities: [3] })
  const one = { lines: [{ line: 1, quantity: 1 }], reason: 'out_of_stock' }
  await postAsSupplier(created, 'reject', one)
  await postAsSupplier(created, 'reject', one)
  await shop.work()
  const emails = await listEmailsAbout('Cancelled: items')
  expect(emails).toHaveLength(2)
  for (const { text } of emails) {
    expect(text).toContain('1 × ')
    expect(text).not.toContain('2 × ')
    expect(text).toContain('refunding $100.00')
  }
})

test('the operator is emailed after a day without an answer, also for a supplier without an address', async () => {
  const created = await createSubmittedOrder(shop)
  await shop.db.execute(`update suppliers set contact_email = null where id = ${created.supplier.id}`)
  shop.passTime(24 * HOUR)
  await runOrderTimers(shop)
  const emails = await listEmailsAbout('No answer')
  expect(emails.map(({ recipient }) => recipient)).toEqual(['help@support.example'])
  expect(emails[0]?.text).toContain('The supplier has no email address')
})

test('emails about a disputed order do not promise a refund', async () => {
  const created = await createSubmittedOrder(shop)
  const [receipt] = await queryRows<{ id: string; amount: number }>(
    shop.db,
    sql`select external_id as id, amount from receipts`,
  )
  const dispute = {
    disputeId: 'dsp_1',
    receiptId: receipt?.id ?? '',
    currency: 'USD',
    amount: receipt?.amount ?? 0,
    fee: 0,
    feeCurrency: 'USD',
    state: 'open',
    reason: 'fraudulent',
    respondBy: undefined,
  } as const
  const deps = { enqueue: shop.app.jobs.enqueue }
  await applyDispute(shop.db, { provider: 'sandbox', dispute, deps, now: shop.now() })
  await shop.work()
  const sentEmails = await queryRows<{ html: string }>(
    shop.db,
    sql`select html from emails where recipient = ${GUEST} and subject like 'Cancelled: items%'`,
  )
  expect(sentEmails).toHaveLength(1)
  expect(sentEmails[0]?.html).toContain(`${created.supplier.name} won’t ship them.`)
  expect(sentEmails[0]?.html).not.toMatch(/\$0\.00|goes back/)
})

async function createCancellationRequestedOrder(): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop)
  await postAsSupplier(created, 'accept')
  await postAsGuest(shop, created, 'cancel')
  return created
}

async function listEmailsAbout(subject: string) {
  await shop.work()
  return (await readAllEmails(shop.db)).filter((mail) => mail.subject.startsWith(subject))
}

async function listEmailsTo({ supplier }: CreatedOrder, subject: string) {
  const emails = await readAllEmails(shop.db)
  return emails.filter((mail) => mail.recipient === supplier.email && mail.subject.includes(subject))
}
