import { afterAll, beforeEach, expect, test } from 'vitest'
import { getPymentURL } from '#features/sales/checkout/contract.ts'
import { readAllReceipts } from '#tests/steps/database-reads.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import type { SentWebhook } from '#tests/contracts/provider-steps.ts'
import { readAllRefunds, listLedgerErrors, readClearing } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'

// The shop was down during a payment and its refund, so that Stripe delivers their events in any order.
const fake = await startFakeStripe(() => shop.now())
const shop = await createTestShop({
  STRIPE_SECRET_KEY: fake.secretKey,
  STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
  STRIPE_API_URL: fake.url,
  PAYMENT_PROVIDERS: 'stripe',
})
afterAll(fake.close)
beforeEach(() => void fake.takeWebhookEvents())

const STRIPE = 'stripe/vm'

/** Creates an order paid at Stripe that the shop does not know as paid yet; returns its webhook events. */
async function payWithoutWebhook() {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const body = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
  const { redirectURLData } = await shop.call(getPymentURL, { body })
  const session = fake.find(redirectURLData.payment_url.split('/').at(-1) ?? '')
  if (!session) throw new Error('the page leads to no session')
  fake.attempt(session, 'pay')
  if (!session.intent) throw new Error('the session was not paid')
  return { total: session.amount, intent: session.intent, money: fake.takeWebhookEvents() }
}

async function notifyAll(webhooks: readonly SentWebhook[]): Promise<void> {
  for (const { body, headers } of webhooks)
    expect((await shop.post('/payments/notify/stripe', body, headers)).status).toBe(200)
  await shop.work()
}

/** Runs the timer for deferred webhook events. */
async function applyPendingWebhooks(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'checkout.take_in_waiting', input: {} })
  await shop.work()
}

test.each(['first', 'last'])(
  'books a Stripe refund once whose webhook event comes %s, however often it is sent',
  async (place) => {
    const { total, intent, money } = await payWithoutWebhook()
    fake.createRefund({ payment_intent: intent.id, amount: 1_001, metadata: {} })
    const refund = fake.takeWebhookEvents()
    const batches = place === 'first' ? [refund, money] : [money, refund]
    for (const webhooks of batches) await notifyAll(webhooks)
    await applyPendingWebhooks()
    expect(await readAllRefunds(shop)).toMatchObject([{ amount: 1_001, state: 'done' }])
    expect(await readClearing(shop, STRIPE)).toBe(total - 1_001)
    await applyPendingWebhooks()
    await notifyAll([...refund, ...money])
    await applyPendingWebhooks()
    expect(await readAllRefunds(shop)).toHaveLength(1)
    expect(await readClearing(shop, STRIPE)).toBe(total - 1_001)
    expect(await listLedgerErrors(shop)).toEqual([])
  },
)

test.each(['first', 'last'])(
  'a dispute whose webhook event comes %s is charged once, with its fee and response deadline',
  async (place) => {
    const { total, intent, money } = await payWithoutWebhook()
    fake.openDispute(intent, 'needs_response')
    const dispute = fake.takeWebhookEvents()
    const batches = place === 'first' ? [dispute.toReversed(), money] : [money, dispute]
    for (const webhooks of batches) await notifyAll(webhooks)
    await applyPendingWebhooks()
    await applyPendingWebhooks()
    expect(await readClearing(shop, STRIPE)).toBe(-1_500)
    expect(total).toBeGreaterThan(0)
    expect(await listLedgerErrors(shop)).toEqual([])
  },
)

test('a refund that fails before its payment is known leaves the payment unchanged', async () => {
  const { total, intent, money } = await payWithoutWebhook()
  const refund = fake.createRefund({ payment_intent: intent.id, metadata: {} })
  fake.endRefund(refund, 'failed')
  await notifyAll(fake.takeWebhookEvents())
  await notifyAll(money)
  await applyPendingWebhooks()
  expect(await readClearing(shop, STRIPE)).toBe(total)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a refund of an unknown payment stays deferred without effect', async () => {
  const { intent } = await payWithoutWebhook()
  fake.createRefund({ payment_intent: intent.id, metadata: {} })
  await notifyAll(fake.takeWebhookEvents())
  await applyPendingWebhooks()
  expect(await readAllReceipts(shop.db)).toEqual([])
  expect(await readAllRefunds(shop)).toEqual([])
})
