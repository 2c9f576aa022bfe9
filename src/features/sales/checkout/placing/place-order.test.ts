import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { releaseReservations } from '#features/sales/orders/timers/jobs.ts'
import { getRates } from '#features/sales/shipping/contract.ts'
import { createLog } from '#platform/log.ts'
import { readAllEmails, listSupplierOrderTotals, readStock } from '#tests/steps/database-reads.ts'
import {
  GUEST_FORM,
  createTestProduct,
  placeGuestOrder,
  quoteRate,
  createTestSupplier,
} from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getOrderByID, saveOrder } from '../contract.ts'

const shop = await createTestShop()
const silent = createLog('silent')

test('a guest order is priced by the server, split by supplier, and stores the chosen shipping [API-15, CHK2-11, ROLE-09]', async () => {
  const one = await createTestProduct(shop.db, { price: 12_000, offer: 9_950, stock: 3 })
  const otherProduct = await createTestProduct(shop.db, { price: 5_000, stock: 3 })
  const order = await placeGuestOrder(shop, [{ ...one, quantity: 2 }, otherProduct])

  expect(order.totalAmount).toBe(2 * 99.5 + 50 + 2 * 2.06)
  const { orderDetails } = await shop.call(getOrderByID, { params: { id: order.id } })
  expect(orderDetails).toMatchObject({
    status: 'awaiting_payment',
    subtotal: 249,
    shippingAmount: 4.12,
    totalAmount: 253.12,
    isGuest: true,
    guestEmail: GUEST_FORM.email,
    orderUser: null,
    address: { zip_code: '079903', country: 'Singapore', mobile_number: '+6591234567' },
  })
  const supplierOrders = await listSupplierOrderTotals(shop.db, order.id)
  expect(supplierOrders.map((part) => part.total)).toEqual([19_900 + 206, 5_000 + 206])
  expect(await readStock(shop.db, one.variantId)).toEqual({ variant: 1, product: 1 })
})

test('items of one supplier form one supplier order, and equal items one line', async () => {
  const supplier = await createTestSupplier(shop.db)
  const ring = await createTestProduct(shop.db, { supplier, price: 1_000 })
  const chain = await createTestProduct(shop.db, { supplier, price: 2_000 })
  const order = await placeGuestOrder(shop, [ring, chain, ring])

  expect(await listSupplierOrderTotals(shop.db, order.id)).toHaveLength(1)
  const lines = await queryRows<{ quantity: number }>(
    shop.db,
    sql`select quantity from supplier_order_lines order by id`,
  )
  expect(lines).toEqual([{ quantity: 2 }, { quantity: 1 }])
})

test('a price that differs from the server’s is refused with the right one, and nothing is reserved [CART-16, API-40]', async () => {
  const ring = await createTestProduct(shop.db, { price: 10_000, stock: 1 })
  const items = [{ id: ring.id, variantId: ring.variantId, quantity: 1, newPrice: 0.01 }]
  await expect(placeGuestOrder(shop, [], { items })).rejects.toMatchObject({
    status: 409,
    code: 'price_changed',
    details: { items: [{ id: ring.id, variantId: ring.variantId, price: 100 }] },
  })
  expect(await readStock(shop.db, ring.variantId)).toEqual({ variant: 1, product: 1 })
})

test('a total sent by the browser is ignored [API-40]', async () => {
  const ring = await createTestProduct(shop.db, { price: 10_000 })
  const order = await placeGuestOrder(shop, [ring], { totalAmount: 1 })
  expect(order.totalAmount).toBe(102.06)
})

test('an order for more than the stock is refused with the remaining quantity and stores nothing [CARD-19]', async () => {
  const scarce = await createTestProduct(shop.db, { name: 'Last Ring', stock: 1 })
  const plenty = await createTestProduct(shop.db, { stock: 9 })
  await expect(placeGuestOrder(shop, [plenty, { ...scarce, quantity: 2 }])).rejects.toMatchObject({
    status: 409,
    code: 'not_enough_stock',
    message: 'Only 1 of Last Ring left.',
    details: { items: [{ id: scarce.id, available: 1 }] },
  })
  expect(await readStock(shop.db, plenty.variantId)).toEqual({ variant: 9, product: 9 })
})

test('of fifty concurrent shoppers exactly one gets the last item', async () => {
  const last = await createTestProduct(shop.db, { stock: 1 })
  const selectedShippingRate = await quoteRate(shop)
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, () => placeGuestOrder(shop, [last], { selectedShippingRate })),
  )
  const refusals = tries.filter((one) => one.status === 'rejected').map((one) => one.reason)
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect(refusals).toHaveLength(49)
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'not_enough_stock' })
  expect(await readStock(shop.db, last.variantId)).toEqual({ variant: 0, product: 0 })
})

