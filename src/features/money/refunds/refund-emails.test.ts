import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { getOwnerHeaders } from '#tests/steps/cases.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { openPaymentPage, pressButton } from '#tests/steps/payments.ts'
import { asOperator, refundAsOperator } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'

// Every party of a refund or chargeback gets an email with only what concerns them.
const shop = await createTestShop()
const SUPPORT = 'support@cabochon.example'

const listEmails = async (subject: string) =>
  (await readAllEmails(shop.db)).filter((mail) => mail.subject.includes(subject))

/** Applies a dispute state to the only order. */
async function dispute(state: string) {
  const [receipt] = await queryRows<{ id: string }>(shop.db, sql`select external_id as id from receipts`)
  const disputeBody = {
    provider: 'sandbox',
    receipt: receipt?.id ?? '',
    currency: 'USD',
    amount: 10_206,
    fee: 0,
  }
  const rest = { dispute: 'dp_1', state, reason: 'product_unacceptable', respondBy: '2026-12-24T00:00:00Z' }
  expect((await asOperator(shop, '/chargebacks', { ...disputeBody, ...rest })).status).toBe(200)
  await shop.work()
}

test('operators and the supplier are emailed once about an inquiry, a chargeback and its return', async () => {
  const order = await createSentOrder(shop)
  for (const state of ['inquiry', 'inquiry', 'open', 'open']) await dispute(state)
  expect(await listEmails('A bank is asking about')).toMatchObject([{ recipient: SUPPORT }])
  const [taken, ...more] = await listEmails('New chargeback')
  expect([taken?.recipient, more]).toEqual([SUPPORT, []])
  expect(taken?.text).toContain('by 24 Dec 2026')
  const suppliers = await listEmails('Chargeback on order')
  expect(suppliers).toHaveLength(1)
  expect(suppliers[0]?.recipient).not.toBe(SUPPORT)
  expect(suppliers[0]?.text).toContain('$85.37 of it is deducted from your earnings')
  await dispute('won')
  await dispute('won')
  expect(await listEmails('A dispute was won')).toMatchObject([{ recipient: SUPPORT }])
  const returnedEmails = await listEmails('Dispute won: order')
  expect(returnedEmails).toMatchObject([{ recipient: suppliers[0]?.recipient }])
  expect(returnedEmails[0]?.text).toContain('is yours again')
  expect(order.id).not.toBe('')
})

test('a payment for an expired order is refunded and its buyer is emailed', async () => {
  const { id } = await placeGuestOrder(shop, [await createTestProduct(shop.db)], {
    email: 'late@shopper.example',
  })
  const { providerRef } = await openPaymentPage(shop, id)
  shop.passTime(16 * 60_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.release_reservations', input: {} })
  await shop.work()
  await pressButton(shop, providerRef, 'pay')
  await shop.work()
  const [mail, ...more] = await listEmails('of your payment')
  expect([mail?.recipient, more]).toEqual(['late@shopper.example', []])
  expect(mail?.text).toContain('the order had already ended')
})

test('a supplier sees refunds of its order without operators’ notes', async () => {
  const order = await createSentOrder(shop)
  await refundAsOperator(order, { of: 'amount', amount: 1_000 }, { reason: 'Threatens to go to the press' })
  await shop.db.execute(sql`
    update refund_requests set state = 'refused', manual_payment_method = 'bank_transfer', paid_reference = 'DBS 4711'`)
  await shop.db.execute(
    sql`update effects set message = 'The account is closed.' where kind = 'refunds.send'`,
  )
  const path = `/supplier/orders/${order.id}/refunds`
  const orderPage = (await shop.get(path, await getOwnerHeaders(order))).text
  expect(orderPage).toContain('Refunded by the marketplace')
  expect(orderPage).not.toMatch(/press|4711|closed/)
  const operatorsPage = (await asOperator(shop, path)).text
  expect(operatorsPage).toMatch(/press[^]*4711|4711[^]*press/)
  expect(operatorsPage).toContain('The account is closed.')
})
