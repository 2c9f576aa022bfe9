import { afterAll, beforeEach, expect, test } from 'vitest'
import { getPymentURL } from '#features/sales/checkout/contract.ts'
import { allReceipts } from '#tests/steps/books.ts'
import { pieceOnSale, placeGuestOrder } from '#tests/shop/factories.ts'
import { fakeStripe } from '#tests/fakes/stripe/server.ts'
import type { SentNotice } from '#tests/contracts/provider-steps.ts'
import { allRefunds, brokenRules, clearing } from '#tests/steps/refunds.ts'
import { testShop } from '#tests/shop/shop.ts'

// The shop was down while somebody paid and the money went back: Stripe delivers what it has to tell in any order.
const fake = await fakeStripe(() => shop.now())
const shop = await testShop({
  STRIPE_SECRET_KEY: fake.secretKey,
  STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
  STRIPE_API_URL: fake.url,
  PAYMENT_PROVIDERS: 'stripe',
})
afterAll(fake.close)
beforeEach(() => void fake.takeNotices())

const STRIPE = 'stripe/vm'

/** An order that was paid at Stripe, of which the shop has not heard; `notices` are those of the money. */
async function paidUnheard() {
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
  const body = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
  const { redirectURLData } = await shop.call(getPymentURL, { body })
  const session = fake.find(redirectURLData.payment_url.split('/').at(-1) ?? '')
  if (!session) throw new Error('the page leads to no session')
  fake.attempt(session, 'pay')
  if (!session.intent) throw new Error('the session was not paid')
  return { total: session.amount, intent: session.intent, money: fake.takeNotices() }
}

async function notifyAll(notices: readonly SentNotice[]): Promise<void> {
  for (const { body, headers } of notices)
    expect((await shop.post('/payments/notify/stripe', body, headers)).status).toBe(200)
  await shop.work()
}

/** What the timer does each minute. */
async function takeInWaiting(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'checkout.take_in_waiting', input: {} })
  await shop.work()
}

test.each(['first', 'last'])(
  'a refund made at Stripe that is told of %s is in the books, once, however often it is told',
  async (place) => {
    const { total, intent, money } = await paidUnheard()
    fake.createRefund({ payment_intent: intent.id, amount: 1_001, metadata: {} })
    const refund = fake.takeNotices()
    const rounds = place === 'first' ? [refund, money] : [money, refund]
    for (const notices of rounds) await notifyAll(notices)
    await takeInWaiting()
    expect(await allRefunds(shop)).toMatchObject([{ amount: 1_001, state: 'done' }])
    expect(await clearing(shop, STRIPE)).toBe(total - 1_001)
    await takeInWaiting()
    await notifyAll([...refund, ...money])
    await takeInWaiting()
    expect(await allRefunds(shop)).toHaveLength(1)
    expect(await clearing(shop, STRIPE)).toBe(total - 1_001)
    expect(await brokenRules(shop)).toEqual([])
  },
)

test.each(['first', 'last'])(
  'a dispute that is told of %s takes its money, once, with the fee and the day to answer by',
  async (place) => {
    const { total, intent, money } = await paidUnheard()
    fake.openDispute(intent, 'needs_response')
    const dispute = fake.takeNotices()
    const rounds = place === 'first' ? [dispute.toReversed(), money] : [money, dispute]
    for (const notices of rounds) await notifyAll(notices)
    await takeInWaiting()
    await takeInWaiting()
    expect(await clearing(shop, STRIPE)).toBe(-1_500)
    expect(total).toBeGreaterThan(0)
    expect(await brokenRules(shop)).toEqual([])
  },
)

test('a refund that fails before its money is heard of leaves the money where it is', async () => {
  const { total, intent, money } = await paidUnheard()
  const refund = fake.createRefund({ payment_intent: intent.id, metadata: {} })
  fake.endRefund(refund, 'failed')
  await notifyAll(fake.takeNotices())
  await notifyAll(money)
  await takeInWaiting()
  expect(await clearing(shop, STRIPE)).toBe(total)
  expect(await brokenRules(shop)).toEqual([])
})

test('a refund of money that never comes waits, and disturbs nobody', async () => {
  const { intent } = await paidUnheard()
  fake.createRefund({ payment_intent: intent.id, metadata: {} })
  await notifyAll(fake.takeNotices())
  await takeInWaiting()
  expect(await allReceipts(shop.db)).toEqual([])
  expect(await allRefunds(shop)).toEqual([])
})
