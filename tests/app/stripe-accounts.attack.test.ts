import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { getPymentURL, updateOrder } from '#features/sales/checkout/contract.ts'
import { allReceipts, partsOf } from '#tests/steps/books.ts'
import type { FakeSession } from '#tests/fakes/stripe/books.ts'
import { fakeStripe } from '#tests/fakes/stripe/server.ts'
import { pieceOnSale, placeGuestOrder } from '#tests/shop/factories.ts'
import type { SentNotice } from '#tests/contracts/provider-steps.ts'
import { testShop } from '#tests/shop/shop.ts'

const fake = await fakeStripe(() => shop.now())
const shop = await testShop({
  STRIPE_SECRET_KEY: fake.secretKey,
  STRIPE_WEBHOOK_SECRET: `${fake.webhookSecret},whsec_of_connect`,
  STRIPE_API_URL: fake.url,
  PAYMENT_PROVIDERS: 'stripe',
})
afterAll(fake.close)
beforeEach(() => void fake.takeNotices())

async function openedOrder() {
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
  const body = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
  const { redirectURLData } = await shop.call(getPymentURL, { body })
  const session = fake.find(redirectURLData.payment_url.split('/').at(-1) ?? '')
  if (!session) throw new Error('the page leads to no session')
  return { order, session, transactionId: redirectURLData.transaction_id }
}

/** A session that somebody else has made, over the same amount and with the same reference. */
function copyOf({ reference, amount, currency }: FakeSession): FakeSession {
  return fake.createSession({
    mode: 'payment',
    client_reference_id: reference,
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: 'x' } } }],
    payment_intent_data: { metadata: {} },
    metadata: {},
    success_url: 'https://supplier.test/thanks',
  })
}

async function forgetSession(id: string): Promise<void> {
  await rows(
    shop.db,
    sql`update payments set provider_ref = null, payment_url = null where provider_ref = ${id}`,
  )
}

async function notifyAll(notices: readonly SentNotice[]): Promise<void> {
  for (const { body, headers } of notices)
    expect((await shop.post('/payments/notify/stripe', body, headers)).status).toBe(200)
  await shop.work()
}

test('money that lands in the Stripe account of a supplier pays no order, although it is rightly signed', async () => {
  const { order, session, transactionId } = await openedOrder()
  fake.attempt(copyOf(session), 'pay')
  await notifyAll(fake.takeNotices({ account: 'acct_1SupplierOfOurs' }))
  expect(await allReceipts(shop.db)).toEqual([])
  expect(await partsOf(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  await expect(shop.call(updateOrder, { params: { id: transactionId } })).rejects.toMatchObject({
    code: 'payment_pending',
  })
})

test('money of another session than the one that was opened for an attempt pays no order, and the right one still does', async () => {
  const { order, session } = await openedOrder()
  fake.attempt(copyOf(session), 'pay')
  await notifyAll(fake.takeNotices())
  expect(await allReceipts(shop.db)).toEqual([])
  expect(await partsOf(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  fake.attempt(session, 'pay')
  await notifyAll(fake.takeNotices())
  expect(await partsOf(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('a session that was opened but whose answer was never noted is believed by its reference', async () => {
  const { order, session } = await openedOrder()
  await forgetSession(session.id)
  fake.attempt(session, 'pay')
  await notifyAll(fake.takeNotices())
  expect(await partsOf(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})
