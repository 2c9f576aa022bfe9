import { afterAll, beforeEach, expect } from 'vitest'
import { getPymentURL } from '#features/sales/checkout/contract.ts'
import { pieceOnSale, placeGuestOrder, supplierInTrade } from '../shop/factories.ts'
import { fakeStripe } from './stripe/server.ts'
import { partIds } from '../steps/refunds.ts'
import { testShop } from '../shop/shop.ts'

/** A shop that is paid at the played Stripe, for all tests of a file: its clock is the shop's, and its notices are brought by hand. */
export async function shopAtStripe() {
  const fake = await fakeStripe(() => shop.now())
  const shop = await testShop({
    STRIPE_SECRET_KEY: fake.secretKey,
    STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
    STRIPE_API_URL: fake.url,
    PAYMENT_PROVIDERS: 'stripe',
  })
  afterAll(fake.close)
  beforeEach(() => {
    fake.takeNotices()
    fake.refunds.length = 0
    fake.fail('broken', 0)
  })

  /** Brings notices, those that wait where none are named, and does what they ask for. */
  async function notifyAll(notices = fake.takeNotices()): Promise<void> {
    for (const { body, headers } of notices)
      expect((await shop.post('/payments/notify/stripe', body, headers)).status).toBe(200)
    await shop.work()
  }

  /** A purchase of two suppliers, paid at Stripe. */
  async function paidAtStripe() {
    const pieces = []
    for (let i = 0; i < 2; i += 1)
      pieces.push(await pieceOnSale(shop.db, { supplier: await supplierInTrade(shop.db) }))
    const order = await placeGuestOrder(shop, pieces)
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
    return { order, total, intent: session.intent, parts: await partIds(shop, order.id) }
  }

  /** The buyer cancels the part of the first supplier. */
  const cancelFirst = ({ order, parts }: Awaited<ReturnType<typeof paidAtStripe>>) =>
    shop.post(`/orders/${order.id}/parts/${parts[0]}/cancel`, {})

  return { shop, fake, notifyAll, paidAtStripe, cancelFirst }
}

/** Where the ledger has what Stripe holds of payments by card. */
export const STRIPE = 'stripe/vm'
