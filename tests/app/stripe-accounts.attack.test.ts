import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { getPymentURL, updateOrder } from '#features/sales/checkout/contract.ts'
import { readAllReceipts, listSupplierOrderTotals } from '#tests/steps/database-reads.ts'
import type { FakeSession } from '#tests/fakes/stripe/objects.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import type { SentWebhook } from '#tests/contracts/provider-steps.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const fake = await startFakeStripe(() => shop.now())
const shop = await createTestShop({
  STRIPE_SECRET_KEY: fake.secretKey,
  STRIPE_WEBHOOK_SECRET: `${fake.webhookSecret},whsec_of_connect`,
  STRIPE_API_URL: fake.url,
  PAYMENT_PROVIDERS: 'stripe',
})
afterAll(fake.close)
beforeEach(() => void fake.takeWebhookEvents())

async function openOrder() {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const body = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
  const { redirectURLData } = await shop.call(getPymentURL, { body })
  const session = fake.find(redirectURLData.payment_url.split('/').at(-1) ?? '')
  if (!session) throw new Error('the page leads to no session')
  return { order, session, transactionId: redirectURLData.transaction_id }
}

/** Creates a second session with the same amount and reference, as another seller could. */
function copySession({ reference, amount, currency }: FakeSession): FakeSession {
  return fake.createSession({
    mode: 'payment',
    client_reference_id: reference,
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: 'x' } } }],
    payment_intent_data: { metadata: {} },
    metadata: {},
    success_url: 'https://supplier.test/thanks',
  })
}

async function deleteSession(id: string): Promise<void> {
  await queryRows(
    shop.db,
    sql`update payments set provider_ref = null, payment_url = null where provider_ref = ${id}`,
  )
}

async function notifyAll(webhooks: readonly SentWebhook[]): Promise<void> {
  for (const { body, headers } of webhooks)
    expect((await shop.post('/payments/notify/stripe', body, headers)).status).toBe(200)
  await shop.work()
}

test('a signed payment in a supplier’s Stripe account pays no order', async () => {
  const { order, session, transactionId } = await openOrder()
  fake.attempt(copySession(session), 'pay')
  await notifyAll(fake.takeWebhookEvents({ account: 'acct_1SupplierOfOurs' }))
  expect(await readAllReceipts(shop.db)).toEqual([])
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  await expect(shop.call(updateOrder, { params: { id: transactionId } })).rejects.toMatchObject({
    code: 'payment_pending',
  })
})

test('a payment of another session pays no order, and the right session still does', async () => {
  const { order, session } = await openOrder()
  fake.attempt(copySession(session), 'pay')
  await notifyAll(fake.takeWebhookEvents())
  expect(await readAllReceipts(shop.db)).toEqual([])
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  fake.attempt(session, 'pay')
  await notifyAll(fake.takeWebhookEvents())
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('accepts a session whose answer was never stored by its reference', async () => {
  const { order, session } = await openOrder()
  await deleteSession(session.id)
  fake.attempt(session, 'pay')
  await notifyAll(fake.takeWebhookEvents())
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})
