import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  createShopVendor,
  passHold,
  type ShopVendor,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

const RECIPIENT = {
  firstName: 'Ada',
  lastName: 'Lim',
  line1: '10 Anson Road',
  city: 'Singapore',
  postcode: '079903',
  country: 'SG',
}

/** Creates a vendor, and a product with a wholesale price of 40.00 that is in no store. */
async function createVendorWithProduct(stock = 9) {
  const vendor = await createShopVendor(shop)
  const product = await createTestProduct(shop.db, { stock, price: 12_000, name: 'Harbour ring' })
  await shop.db.execute(
    sql`update product_variants set wholesale_amount = 4000 where product_id = ${product.productKey}`,
  )
  const call = asVendor(shop, vendor)
  const read = await call(`/vendor/order-products/${product.id}`)
  expect(read).toMatchObject({
    body: { product: { name: 'Harbour ring', variants: [{ cost: 40, stock, suggestedPrice: 120 }] } },
  })
  const variantId = getField(read, 'product', 'variants', '0', 'id')
  return { vendor, product, order: { lines: [{ variantId, quantity: 2, price: 95 }], recipient: RECIPIENT } }
}

async function place(vendor: ShopVendor, order: object, more: object = {}) {
  const quoted = await asVendor(shop, vendor)('/vendor/manual-orders/quote', order)
  const total = getField<number>(quoted, 'quote', 'total')
  const body = { ...order, requestId: randomUUID(), total, ...more }
  return { body, total, placed: await asVendor(shop, vendor)('/vendor/manual-orders', body) }
}

test('a manual order is quoted, placed once, paid, forwarded and cancelled like a store’s order', async () => {
  const { vendor, product, order } = await createVendorWithProduct()
  const call = asVendor(shop, vendor)
  await topUpWallet(shop, vendor, 500)
  const { body, total, placed } = await place(vendor, order)
  expect(placed.status).toBe(200)
  expect(await call('/vendor/manual-orders', body)).toMatchObject({ body: { id: getField(placed, 'id') } })
  await shop.work()
  const id = getField(placed, 'id')
  const read = async () => getField<Record<string, unknown>>(await call(`/vendor/orders/${id}`), 'order')
  expect(await read()).toMatchObject({
    number: 'M1001',
    origin: 'manual',
    state: 'in_progress',
    total: 190,
    cost: total,
    profit: 190 - total,
    supplierOrders: [{ state: 'paid_hold', total, lines: [{ title: 'Harbour ring', quantity: 2 }] }],
  })
  await passHold(shop)
  expect(await read()).toMatchObject({ supplierOrders: [{ state: 'submitted' }], storeUpdates: [] })
  const stock = await shop.db.execute(
    sql`select stock from product_variants where product_id = ${product.productKey}`,
  )
  expect(stock.rows).toEqual([{ stock: 7 }])

  expect(await call(`/vendor/manual-orders/${id}/cancel`, {})).toMatchObject({ status: 200 })
  await shop.work()
  expect(await read()).toMatchObject({
    state: 'closed',
    cost: 0,
    profit: 0,
    supplierOrders: [{ state: 'cancelled' }],
  })
  expect(await call(`/vendor/manual-orders/${id}/cancel`, {})).toMatchObject({
    body: { code: 'order_state' },
  })
  expect((await call('/vendor/wallet')).body).toMatchObject({ wallet: { balance: 500 } })
})

test('a sample order has no retail price, costs its cost, and ignores the minimum margin', async () => {
  const { vendor, order } = await createVendorWithProduct()
  const call = asVendor(shop, vendor)
  const settings = {
    wholeOrdersOnly: false,
    holdMinutes: 2,
    shipping: 'cheapest',
    maxCost: null,
    minMarginPercent: 20,
  }
  await call('/vendor/forwarding-settings', settings)
  const sample = { ...order, lines: order.lines.map((line) => ({ ...line, price: 0 })), isSample: true }
  const { total, placed } = await place(vendor, sample)
  await shop.work()
  expect((await call(`/vendor/orders/${getField(placed, 'id')}`)).body).toMatchObject({
    order: { origin: 'sample', state: 'to_pay', quote: { total }, retail: 0, profit: -total },
  })
})

