import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { getOrderByID, getPymentURL, trackOrder, updateOrder } from '#features/sales/checkout/contract.ts'
import {
  readAllEmails,
  readAllReceipts,
  listSupplierOrderTotals,
  readStock,
} from '#tests/steps/database-reads.ts'
import type { FakeSession } from '#tests/fakes/stripe/objects.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { createTestProduct, placeGuestOrder, createTestSupplier } from '#tests/shop/factories.ts'
import type { SentWebhook } from '#tests/contracts/provider-steps.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'

const fake = await startFakeStripe(() => shop.now())
const shop = await createTestShop({
  STRIPE_SECRET_KEY: fake.secretKey,
  STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
  STRIPE_API_URL: fake.url,
  PAYMENT_PROVIDERS: 'stripe',
})
afterAll(fake.close)
beforeEach(() => {
  fake.takeWebhookEvents()
  fake.fail('broken', 0)
})

type Order = Readonly<{ id: string; totalAmount: number }>

/** Opens the payment page of an order; returns its URL and session. */
async function openPage(order: Order, paymentMethod: 'vm' | 'alipay' = 'vm') {
  const body = { orderID: order.id, amount: order.totalAmount, paymentMethod }
  const { redirectURLData: data } = await shop.call(getPymentURL, { body })
  const session = fake.find(data.payment_url.split('/').at(-1) ?? '')
  if (!session) throw new Error('the page leads to no session')
  return { url: data.payment_url, transactionId: data.transaction_id, session }
}

/** Presses a button on the hosted page as a browser would; returns the redirect, or the page's text. */
async function press(url: string, action: string): Promise<{ location: string | null; text: string }> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ action }),
    redirect: 'manual',
  })
  return { location: answer.headers.get('location'), text: await answer.text() }
}

const sendWebhook = ({ body, headers }: SentWebhook) => shop.post('/payments/notify/stripe', body, headers)

async function notifyAll(webhooks: readonly SentWebhook[] = fake.takeWebhookEvents()): Promise<void> {
  for (const webhook of webhooks) expect((await sendWebhook(webhook)).status).toBe(200)
  await shop.work()
}

async function pollPayments(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'checkout.poll_payments', input: {} })
  await shop.work()
}

async function releaseReservations(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.release_reservations', input: {} })
  await shop.work()
}

async function createOrder(stock = 5): Promise<Order & { variantId: string }> {
  const ring = await createTestProduct(shop.db, { stock })
  return { ...(await placeGuestOrder(shop, [ring])), variantId: ring.variantId }
}

test('pays an order of two suppliers with one Stripe page and one webhook, back to the shop', async () => {
  const [one, otherPage] = [await createTestSupplier(shop.db), await createTestSupplier(shop.db)]
  const products = [
    await createTestProduct(shop.db, { supplier: one }),
    await createTestProduct(shop.db, { supplier: otherPage }),
  ]
  const order = await placeGuestOrder(shop, products)
  const { url, session, transactionId } = await openPage(order)
  expect(await (await fetch(url)).text()).toContain(session.item)
  expect(session).toMatchObject({ amount: Math.round(order.totalAmount * 100), currency: 'usd' })

  const { location } = await press(url, 'pay')
  expect(location).toBe(`${SHOP_URL}/paymentSuccess?transaction_id=${transactionId}`)
  await notifyAll()

  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([
    { state: 'paid_hold' },
    { state: 'paid_hold' },
  ])
  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'applied', amount: session.amount }])
  const named = await queryRows(shop.db, sql`select provider, external_id from receipts`)
  expect(named).toEqual([{ provider: 'stripe', external_id: session.intent?.id }])
  expect(await readAllEmails(shop.db)).toHaveLength(1)
  expect(await shop.call(updateOrder, { params: { id: transactionId } })).toMatchObject({ orderID: order.id })
})

test('late, repeated and unordered webhooks and the shopper’s return capture one payment', async () => {
  const order = await createOrder()
  const { url, transactionId } = await openPage(order)
  await press(url, 'decline')
  await press(url, 'pay')
  const webhooks = fake.takeWebhookEvents()
  await shop.call(updateOrder, { params: { id: transactionId } })
  await notifyAll([...webhooks.toReversed(), ...webhooks])
  await Promise.all(webhooks.flatMap((webhook) => [sendWebhook(webhook), sendWebhook(webhook)]))
  await shop.work()
  expect(await readAllReceipts(shop.db)).toHaveLength(1)
  expect(await readAllEmails(shop.db)).toHaveLength(1)
  expect(await readStock(shop.db, order.variantId)).toEqual({ variant: 4, product: 4 })
})

test('a declined card leaves page and order open, and another card pays', async () => {
  const order = await createOrder()
  const { url, transactionId } = await openPage(order)
  const { location, text } = await press(url, 'decline')
  expect([location, text]).toEqual([null, expect.stringContaining('Your card was declined.')])
  await notifyAll()
  const confirm = () => shop.call(updateOrder, { params: { id: transactionId } })
  await expect(confirm()).rejects.toMatchObject({ code: 'payment_pending' })
  await press(url, 'pay')
  await notifyAll()
  expect(await confirm()).toMatchObject({ orderID: order.id })
})