test('an idempotency key returns the same order, also for concurrent requests', async () => {
  const ring = await createTestProduct(shop.db, { stock: 5 })
  const selectedShippingRate = await quoteRate(shop)
  const change = { selectedShippingRate, idempotencyKey: 'key-0000-0001' }
  const both = await Promise.all([
    placeGuestOrder(shop, [ring], change),
    placeGuestOrder(shop, [ring], change),
  ])
  const again = await placeGuestOrder(shop, [ring], { ...change, orderDate: '2026-03-02T10:00:05.000Z' })

  expect(new Set([...both, again].map((order) => order.id)).size).toBe(1)
  expect(await readStock(shop.db, ring.variantId)).toEqual({ variant: 4, product: 4 })
})

test('refuses a used idempotency key with other content', async () => {
  const ring = await createTestProduct(shop.db)
  const change = { selectedShippingRate: await quoteRate(shop), idempotencyKey: 'key-0000-0002' }
  await placeGuestOrder(shop, [ring], change)
  await expect(placeGuestOrder(shop, [{ ...ring, quantity: 2 }], change)).rejects.toMatchObject({
    code: 'key_reused',
  })
})

test('refuses a rate that was not quoted, is for another address, or has expired', async () => {
  const ring = await createTestProduct(shop.db)
  const selectedShippingRate = await quoteRate(shop)
  const invented = { id: `rate_${'0'.repeat(32)}`, rate: 0 }
  await expect(placeGuestOrder(shop, [ring], { selectedShippingRate: invented })).rejects.toMatchObject({
    code: 'rate_unknown',
  })
  await expect(
    placeGuestOrder(shop, [ring], { selectedShippingRate, zipCode: '018956' }),
  ).rejects.toMatchObject({
    code: 'rate_unknown',
  })
  shop.passTime(61 * 60_000)
  await expect(placeGuestOrder(shop, [ring], { selectedShippingRate })).rejects.toMatchObject({
    code: 'rate_unknown',
  })
})

test('pickup needs no street and costs no shipping [CHK-31]', async () => {
  const ring = await createTestProduct(shop.db, { price: 4_000 })
  const bare = {
    shippingMethod: 'pickup',
    blockNumber: '',
    streetAddress: '',
    unitNumber: '',
    zipCode: '',
  } as const
  const order = await placeGuestOrder(shop, [ring], { ...bare, selectedShippingRate: null })
  expect(order.totalAmount).toBe(40)
})

test.each([
  [{ firstName: '', unitNumber: ' ' }, 'fields_missing', ['firstName', 'unitNumber']],
  [{ email: '' }, 'fields_missing', ['email']],
  [{ country: 'DE', zipCode: '10115', city: '' }, 'fields_missing', ['city', 'state']],
  [{ email: 'not an address' }, 'bad_email', ['email']],
  [{ mobileNumber: '12' }, 'bad_phone', ['mobileNumber']],
  [{ zipCode: '12' }, 'bad_postcode', ['zipCode']],
  [{ country: 'KP', state: 'x', city: 'x' }, 'country_not_served', ['country']],
])(
  'a form with %j gets 400 with the invalid fields [CHK-09, CHK-10, CHK-11]',
  async (change, code, fields) => {
    const ring = await createTestProduct(shop.db)
    await expect(placeGuestOrder(shop, [ring], change)).rejects.toMatchObject({
      status: 400,
      code,
      details: { fields },
    })
  },
)

test('refuses an order without items [CHK-30]', async () => {
  await expect(placeGuestOrder(shop, [])).rejects.toMatchObject({ status: 409, code: 'cart_empty' })
})

test('the refusal names an item that is no longer sold', async () => {
  const removedItem = { id: `prd_${'0'.repeat(32)}`, variantId: `var_${'0'.repeat(32)}` }
  await expect(placeGuestOrder(shop, [removedItem])).rejects.toMatchObject({
    code: 'product_gone',
    details: { items: [{ id: removedItem.id }] },
  })
})

test('refuses items of an unverified supplier', async () => {
  const supplier = await createTestSupplier(shop.db, { isVerified: false })
  const ring = await createTestProduct(shop.db, { supplier })
  await expect(placeGuestOrder(shop, [ring])).rejects.toMatchObject({ code: 'product_gone' })
})