test('a manual practice order is paid with practice money', async () => {
  const { vendor, order } = await createVendorWithProduct()
  const { placed } = await place(vendor, { ...order, isPractice: true })
  await shop.work()
  expect((await asVendor(shop, vendor)(`/vendor/orders/${getField(placed, 'id')}`)).body).toMatchObject({
    order: { isPractice: true, state: 'to_pay', quote: { currency: 'XTS' } },
  })
})

test('refuses an order that is unavailable or costs more than shown, and stores nothing', async () => {
  const { vendor, product, order } = await createVendorWithProduct(1)
  const call = asVendor(shop, vendor)
  expect(await call('/vendor/manual-orders/quote', order)).toMatchObject({
    body: { quote: { items: 40 }, reasons: [{ code: 'out_of_stock' }] },
  })
  const one = { ...order, lines: order.lines.map((line) => ({ ...line, quantity: 1 })) }
  const requestId = randomUUID()
  const send = (body: object) => call('/vendor/manual-orders', { ...body, requestId })
  expect(await send({ ...order, total: 500 })).toMatchObject({ status: 409, body: { code: 'not_orderable' } })
  expect(await send({ ...one, total: 39 })).toMatchObject({ status: 409, body: { code: 'cost_changed' } })
  const nowhere = { ...one, recipient: { ...RECIPIENT, country: 'AQ' }, total: 500 }
  expect(await send(nowhere)).toMatchObject({ status: 409, body: { code: 'not_orderable' } })
  const unknown = { ...one, lines: [{ variantId: 'var_nothing', quantity: 1 }], total: 500 }
  expect(await send(unknown)).toMatchObject({ status: 400, body: { code: 'unknown_variant' } })
  expect(await send({ ...one, recipient: { ...RECIPIENT, lastName: '' }, total: 500 })).toMatchObject({
    status: 400,
  })
  expect(await send({ ...one, lines: [], total: 500 })).toMatchObject({ status: 400 })
  await shop.db.execute(
    sql`update product_variants set wholesale_amount = null where product_id = ${product.productKey}`,
  )
  expect(await send({ ...one, total: 500 })).toMatchObject({ status: 409, body: { code: 'not_orderable' } })
  expect((await call('/vendor/orders')).body).toMatchObject({ total: 0 })
})

test('a vendor cannot change another vendor’s manual orders [ROLE-10]', async () => {
  const { vendor, order } = await createVendorWithProduct()
  const { placed, body } = await place(vendor, order)
  const stranger = await createShopVendor(shop)
  const call = asVendor(shop, stranger)
  expect(await call(`/vendor/manual-orders/${getField(placed, 'id')}/cancel`, {})).toMatchObject({
    status: 404,
  })
  const own = await call('/vendor/manual-orders', body)
  expect(getField(own, 'id')).not.toBe(getField(placed, 'id'))
})

test('the orders of a view can be exported as CSV with cost and profit', async () => {
  const { vendor, order } = await createVendorWithProduct()
  const { total } = await place(vendor, order)
  await shop.work()
  const read = async (query: string) => {
    const { text } = await asVendor(shop, vendor)(`/vendor/order-export${query}`)
    return text.trim().split('\r\n')
  }
  const [head, ...rows] = await read('?view=to_pay')
  expect(head).toContain('order,store,from,placed at,customer')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(/^M1001,.*,manual,.*,Ada Lim,Singapore,SG,2,Harbour ring/)
  expect(rows[0]).toContain(`,190,USD,paid,to_pay,none,to_pay,${total},${190 - total},USD,`)
  expect(await read('?view=completed')).toHaveLength(1)
})
