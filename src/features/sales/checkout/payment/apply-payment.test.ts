import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { captureLatePaymentsJob } from '#connectors/sandbox-pay/webhooks.ts'
import { foldPendingCounters } from '#features/catalogue/catalog/jobs.ts'
import { releaseReservations } from '#features/sales/orders/timers/jobs.ts'
import type { Job } from '#platform/jobs/job.ts'
import { createLog } from '#platform/log.ts'
import {
  readAllEmails,
  readAllReceipts,
  listSupplierOrderTotals,
  readStock,
} from '#tests/steps/database-reads.ts'
import { GUEST_FORM, createTestProduct, placeGuestOrder, createTestSupplier } from '#tests/shop/factories.ts'
import {
  sendPaidWebhook,
  createPaidWebhook,
  openPaymentPage,
  completePayment,
  pressButton,
} from '#tests/steps/payments.ts'
import { SANDBOX_SECRET, SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { runOrderTimers } from '#tests/steps/supplier-orders.ts'
import { getOrderByID, getPymentURL, trackOrder, updateOrder } from '../contract.ts'
import { pollPayments } from '../jobs.ts'
import { sandboxPay } from '#connectors/sandbox-pay/provider.ts'

const shop = await createTestShop()

function run(job: Job): Promise<void> {
  return job.run(
    {},
    { db: shop.db, now: shop.now(), log: createLog('silent'), enqueue: shop.app.jobs.enqueue },
  )
}

function poller(): Job {
  const provider = sandboxPay({ db: shop.db, secret: SANDBOX_SECRET, clock: shop.now, publicUrl: SHOP_URL })
  return pollPayments({ providers: [provider], publicUrl: SHOP_URL, enqueue: shop.app.jobs.enqueue })
}

const notify = (providerRef: string, change?: object) => sendPaidWebhook(shop, providerRef, change)

test('paying an order of two suppliers pays both supplier orders, allocates to the cent, and emails each once [PROD-04, PROD-07, PAY-10]', async () => {
  const one = await createTestSupplier(shop.db)
  const otherSupplier = await createTestSupplier(shop.db)
  const ring = await createTestProduct(shop.db, { supplier: one, price: 9_999, name: 'Alba Ring' })
  const chain = await createTestProduct(shop.db, {
    supplier: otherSupplier,
    price: 3_333,
    name: 'Lina Chain',
  })
  const order = await placeGuestOrder(shop, [ring, chain])
  await completePayment(shop, order.id, 'pay')

  const supplierOrders = await listSupplierOrderTotals(shop.db, order.id)
  expect(supplierOrders.map((supplierOrder) => supplierOrder.state)).toEqual(['paid_hold', 'paid_hold'])
  for (const supplierOrder of supplierOrders) expect(supplierOrder.allocated).toBe(supplierOrder.total)
  const [receipt] = await readAllReceipts(shop.db)
  expect(receipt).toMatchObject({ state: 'applied', amount: 9_999 + 3_333 + 2 * 206 })
  expect(supplierOrders.map((supplierOrder) => supplierOrder.total)).toEqual([9_999 + 206, 3_333 + 206])

  expect((await readAllEmails(shop.db)).map((mail) => mail.recipient)).toEqual([GUEST_FORM.email])
  // Suppliers get the order when the free-cancellation period is over.
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  await runOrderTimers(shop)
  const emails = await readAllEmails(shop.db)
  expect(emails.map((mail) => mail.recipient).sort()).toEqual(
    [GUEST_FORM.email, one.email, otherSupplier.email].sort(),
  )
  const emailToOther = emails.find((mail) => mail.recipient === otherSupplier.email)
  expect(emailToOther?.text).toContain('Lina Chain')
  expect(emailToOther?.text).not.toContain('Alba Ring')
  const toShopper = emails.find((mail) => mail.recipient === GUEST_FORM.email)
  expect(toShopper?.html).toContain(`${SHOP_URL}/dashboard?order=${order.id}`)
})

test('concurrent webhook, return and poll give one receipt, one email each and one sale [PAY-16]', async () => {
  const ring = await createTestProduct(shop.db, { stock: 3 })
  const order = await placeGuestOrder(shop, [{ ...ring, quantity: 2 }])
  const { transactionId, providerRef } = await openPaymentPage(shop, order.id)
  await pressButton(shop, providerRef, 'twice')
  const confirm = () => shop.call(updateOrder, { params: { id: transactionId } })
  const polling = poller()
  shop.passTime(61_000)
  await Promise.all([
    notify(providerRef),
    confirm(),
    run(polling),
    shop.work(),
    notify(providerRef),
    confirm(),
  ])
  await shop.work()

  expect(await readAllReceipts(shop.db)).toHaveLength(1)
  expect(await readAllEmails(shop.db)).toHaveLength(1)
  await run(foldPendingCounters)
  const [product] = await queryRows(
    shop.db,
    sql`select sold_count from products where public_id = ${ring.id}`,
  )
  expect(product).toEqual({ sold_count: 2 })
  expect(await confirm()).toMatchObject({ success: true, orderID: order.id })
})

test('a lost webhook is recovered by the poller a minute later', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  await completePayment(shop, order.id, 'silent')
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  const polling = poller()
  await run(polling)
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  shop.passTime(61_000)
  await run(polling)
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('a returning shopper confirms a payment by our ID or the provider’s [API-18]', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef, transactionId } = await openPaymentPage(shop, order.id)
  await expect(shop.call(updateOrder, { params: { id: transactionId } })).rejects.toMatchObject({
    code: 'payment_pending',
  })
  const returnAnswer = await pressButton(shop, providerRef, 'silent')
  expect(returnAnswer).toBe(`${SHOP_URL}/paymentSuccess?transaction_id=${providerRef}`)
  expect(await shop.call(updateOrder, { params: { id: providerRef } })).toMatchObject({ orderID: order.id })
})

