import { afterAll, beforeEach, expect, test } from 'vitest'
import { getPymentURL } from '#features/sales/checkout/contract.ts'
import { readAllReceipts, listSupplierOrderTotals } from '#tests/steps/database-reads.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { createTestShop } from '#tests/shop/shop.ts'

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

const createOrder = async () => placeGuestOrder(shop, [await createTestProduct(shop.db)])

async function openPage(order: { id: string; totalAmount: number }, paymentMethod: 'vm' | 'alipay') {
  const body = { orderID: order.id, amount: order.totalAmount, paymentMethod }
  const { redirectURLData } = await shop.call(getPymentURL, { body })
  const session = fake.find(redirectURLData.payment_url.split('/').at(-1) ?? '')
  if (!session) throw new Error('the page leads to no session')
  return session
}

async function notifyAll(): Promise<void> {
  for (const { body, headers } of fake.takeWebhookEvents())
    expect((await shop.post('/payments/notify/stripe', body, headers)).status).toBe(200)
  await shop.work()
}

async function run(job: string): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job, input: {} })
  await shop.work()
}

const countClosings = () => fake.requests.filter(({ path }) => path.endsWith('/expire')).length

test('closes the other open page of a paid order once, and does not touch the paid one', async () => {
  const order = await createOrder()
  const [paid, other] = [await openPage(order, 'vm'), await openPage(order, 'alipay')]
  await run('checkout.close_pages')
  expect(other.status).toBe('open')
  fake.attempt(paid, 'pay')
  await notifyAll()
  const closingsBefore = countClosings()
  await run('checkout.close_pages')
  expect([paid.status, other.status]).toEqual(['complete', 'expired'])
  await notifyAll()
  await run('checkout.close_pages')
  expect(countClosings() - closingsBefore).toBe(1)
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('the page of an expired order takes no payment', async () => {
  const session = await openPage(await createOrder(), 'vm')
  shop.passTime(16 * 60_000)
  await run('orders.release_reservations')
  await run('checkout.close_pages')
  fake.attempt(session, 'pay')
  expect(session).toMatchObject({ status: 'expired', isPaid: false })
})

test('does not retry closing a page with a pending payment, and refunds that payment', async () => {
  const order = await createOrder()
  const [paid, other] = [await openPage(order, 'vm'), await openPage(order, 'alipay')]
  fake.attempt(other, 'begin')
  fake.attempt(paid, 'pay')
  await notifyAll()
  const closingsBefore = countClosings()
  await run('checkout.close_pages')
  await run('checkout.close_pages')
  expect(countClosings() - closingsBefore).toBe(1)
  fake.settle(other, true)
  await notifyAll()
  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'applied' }, { reason: 'already_paid' }])
  expect(fake.refunds.map(({ intent }) => intent)).toEqual([other.intent])
})

test('closes the page on the next run after a Stripe outage', async () => {
  const order = await createOrder()
  const [paid, other] = [await openPage(order, 'vm'), await openPage(order, 'alipay')]
  fake.attempt(paid, 'pay')
  await notifyAll()
  fake.fail('broken', 3)
  await run('checkout.close_pages')
  expect(other.status).toBe('open')
  await run('checkout.close_pages')
  expect(other.status).toBe('expired')
})
