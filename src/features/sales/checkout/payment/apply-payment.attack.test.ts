import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sandboxPay } from '#connectors/sandbox-pay/provider.ts'
import { sign, SANDBOX_SIGNATURE_HEADER } from '#connectors/sandbox-pay/signature.ts'
import { queryRows } from '#database/database.ts'
import { paymentWebhooks } from '#main/http/webhooks/payment-webhooks.ts'
import type { Log } from '#platform/log.ts'
import {
  readAllEmails,
  readAllReceipts,
  listSupplierOrderTotals,
  readStock,
} from '#tests/steps/database-reads.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import {
  sendPaidWebhook,
  createPaidWebhook,
  openPaymentPage,
  completePayment,
} from '#tests/steps/payments.ts'
import { SANDBOX_SECRET, SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { trackOrder } from '../contract.ts'
import { applyWebhookEvent } from './apply-webhook.ts'

const shop = await createTestShop()

const notify = (providerRef: string, change?: object) => sendPaidWebhook(shop, providerRef, change)

function createCheckoutDeps(name: string) {
  const sandbox = { db: shop.db, secret: SANDBOX_SECRET, clock: shop.now, publicUrl: SHOP_URL }
  const provider = { ...sandboxPay(sandbox), name }
  return { providers: [provider], publicUrl: SHOP_URL, enqueue: shop.app.jobs.enqueue }
}

test('a webhook event of one provider cannot pay another provider’s payment', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  const { body, headers } = await createPaidWebhook(shop, providerRef)
  const header = (name: string) => headers[name]
  const webhook = {
    checkoutDeps: createCheckoutDeps('other'),
    provider: 'other',
    body,
    header,
    now: shop.now(),
  }
  await applyWebhookEvent(shop.db, webhook)
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  expect(await readAllReceipts(shop.db)).toEqual([])
})

test('a webhook event for an unknown payment is stored and logged as an error', async () => {
  const errors: string[] = []
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (_fields, message) => void errors.push(message),
    child: () => log,
  }
  const checkoutDeps = createCheckoutDeps('sandbox')
  const setup = {
    db: shop.db,
    checkoutDeps,
    clock: shop.now,
    log,
    limiter: async () => undefined,
    alarm: () => undefined,
  }
  const app = paymentWebhooks(setup)
  const fields = { event_id: 'evt_1', transaction_id: 'sbx_1', reference: 'txn_1', currency: 'USD' }
  const body = JSON.stringify({ ...fields, amount: 100, status: 'paid' })
  const headers = { [SANDBOX_SIGNATURE_HEADER]: sign(body, SANDBOX_SECRET, shop.now()) }
  expect((await app.request('/notify/sandbox', { method: 'POST', body, headers })).status).toBe(200)
  expect(errors).toEqual(['received money for an unknown payment; the webhook event is stored'])

  // Cleanup jobs do not delete it, and repeating the webhook event stores no second one.
  expect((await app.request('/notify/sandbox', { method: 'POST', body, headers })).status).toBe(200)
  shop.passTime(400 * 24 * 60 * 60_000)
  const tidying = ['platform.forget_old_limits', 'shipping.forget_old_rates', 'orders.release_reservations']
  for (const job of tidying) await shop.app.jobs.enqueue(shop.db, { job, input: {} })
  await shop.work()
  const storedEvents = await queryRows(
    shop.db,
    sql`select provider, event_id, body from payment_webhook_events`,
  )
  expect(storedEvents).toEqual([{ provider: 'sandbox', event_id: 'evt_1', body }])
})

test.each(['declined', 'cancelled', 'open'] as const)(
  'a webhook event with state %s after the payment changes nothing',
  async (state) => {
    const ring = await createTestProduct(shop.db, { stock: 2 })
    const order = await placeGuestOrder(shop, [ring])
    const { providerRef } = await completePayment(shop, order.id, 'pay')
    expect((await notify(providerRef, { state })).status).toBe(200)
    expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
    expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'applied' }])
    expect(await readStock(shop.db, ring.variantId)).toEqual({ variant: 1, product: 1 })
  },
)

