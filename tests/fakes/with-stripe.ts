import { afterAll, beforeEach, expect } from 'vitest'
import { getPymentURL } from '#features/sales/checkout/contract.ts'
import { createTestProduct, placeGuestOrder, createTestSupplier } from '../shop/factories.ts'
import { startFakeStripe } from './stripe/server.ts'
import { listSupplierOrderIds } from '../steps/refunds.ts'
import { createTestShop } from '../shop/shop.ts'

/**
 * Returns a shop that is paid by the fake Stripe, for all tests of a file. Stripe's clock is the shop's, and tests
 * deliver its webhook events themselves.
 */
export async function createStripeShop() {
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
    fake.refunds.length = 0
    fake.fail('broken', 0)
  })

  /** Sends webhook events, by default the pending ones, and runs the due jobs. */
  async function notifyAll(webhooks = fake.takeWebhookEvents()): Promise<void> {
    for (const { body, headers } of webhooks)
      expect((await shop.post('/payments/notify/stripe', body, headers)).status).toBe(200)
    await shop.work()
  }

  /** A purchase of two suppliers, paid at Stripe. */
  async function paidAtStripe() {
    const products = []
    for (let i = 0; i < 2; i += 1)
      products.push(await createTestProduct(shop.db, { supplier: await createTestSupplier(shop.db) }))
    const order = await placeGuestOrder(shop, products)
    const body = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
    const { redirectURLData } = await shop.call(getPymentURL, { body })
    const session = fake.find(redirectURLData.payment_url.split('/').at(-1) ?? '')
    await fetch(redirectURLData.payment_url, {
      method: 'POST',
      body: new URLSearchParams({ action: 'pay' }),
      redirect: 'manual',
    })
    await notifyAll()
    if (!session?.intent) throw new Error('the session was not paid')
    const total = session.amount
    return { order, total, intent: session.intent, parts: await listSupplierOrderIds(shop, order.id) }
  }

  /** The buyer cancels the part of the first supplier. */
  const cancelFirst = ({ order, parts }: Awaited<ReturnType<typeof paidAtStripe>>) =>
    shop.post(`/orders/${order.id}/supplier-orders/${parts[0]}/cancel`, {})

  return { shop, fake, notifyAll, paidAtStripe, cancelFirst }
}

/** The ledger key of card payments at Stripe. */
export const STRIPE = 'stripe/vm'
