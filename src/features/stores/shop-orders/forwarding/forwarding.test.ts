import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSession, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  passHold,
  payOnPage,
  publishProduct,
  readShopOrder,
  type ShopVendor,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

/** Creates a supplier with an owner; returns its calls. */
async function createOwnedSupplier() {
  const supplier = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  const post = async (path: string, body: object) => {
    const { headers } = await createSession(shop.db, owner.id, shop.now())
    return shop.post(`/supplier/orders/${path}`, body, headers)
  }
  const get = async (path = '') => {
    const { headers } = await createSession(shop.db, owner.id, shop.now())
    return shop.get(`/supplier/orders${path}`, headers)
  }
  return { supplier, owner, post, get }
}

const readStock = async () =>
  (await queryRows<{ stock: number }>(shop.db, sql`select stock from product_variants order by id`)).map(
    ({ stock }) => stock,
  )

const readWallet = async (vendor: ShopVendor) =>
  getField<object>(await asVendor(shop, vendor)('/vendor/wallet'), 'wallet')

test('a store’s paid order is quoted, paid from the wallet and shipped by its supplier, at the wholesale price [PROD-04, DLG-06]', async () => {
  const vendor = await createShopVendor(shop)
  const { supplier, post, get } = await createOwnedSupplier()
  await publishProduct(shop, vendor, { supplier, name: 'Harbour ring', stock: 4 })
  await topUpWallet(shop, vendor, 200)
  const number = await orderInShop(shop, vendor, { units: [2] })
  const order = await readShopOrder(shop, vendor, number)
  expect(order).toMatchObject({
    state: 'in_progress',
    moneyState: 'paid',
    supplierState: 'on_hold',
    shopState: 'paid',
    // Two at 40.00 wholesale, shipped free of charge from 50.00 on, and sold at 120.00 each.
    cost: 80,
    retail: 240,
    profit: 160,
    quote: null,
    lines: [{ bought: 2, reason: null }],
    supplierOrders: [{ state: 'paid_hold', items: 80, shipping: 0, total: 80, isByWallet: true }],
  })
  expect(await readWallet(vendor)).toMatchObject({ balance: 120, withdrawable: 120 })
  expect(await readStock()).toEqual([2])

  const supplierOrderId = getField({ body: order } as never, 'supplierOrders', '0', 'id')
  expect(await get(`/${supplierOrderId}`)).toMatchObject({
    body: { order: { vendorStore: 'Practice shop', shipTo: { name: '', phone: '', lines: ['Singapore'] } } },
  })
  await passHold(shop)
  expect(await get(`/${supplierOrderId}`)).toMatchObject({
    body: { order: { state: 'submitted', shipTo: { name: 'Ada Lim', phone: '+6591234567' } } },
  })
  expect((await get(`/${supplierOrderId}`)).text).not.toContain(vendor.email)
  expect(await post(`${supplierOrderId}/accept`, {})).toMatchObject({ status: 200 })
  const parcel = { carrier: 'fedex', trackingNumber: '1234 5678 9012', idempotencyKey: 'parcel-one' }
  expect(await post(`${supplierOrderId}/parcels`, parcel)).toMatchObject({ status: 200 })
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'in_progress',
    supplierState: 'shipped',
    supplierOrders: [{ parcels: [{ trackings: [{ carrier: 'fedex', number: '123456789012' }] }] }],
  })
  await asVendor(shop, vendor)(`/vendor/supplier-orders/${supplierOrderId}/received`, {})
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'completed',
    supplierState: 'delivered',
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('an order with several suppliers is split into supplier orders with their own shipping [PROD-07]', async () => {
  const vendor = await createShopVendor(shop)
  const [one, other] = [await createTestSupplier(shop.db), await createTestSupplier(shop.db)]
  await publishProduct(shop, vendor, { supplier: one, name: 'One ring' })
  await publishProduct(shop, vendor, { supplier: other, name: 'Other ring' })
  await topUpWallet(shop, vendor, 500)
  const number = await orderInShop(shop, vendor, { units: [1, 3] })
  const order = await readShopOrder(shop, vendor, number)
  expect(order).toMatchObject({
    state: 'in_progress',
    supplierOrders: [
      { supplier: one.name, items: 40, shipping: 2.06, lines: [{ quantity: 1, unitPrice: 40 }] },
      { supplier: other.name, items: 120, shipping: 0, lines: [{ quantity: 3 }] },
    ],
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the customer gets no emails about a vendor’s order, and shoppers’ pages do not show it', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor)
  await topUpWallet(shop, vendor, 200)
  const number = await orderInShop(shop, vendor, { fields: { email: 'ada@customers.example' } })
  const order = await readShopOrder(shop, vendor, number)
  await passHold(shop)
  const recipients = await queryRows<{ recipient: string }>(
    shop.db,
    sql`select distinct recipient from emails`,
  )
  expect(recipients.map(({ recipient }) => recipient)).not.toContain('ada@customers.example')
  expect(await queryRows(shop.db, sql`select 1 from newsletter_subscribers`)).toEqual([])
  const purchase = getField({ body: order } as never, 'supplierOrders', '0', 'purchaseId')
  for (const path of [
    `/shop/trackOrder/${purchase}`,
    `/shop/getOrderByID/${purchase}`,
    `/orders/${purchase}/invoice`,
  ])
    expect(await shop.get(path)).toMatchObject({ status: 404 })
  expect(await asVendor(shop, vendor)('/shop/getMyOrders')).toMatchObject({ body: { total: 0 } })
  expect(await asVendor(shop, vendor)(`/shop/getMyOrder/${purchase}`)).toMatchObject({ status: 404 })
  const stranger = await createShopVendor(shop)
  expect(await asVendor(shop, stranger)(`/vendor/orders/${order.id}`)).toMatchObject({ status: 404 })
  expect(await asVendor(shop, stranger)(`/vendor/orders/${order.id}/forward`, {})).toMatchObject({
    status: 404,
  })
  const supplierOrderId = getField({ body: order } as never, 'supplierOrders', '0', 'id')
  expect(
    await asVendor(shop, stranger)(`/vendor/supplier-orders/${supplierOrderId}/cancel`, {}),
  ).toMatchObject({
    status: 404,
  })
})

test('an unpaid order is reserved for a day; several are paid on one page, and expiry releases the stock', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 5 })
  const numbers = [await orderInShop(shop, vendor), await orderInShop(shop, vendor)]
  const orders = await Promise.all(numbers.map((number) => readShopOrder(shop, vendor, number)))
  expect(orders).toMatchObject([
    { state: 'to_pay', moneyState: 'to_pay', quote: { items: 40, shipping: 2.06, total: 42.06 } },
    { state: 'to_pay' },
  ])
  expect(await readStock()).toEqual([3])
  const paying = await asVendor(shop, vendor)('/vendor/orders/pay', {
    orders: orders.map(({ id }) => id),
    by: 'vm',
  })
  expect(paying).toMatchObject({ status: 200, body: { paid: 0, problems: [] } })
  await payOnPage(shop, getField(paying, 'paymentUrl'))
  for (const number of numbers)
    expect(await readShopOrder(shop, vendor, number)).toMatchObject({
      state: 'in_progress',
      supplierOrders: [{ isByWallet: false, payment: 'paid' }],
    })
  const [receipt] = await queryRows<{ amount: number }>(shop.db, sql`select amount from receipts`)
  expect(receipt).toEqual({ amount: 8412 })

  const third = await orderInShop(shop, vendor)
  expect(await readStock()).toEqual([2])
  shop.passTime(24 * 3_600_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.release_reservations', input: {} })
  await shop.work()
  await shop.app.jobs.enqueue(shop.db, { job: 'forwarding.follow_waiting', input: {} })
  await shop.work()
  expect(await readShopOrder(shop, vendor, third)).toMatchObject({
    state: 'to_pay',
    quote: null,
    lapsedAt: expect.any(String),
  })
  expect(await readStock()).toEqual([3])
  await topUpWallet(shop, vendor, 100)
  expect(await readShopOrder(shop, vendor, third)).toMatchObject({ state: 'in_progress', lapsedAt: null })
  expect(await readStock()).toEqual([2])
  expect(await listLedgerErrors(shop)).toEqual([])
})