test('an unknown transaction ID confirms nothing [PAY-14]', async () => {
  await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  await expect(shop.call(updateOrder, { params: { id: 'txn_invented' } })).rejects.toMatchObject({
    status: 404,
    code: 'payment_unknown',
  })
})

test('a webhook event with a wrong signature, or replayed late, is refused and changes nothing', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  const { body, headers } = await createPaidWebhook(shop, providerRef)
  const changed = body.replace('"amount":', '"amount":1')
  expect((await shop.post('/payments/notify/sandbox', changed, headers)).status).toBe(400)
  expect((await shop.post('/payments/notify/sandbox', body)).status).toBe(400)
  shop.passTime(6 * 60_000)
  expect((await shop.post('/payments/notify/sandbox', body, headers)).body).toMatchObject({
    code: 'bad_signature',
  })
  expect(await readAllReceipts(shop.db)).toEqual([])
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
})

test.each([[{ amount: 1 }], [{ currency: 'SGD' }]])(
  'a signed payment that differs from the order total (%j) stays unapplied',
  async (change) => {
    const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
    const { providerRef } = await openPaymentPage(shop, order.id)
    expect((await notify(providerRef, change)).status).toBe(200)
    expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'unapplied', reason: 'amount_differs' }])
    expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'awaiting_payment' }])
  },
)

test('a second payment for an order is stored as unapplied, and the shopper is informed', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const first = await openPaymentPage(shop, order.id)
  const second = await openPaymentPage(shop, order.id)
  await pressButton(shop, first.providerRef, 'pay')
  await pressButton(shop, second.providerRef, 'pay')
  await Promise.all([notify(first.providerRef), notify(second.providerRef)])
  await shop.work()

  const receipts = await readAllReceipts(shop.db)
  expect(receipts.map((receipt) => receipt.state).sort()).toEqual(['applied', 'unapplied'])
  expect(receipts.find((receipt) => receipt.state === 'unapplied')?.reason).toBe('already_paid')
  const subjects = (await readAllEmails(shop.db)).map(({ subject }) => subject)
  expect(subjects).toHaveLength(2)
  expect(subjects.filter((subject) => subject.includes('refunding'))).toHaveLength(1)
})

test('a payment after the order expired stays unapplied, and the items remain available to others', async () => {
  const ring = await createTestProduct(shop.db, { stock: 1 })
  const order = await placeGuestOrder(shop, [ring])
  const { transactionId } = await completePayment(shop, order.id, 'late')
  shop.passTime(15 * 60_000)
  await run(releaseReservations)
  shop.passTime(6 * 60_000)
  await run(captureLatePaymentsJob)
  await shop.work()

  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'unapplied', reason: 'order_expired' }])
  expect(await readStock(shop.db, ring.variantId)).toEqual({ variant: 1, product: 1 })
  await expect(shop.call(updateOrder, { params: { id: transactionId } })).rejects.toMatchObject({
    code: 'payment_unapplied',
  })
})