test('refuses quantities of zero, below zero and fractions', async () => {
  const ring = await createTestProduct(shop.db)
  for (const quantity of [0, -1, 1.5]) {
    await expect(placeGuestOrder(shop, [{ ...ring, quantity }])).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    })
  }
})

test('an unpaid order releases its items after 15 minutes, and can then not be paid', async () => {
  const ring = await createTestProduct(shop.db, { stock: 2 })
  const order = await placeGuestOrder(shop, [{ ...ring, quantity: 2 }])
  const release = () =>
    releaseReservations.run({}, { db: shop.db, now: shop.now(), log: silent, enqueue: shop.app.jobs.enqueue })
  shop.passTime(14 * 60_000)
  await release()
  expect(await readStock(shop.db, ring.variantId)).toEqual({ variant: 0, product: 0 })
  shop.passTime(60_000)
  await Promise.all([release(), release()])
  expect(await readStock(shop.db, ring.variantId)).toEqual({ variant: 2, product: 2 })
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'expired' }])
})

test('refuses an invalid token [API-36]', async () => {
  const answer = await shop.post('/shop/saveOrder', {}, { authorization: 'Bearer made-up' })
  expect(answer.status).toBe(401)
  expect(answer.body).toMatchObject({ success: false, code: 'bad_token' })
})

test('subscribing at checkout adds the address to the newsletter once and asks for confirmation [CHK-13]', async () => {
  const ring = await createTestProduct(shop.db)
  await placeGuestOrder(shop, [ring], { subscribeToOffers: true, email: 'Guest@Shopper.example' })
  await placeGuestOrder(shop, [ring], { subscribeToOffers: true })
  expect(await queryRows(shop.db, sql`select email from newsletter_subscribers`)).toEqual([
    { email: 'guest@shopper.example' },
  ])
  await shop.work()
  expect(await readAllEmails(shop.db)).toMatchObject([{ subject: 'Confirm your subscription' }])
})

test('no email is sent before an order is paid', async () => {
  await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  await shop.work()
  expect(await readAllEmails(shop.db)).toEqual([])
})

test('an order ID gives access to what the second checkout step shows only [CHK2-15]', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { orderDetails } = await shop.call(getOrderByID, { params: { id: order.id } })
  const { id, shippingMethod, streetAddress, address, expiresAt, ...rest } = orderDetails
  expect(id).toBe(order.id)
  expect(Object.keys(address).toSorted()).toEqual([
    'city',
    'country',
    'line2',
    'mobile_number',
    'state',
    'zip_code',
  ])
  expect([shippingMethod, streetAddress, Date.parse(expiresAt)]).toEqual([
    GUEST_FORM.shippingMethod,
    expect.stringContaining(GUEST_FORM.streetAddress),
    expect.any(Number),
  ])
  // Amounts, address, shipping costs and payment methods: no lines, buyer's name, notes or keys of rows.
  expect(Object.keys(rest).toSorted()).toEqual([
    'guestEmail',
    'isGuest',
    'orderUser',
    'paymentMethods',
    'shipments',
    'shippingAmount',
    'status',
    'subtotal',
    'totalAmount',
    'unavailableMethods',
  ])
})

test('an order ID has 128 random bits, and a wrong one is not found [CHK2-12, CHK2-15]', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  expect(order.id).toMatch(/^pur_[0-9a-f]{32}$/)
  await expect(
    shop.call(getOrderByID, { params: { id: `${order.id.slice(0, -1)}x` } }),
  ).rejects.toMatchObject({
    status: 404,
    code: 'order_not_found',
  })
})

test('an address in Germany needs no unit number and gets the rate for Germany', async () => {
  const ring = await createTestProduct(shop.db, { price: 1_000 })
  const address = {
    country: 'DE',
    zipCode: '10115',
    city: 'Berlin',
    state: 'Berlin',
    unitNumber: '',
    blockNumber: '',
  }
  const parcel = { toZip: '10115', toCountry: 'DE', weight: 2, length: 25, width: 20, height: 15 }
  const { rates } = await shop.call(getRates, { body: { shipmentDetails: parcel } })
  const rate = { selectedShippingRate: rates[0] ?? null }
  const form = { ...GUEST_FORM, ...address, ...rate, mobileNumber: '030 901820' }
  const { completeOrder } = await shop.call(saveOrder, {
    body: { ...form, items: [{ id: ring.id, quantity: 1 }] },
  })
  expect(completeOrder.totalAmount).toBe(10 + (rates[0]?.rate ?? 0))
})