test('a payment that succeeds after it was declined is applied', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef } = await completePayment(shop, order.id, 'decline')
  expect((await notify(providerRef)).status).toBe(200)
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('twenty concurrent copies of a webhook event give one payment and one email', async () => {
  const ring = await createTestProduct(shop.db, { stock: 5 })
  const order = await placeGuestOrder(shop, [ring])
  const { providerRef } = await openPaymentPage(shop, order.id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => notify(providerRef)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await shop.work()
  expect(await readAllReceipts(shop.db)).toHaveLength(1)
  expect(await readAllEmails(shop.db)).toHaveLength(1)
  expect(await readStock(shop.db, ring.variantId)).toEqual({ variant: 4, product: 4 })
})

test.each(['-1', '0', '"10206"', '1e400', '102.06', 'null'])(
  'a signed webhook event with the amount %s is refused, so that the provider sends it again',
  async (amount) => {
    const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
    const { providerRef } = await openPaymentPage(shop, order.id)
    const { body: whole } = await createPaidWebhook(shop, providerRef)
    const body = whole.replace(/"amount":\d+/, `"amount":${amount}`)
    const headers = { [SANDBOX_SIGNATURE_HEADER]: sign(body, SANDBOX_SECRET, shop.now()) }
    const answer = await shop.post('/payments/notify/sandbox', body, headers)
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'bad_webhook_event' }])
    expect(await readAllReceipts(shop.db)).toEqual([])
  },
)

test('concurrent orders and payments of the same items in any order neither fail nor miscount', async () => {
  const products = await Promise.all(
    Array.from({ length: 4 }, () => createTestProduct(shop.db, { stock: 100 })),
  )
  const buy = async (turn: number) => {
    const rotated = [...products.slice(turn % 4), ...products.slice(0, turn % 4)]
    const order = await placeGuestOrder(shop, turn % 2 ? rotated : rotated.toReversed())
    const { providerRef } = await openPaymentPage(shop, order.id)
    return notify(providerRef)
  }
  const answers = await Promise.all(Array.from({ length: 24 }, (_, turn) => buy(turn)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const { variantId } of products) {
    expect(await readStock(shop.db, variantId)).toEqual({ variant: 76, product: 76 })
  }
})

test('an order of 200 lines with the largest quantity is summed to the cent and can be paid', async () => {
  const products = await Promise.all(
    Array.from({ length: 40 }, () => createTestProduct(shop.db, { price: 999_999, stock: 5_000 })),
  )
  const lines = Array.from({ length: 200 }, (_, index) => ({ ...products[index % 40], quantity: 999 }))
  const items = lines.map(({ id = '', variantId = '', quantity }) => ({ id, variantId, quantity }))
  const order = await placeGuestOrder(shop, [], { items })
  expect(order.totalAmount).toBe((200 * 999 * 999_999 + 40 * 206) / 100)
  const { providerRef } = await openPaymentPage(shop, order.id)
  await notify(providerRef)
  const { order: tracked } = await shop.call(trackOrder, { params: { id: order.id } })
  expect(tracked).toMatchObject({ status: 'paid', totalAmount: order.totalAmount })
})

test('a shopper’s text cannot inject lines or HTML into emails', async () => {
  const forged = { firstName: 'Mei\r\nTotal:   $0.00', lastName: '<img src=x onerror=alert(1)>\u202e' }
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)], forged)
  await completePayment(shop, order.id, 'pay')
  for (const { subject, text, html } of await readAllEmails(shop.db)) {
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).not.toMatch(/^Total: {3}\$0\.00/m)
    expect(text).not.toContain('\u202e')
    expect(html).not.toContain('<img src=x')
  }
})