test('a payment after the time limit still pays while the items are reserved', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  shop.passTime(16 * 60_000)
  await notify(providerRef)
  await run(releaseReservations)
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('a concurrent payment and expiry leave the order either paid, or expired with the payment unapplied', async () => {
  const ring = await createTestProduct(shop.db, { stock: 8 })
  const orders = await Promise.all(Array.from({ length: 8 }, () => placeGuestOrder(shop, [ring])))
  const opened = await Promise.all(orders.map((order) => openPaymentPage(shop, order.id)))
  shop.passTime(16 * 60_000)
  await Promise.all([...opened.map(({ providerRef }) => notify(providerRef)), run(releaseReservations)])

  const supplierOrders = (
    await Promise.all(orders.map((order) => listSupplierOrderTotals(shop.db, order.id)))
  ).flat()
  const receipts = await readAllReceipts(shop.db)
  expect(receipts).toHaveLength(8)
  const paid = supplierOrders.filter((supplierOrder) => supplierOrder.state === 'paid_hold').length
  expect(receipts.filter((receipt) => receipt.state === 'applied')).toHaveLength(paid)
  expect(await readStock(shop.db, ring.variantId)).toEqual({ variant: 8 - paid, product: 8 - paid })
})

test('after a declined or cancelled payment the order can be paid again [CHK2-16]', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const declined = await completePayment(shop, order.id, 'decline')
  await expect(shop.call(updateOrder, { params: { id: declined.transactionId } })).rejects.toMatchObject({
    code: 'payment_failed',
  })
  const cancelled = await openPaymentPage(shop, order.id)
  expect(await pressButton(shop, cancelled.providerRef, 'cancel')).toBe(`${SHOP_URL}/paymentError`)
  await completePayment(shop, order.id, 'pay')
  const { order: tracked } = await shop.call(trackOrder, { params: { id: order.id } })
  expect(tracked).toMatchObject({
    status: 'paid',
    supplierOrders: [{ state: 'paid_hold' }],
    recipient: {
      name: 'Mei Tan',
      lines: ['12, Tanjong Pagar Road', 'Unit #04-11', '079903', 'Singapore'],
    },
  })
})

test('refuses a second payment of a paid order, and a payment page for another amount [CHK2-13, API-40]', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const input = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'paynow' } as const
  await expect(shop.call(getPymentURL, { body: { ...input, amount: 0.01 } })).rejects.toMatchObject({
    code: 'amount_differs',
  })
  await completePayment(shop, order.id, 'pay')
  await expect(shop.call(getPymentURL, { body: input })).rejects.toMatchObject({
    status: 409,
    code: 'already_paid',
  })
  const { orderDetails } = await shop.call(getOrderByID, { params: { id: order.id } })
  expect(orderDetails.status).toBe('paid')
})

test('refuses a payment page for an expired order', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  shop.passTime(15 * 60_000)
  const input = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
  await expect(shop.call(getPymentURL, { body: input })).rejects.toMatchObject({ code: 'order_expired' })
})

test('refuses a return URL outside the shop', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const input = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
  await expect(
    shop.call(getPymentURL, { body: { ...input, redirectUrl: 'https://evil.example/' } }),
  ).rejects.toMatchObject({ code: 'bad_return_url' })
})

test('a webhook event that was stored but not applied is applied when it is sent again', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  const { body, headers } = await createPaidWebhook(shop, providerRef)
  const { event_id: eventId } = JSON.parse(body)
  await shop.db.execute(
    sql`insert into payment_webhook_events (provider, event_id, body, received_at) values ('sandbox', ${eventId}, ${body}, now())`,
  )
  expect((await shop.post('/payments/notify/sandbox', body, headers)).status).toBe(200)
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

test('an order ID gives access to that order only', async () => {
  const mine = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  await placeGuestOrder(shop, [await createTestProduct(shop.db)], { email: 'other@shopper.example' })
  const { orderDetails } = await shop.call(getOrderByID, { params: { id: mine.id } })
  expect(orderDetails.guestEmail).toBe(GUEST_FORM.email)
  await expect(shop.call(trackOrder, { params: { id: '1' } })).rejects.toMatchObject({ status: 404 })
})