test('a shopper who goes back from the page gets the same page again and pays', async () => {
  const order = await createOrder()
  const first = await openPage(order)
  expect((await press(first.url, 'cancel')).location).toBe(`${SHOP_URL}/paymentError`)
  const second = await openPage(order)
  expect(second).toMatchObject({ url: first.url, transactionId: first.transactionId })
  const otherPage = await openPage(order, 'alipay')
  expect(otherPage.session.id).not.toBe(first.session.id)
  await press(second.url, 'pay')
  await notifyAll()
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('a pending payment is captured when the money arrives', async () => {
  const order = await createOrder()
  const { url, session, transactionId } = await openPage(order, 'alipay')
  await press(url, 'begin')
  await notifyAll()
  const confirm = () => shop.call(updateOrder, { params: { id: transactionId } })
  await expect(confirm()).rejects.toMatchObject({ code: 'payment_pending' })
  fake.settle(session, true)
  await notifyAll()
  expect(await confirm()).toMatchObject({ orderID: order.id })
})

test('an expired page ends its payment and nothing else', async () => {
  const order = await createOrder()
  const { url, transactionId } = await openPage(order)
  shop.passTime(31 * 60_000)
  expect((await fetch(url)).status).toBe(404)
  await notifyAll()
  await expect(shop.call(updateOrder, { params: { id: transactionId } })).rejects.toMatchObject({
    code: 'payment_failed',
  })
  expect(await readAllReceipts(shop.db)).toEqual([])
})

test('a payment for an expired order becomes an unapplied receipt, and its stock is released', async () => {
  const order = await createOrder(1)
  const { url, transactionId } = await openPage(order)
  shop.passTime(16 * 60_000)
  await releaseReservations()
  await press(url, 'pay')
  await notifyAll()
  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'unapplied', reason: 'order_expired' }])
  expect(await readStock(shop.db, order.variantId)).toEqual({ variant: 1, product: 1 })
  await expect(shop.call(updateOrder, { params: { id: transactionId } })).rejects.toMatchObject({
    code: 'payment_unapplied',
  })
})

test('the poller finds a payment without webhooks', async () => {
  const order = await createOrder()
  const { url } = await openPage(order)
  await press(url, 'pay')
  fake.takeWebhookEvents()
  await pollPayments()
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  shop.passTime(61_000)
  await pollPayments()
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
  expect(await readAllReceipts(shop.db)).toHaveLength(1)
})

test('retries a poll that Stripe does not answer at the next run', async () => {
  const order = await createOrder()
  const { url } = await openPage(order)
  await press(url, 'pay')
  fake.takeWebhookEvents()
  shop.passTime(61_000)
  fake.fail('lost_before', 3)
  await pollPayments()
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  shop.passTime(121_000)
  await pollPayments()
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('opens a page once when its answer was lost, and a webhook captures the payment', async () => {
  const order = await createOrder()
  const countBefore = fake.sessions.length
  fake.fail('lost_after', 1)
  const { url } = await openPage(order)
  expect(fake.sessions).toHaveLength(countBefore + 1)
  await press(url, 'pay')
  await notifyAll()
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('answers provider_unreachable while Stripe is down, and the order stays payable', async () => {
  const order = await createOrder()
  fake.fail('broken', 3)
  await expect(openPage(order)).rejects.toMatchObject({ status: 503, code: 'provider_unreachable' })
  await openPage(order)
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
})

test('a paid order is reported as paid while Stripe is down, without a request to it', async () => {
  const order = await createOrder()
  const { url, transactionId } = await openPage(order)
  await press(url, 'pay')
  await notifyAll()
  fake.fail('broken', 10)
  const countBefore = fake.requests.length
  for (const id of [transactionId, url.split('/').at(-1) ?? ''])
    expect(await shop.call(updateOrder, { params: { id } })).toMatchObject({ orderID: order.id })
  expect(fake.requests).toHaveLength(countBefore)
})

test('a signed webhook event with another amount does not pay the order', async () => {
  const order = await createOrder()
  const { url, session } = await openPage(order)
  session.amount -= 100
  await press(url, 'pay')
  await notifyAll()
  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'unapplied', reason: 'amount_differs' }])
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
})

test('a method that Stripe does not support in dollars is listed with the reason and rejected', async () => {
  const order = await createOrder()
  const { orderDetails } = await shop.call(getOrderByID, { params: { id: order.id } })
  expect(orderDetails).toMatchObject({
    paymentMethods: ['vm', 'discover', 'upop', 'alipay'],
    unavailableMethods: [{ method: 'paynow', reason: 'Not available in US dollars.' }],
  })
  const body = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'paynow' } as const
  await expect(shop.call(getPymentURL, { body })).rejects.toMatchObject({
    status: 409,
    code: 'provider_refused',
    message: 'Not available in US dollars. Please choose another payment method.',
  })
})

test('a dashboard refund and an inquiry do not change the order', async () => {
  const order = await createOrder()
  const { url, session } = await openPage(order)
  await press(url, 'pay')
  await notifyAll()
  const intent = paidIntent(session)
  fake.createRefund({ payment_intent: intent.id, amount: 100, metadata: {} })
  fake.closeDispute(fake.openDispute(intent, 'warning_needs_response'), 'warning_closed')
  await notifyAll()
  const { order: tracked } = await shop.call(trackOrder, { params: { id: order.id } })
  expect(tracked.status).toBe('paid')
  expect(await readAllReceipts(shop.db)).toHaveLength(1)
})

test('rejects an unsigned webhook event, and one for a provider that is not configured', async () => {
  const order = await createOrder()
  const { url } = await openPage(order)
  await press(url, 'pay')
  const [webhook] = fake.takeWebhookEvents()
  expect((await shop.post('/payments/notify/stripe', webhook?.body)).body).toMatchObject({
    code: 'bad_signature',
  })
  expect((await shop.post('/payments/notify/nobody', webhook?.body, { ...webhook?.headers })).status).toBe(
    404,
  )
  expect(await readAllReceipts(shop.db)).toEqual([])
})

function paidIntent({ intent }: FakeSession) {
  if (!intent) throw new Error('the session was not paid')
  return intent
}
