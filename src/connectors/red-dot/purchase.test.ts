import { afterAll, beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { sql } from 'drizzle-orm'
import { getOrderByID, getPymentURL, trackOrder, updateOrder } from '#features/sales/checkout/contract.ts'
import { pollPayments } from '#features/sales/checkout/jobs.ts'
import { releaseReservations } from '#features/sales/orders/timers/jobs.ts'
import type { Job } from '#platform/jobs/job.ts'
import { createLog } from '#platform/log.ts'
import { readAllReceipts, listSupplierOrderTotals } from '#tests/steps/database-reads.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { startFakeRedDot, type FakeWebhook } from '#tests/fakes/red-dot/fake-red-dot.ts'
import { ACCOUNTS, createAdapter, CARDS, WALLETS } from '#tests/fakes/red-dot/test-adapter.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'

const MINUTE = 60_000
let clock = () => new Date(0)
const fake = await startFakeRedDot({ accounts: [CARDS, WALLETS], clock: () => clock() })
const shop = await createTestShop({
  SANDBOX_PAY: 'off',
  RED_DOT_ACCOUNTS: JSON.stringify(ACCOUNTS),
  RED_DOT_URL: fake.url,
})
clock = shop.now

beforeEach(() => {
  fake.payments.length = 0
  fake.webhookEvents.length = 0
})
afterAll(() => fake.close())

/** Places an order and opens Red Dot's page for it. */
async function openRedDotPage() {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { redirectURLData } = await shop.call(getPymentURL, {
    body: { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' },
  })
  const payment = fake.payments.at(-1)
  if (!payment) throw new Error('no page was opened')
  return { order, payment, page: redirectURLData.payment_url, transactionId: redirectURLData.transaction_id }
}

const deliver = ({ url, body }: FakeWebhook) => shop.post(url.replace(SHOP_URL, ''), body)
const readStates = async (orderId: string) =>
  (await listSupplierOrderTotals(shop.db, orderId)).map(({ state }) => state)
const confirm = (id: string) => shop.call(updateOrder, { params: { id } })

function run(job: Job): Promise<void> {
  return job.run(
    {},
    { db: shop.db, now: shop.now(), log: createLog('silent'), enqueue: shop.app.jobs.enqueue },
  )
}

const poll = () =>
  run(
    pollPayments({
      providers: [createAdapter(fake.url)],
      publicUrl: SHOP_URL,
      enqueue: shop.app.jobs.enqueue,
    }),
  )

test('a purchase paid on Red Dot’s page is captured once when its webhook event is sent twice and late', async () => {
  const { order, page, transactionId } = await openRedDotPage()
  expect((await shop.call(getOrderByID, { params: { id: order.id } })).orderDetails.paymentMethods).toEqual([
    'vm',
    'upop',
    'alipay',
  ])
  const returnUrl = new URL(await fake.press(page, 'pay'))
  expect(returnUrl.href).toContain(`${SHOP_URL}/paymentSuccess?transaction_id=`)
  expect(fake.webhookEvents).toHaveLength(1)
  const [webhookEvent] = fake.webhookEvents
  if (!webhookEvent) throw new Error('no notice')
  const answers = await Promise.all([deliver(webhookEvent), deliver(webhookEvent)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await shop.work()
  expect(await confirm(returnUrl.searchParams.get('transaction_id') ?? '')).toMatchObject({
    orderID: order.id,
  })
  expect(await confirm(transactionId)).toMatchObject({ orderID: order.id })
  expect(await readStates(order.id)).toEqual(['paid_hold'])
  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'applied' }])
  const { order: tracked } = await shop.call(trackOrder, { params: { id: order.id } })
  expect(tracked.status).toBe('paid')
  const storedEvents = await queryRows<{ body: string }>(
    shop.db,
    sql`select body from payment_webhook_events`,
  )
  expect(storedEvents).toHaveLength(1)
  expect(storedEvents[0]?.body).not.toContain('411111')
})

test('a guessed return URL does not mark the payment as paid', async () => {
  const { order, transactionId, payment } = await openRedDotPage()
  for (const id of [transactionId, payment.transactionId])
    await expect(confirm(id)).rejects.toMatchObject({ code: 'payment_pending' })
  expect(await readStates(order.id)).toEqual(['awaiting_payment'])
})

test('a shopper who returns before the webhook event sees the payment, and the event changes nothing', async () => {
  const { order, page, payment } = await openRedDotPage()
  await fake.press(page, 'pay')
  expect(await confirm(payment.transactionId)).toMatchObject({ orderID: order.id })
  expect((await deliver(fake.toWebhookEvent(payment))).status).toBe(200)
  expect(await readAllReceipts(shop.db)).toHaveLength(1)
})

test('a declined payment leaves the order open for another try', async () => {
  const { order, page, transactionId } = await openRedDotPage()
  await fake.press(page, 'decline')
  for (const webhook of fake.webhookEvents) await deliver(webhook)
  await expect(confirm(transactionId)).rejects.toMatchObject({ code: 'payment_failed' })
  const again = await shop.call(getPymentURL, {
    body: { orderID: order.id, amount: order.totalAmount, paymentMethod: 'upop' },
  })
  await fake.press(again.redirectURLData.payment_url, 'pay')
  expect(await confirm(again.redirectURLData.transaction_id)).toMatchObject({ orderID: order.id })
  expect(await readStates(order.id)).toEqual(['paid_hold'])
})

test('a shopper who cancels returns to the shop, and the order is payable until it expires', async () => {
  const { order, page, transactionId } = await openRedDotPage()
  expect(await fake.press(page, 'cancel')).toBe(`${SHOP_URL}/paymentError`)
  await expect(confirm(transactionId)).rejects.toMatchObject({ code: 'payment_pending' })
  expect(await readStates(order.id)).toEqual(['awaiting_payment'])
})

test('the poller finds a payment whose webhook event never arrived, also after a Red Dot outage', async () => {
  const { order, page } = await openRedDotPage()
  await fake.press(page, 'pay')
  shop.passTime(MINUTE)
  fake.faults.push('failing')
  await poll()
  expect(await readStates(order.id)).toEqual(['awaiting_payment'])
  shop.passTime(2 * MINUTE)
  await poll()
  expect(await readStates(order.id)).toEqual(['paid_hold'])
})

test('rejects a webhook event with a changed amount, and a confirmed wrong amount pays no order', async () => {
  const { order, page, payment } = await openRedDotPage()
  payment.authorized = '1.00'
  await fake.press(page, 'pay')
  const total = payment.request['amount'] ?? ''
  const changed = fake.toWebhookEvent(payment, {}, { authorized_amount: total })
  expect(await deliver(changed)).toMatchObject({ status: 400, body: { code: 'bad_signature' } })
  expect(await readAllReceipts(shop.db)).toEqual([])
  expect((await deliver(fake.toWebhookEvent(payment))).status).toBe(200)
  expect(await readAllReceipts(shop.db)).toMatchObject([
    { state: 'unapplied', reason: 'amount_differs', amount: 100 },
  ])
  expect(await readStates(order.id)).toEqual(['awaiting_payment'])
})

test('a webhook event is answered 503 while Red Dot cannot confirm it, and applied when sent again', async () => {
  const { order, page, payment } = await openRedDotPage()
  await fake.press(page, 'pay')
  fake.faults.push('busy')
  expect((await deliver(fake.toWebhookEvent(payment))).status).toBe(503)
  expect((await deliver(fake.toWebhookEvent(payment))).status).toBe(200)
  expect(await readStates(order.id)).toEqual(['paid_hold'])
})

test('an outdated pending event after the payment does not revert it', async () => {
  const { order, page, payment } = await openRedDotPage()
  await fake.press(page, 'wait')
  const waiting = fake.toWebhookEvent(payment)
  fake.decideLate(payment, 'paid')
  for (const webhook of [...fake.webhookEvents, waiting, waiting])
    expect((await deliver(webhook)).status).toBe(200)
  expect(await readStates(order.id)).toEqual(['paid_hold'])
  expect(await readAllReceipts(shop.db)).toHaveLength(1)
})

test('a payment for an expired order becomes an unapplied receipt', async () => {
  const { order, page, transactionId } = await openRedDotPage()
  shop.passTime(16 * MINUTE)
  await run(releaseReservations)
  await fake.press(page, 'pay')
  for (const webhook of fake.webhookEvents) await deliver(webhook)
  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'unapplied', reason: 'order_expired' }])
  expect(await readStates(order.id)).toEqual(['expired'])
  await expect(confirm(transactionId)).rejects.toMatchObject({ code: 'payment_unapplied' })
})

test('a retry after a lost answer opens another page, and the shopper is charged once', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const paymentBody = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
  fake.faults.push('answer_lost')
  await expect(shop.call(getPymentURL, { body: paymentBody })).rejects.toMatchObject({
    status: 503,
    code: 'provider_unreachable',
  })
  const { redirectURLData } = await shop.call(getPymentURL, { body: paymentBody })
  expect(fake.payments).toHaveLength(2)
  await fake.press(redirectURLData.payment_url, 'pay')
  await confirm(redirectURLData.transaction_id)
  shop.passTime(MINUTE)
  await poll()
  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'applied' }])
})
