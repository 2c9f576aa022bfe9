import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { type CreatedProduct, createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'

const shop = await createTestShop()

type Practice = CreatedAccount & Readonly<{ storefront: string; admin: string; connection: string }>

/** Creates a vendor with a connected practice shop that sends webhooks. */
async function createPracticeVendor(): Promise<Practice> {
  const account = await createSignedInAccount(shop.db, shop.now())
  const opened = await shop.post('/stores/practice-shop', {}, account.headers)
  expect(opened).toMatchObject({
    status: 200,
    body: { connection: { platform: 'woocommerce', problem: null } },
  })
  await shop.work()
  const path = (field: string) => new URL(getField(opened, 'shop', field)).pathname
  return {
    ...account,
    storefront: path('address'),
    admin: path('adminUrl'),
    connection: getField(opened, 'connection', 'id'),
  }
}

/** Adds products with a wholesale price to the vendor's practice shop. */
async function publish(vendor: Practice, ...products: readonly CreatedProduct[]): Promise<void> {
  await shop.db.execute(sql`update product_variants set wholesale_amount = 4000`)
  await shop.post(
    '/stores/selection',
    { products: products.map(({ id }) => ({ productId: id })) },
    vendor.headers,
  )
  await shop.post('/stores/sync', {}, vendor.headers)
  await shop.work()
}

async function submit(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return shop.app.http.request(`http://shop.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
}

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lim',
  address_1: '10 Anson Road',
  city: 'Singapore',
  postcode: '079903',
  country: 'SG',
}

/** Orders units of the shop's first product; returns the order's number there. */
async function order(
  vendor: Practice,
  fields: Readonly<Record<string, string>> = {},
  units = '1',
): Promise<string> {
  const page = await (await shop.app.http.request(`http://shop.test${vendor.storefront}`)).text()
  const [, id = ''] = /name="units-(\d+)"/.exec(page) ?? []
  const placed = await submit(vendor.storefront, {
    ...ADDRESS,
    [`units-${id}`]: units,
    action: 'paid',
    ...fields,
  })
  expect(placed.status).toBe(303)
  return /placed=(\d+)/.exec(placed.headers.get('location') ?? '')?.[1] ?? ''
}

const listOrders = (vendor: Practice, query = '') => shop.get(`/vendor/orders${query}`, vendor.headers)
const countRows = async (table: string) =>
  Number(
    (await queryRows<{ n: string }>(shop.db, sql`select count(*) as n from ${sql.identifier(table)}`))[0]?.n,
  )

async function reconcile(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'shop_orders.reconcile_due', input: {} })
  await shop.work()
}

test('a practice shop’s paid order arrives once by webhook, and waits for payment', async () => {
  const vendor = await createPracticeVendor()
  await publish(vendor, await createTestProduct(shop.db, { name: 'Harbour ring', price: 12_000, stock: 4 }))
  const number = await order(vendor, {}, '2')
  await shop.work()
  expect(shop.sent.filter(({ url }) => url.includes('/stores/webhooks/'))).toEqual([
    { url: `http://shop.test/stores/webhooks/${vendor.connection}`, status: 200 },
  ])
  const listed = await listOrders(vendor)
  expect(listed).toMatchObject({
    status: 200,
    body: {
      total: 1,
      counts: { all: 1, to_pay: 1, needs_attention: 0 },
      orders: [
        {
          number,
          state: 'to_pay',
          shopState: 'paid',
          reasons: [],
          units: 2,
          total: 240,
          isRecovered: false,
          customer: { name: 'Ada Lim', city: 'Singapore', country: 'SG' },
        },
      ],
      feeds: [{ recovered: 0, problem: null, lastWebhookAt: shop.now().toISOString() }],
    },
  })
  const id = getField(listed, 'orders', '0', 'id')
  expect(await shop.get(`/vendor/orders/${id}`, vendor.headers)).toMatchObject({
    body: {
      order: {
        lines: [
          { kind: 'ours', quantity: 2, removed: 0, wholesalePrice: 40, product: { name: 'Harbour ring' } },
        ],
        address: { lines: ['10 Anson Road'], postcode: '079903' },
      },
    },
  })
  const stranger = await createSignedInAccount(shop.db, shop.now())
  expect(await shop.get(`/vendor/orders/${id}`, stranger.headers)).toMatchObject({ status: 404 })
  await reconcile()
  expect(await countRows('shop_orders')).toBe(1)
})

test('the reasons that block an order are listed, and disappear when the store is corrected', async () => {
  const vendor = await createPracticeVendor()
  await publish(vendor, await createTestProduct(shop.db, { stock: 2 }))
  await shop.db.execute(sql`update product_variants set wholesale_amount = null`)
  const number = await order(vendor, { address_1: '', country: 'KP', action: 'unpaid' }, '3')
  await shop.work()
  const codes = async () =>
    (JSON.parse((await listOrders(vendor)).text).orders[0].reasons as { code: string }[]).map(
      ({ code }) => code,
    )
  expect(await codes()).toEqual(['unpaid', 'address_incomplete', 'out_of_stock', 'no_wholesale_price'])
  await shop.db.execute(sql`update product_variants set wholesale_amount = 100, stock = 9`)
  shop.passTime(MINUTE)
  await submit(vendor.admin, { order: number, action: 'edit', address_1: '1 Quay Street' })
  await shop.work()
  expect(await codes()).toEqual(['unpaid', 'country'])
  expect(await listOrders(vendor, '?view=needs_attention')).toMatchObject({ body: { total: 1 } })
})

test('an order blocked by its supplier can be paid once the reconciliation finds the reason gone', async () => {
  const vendor = await createPracticeVendor()
  await publish(vendor, await createTestProduct(shop.db, { stock: 2 }))
  await shop.db.execute(sql`update product_variants set wholesale_amount = null`)
  await order(vendor)
  await shop.work()
  expect(await listOrders(vendor)).toMatchObject({ body: { orders: [{ state: 'blocked' }] } })
  await shop.db.execute(sql`update product_variants set wholesale_amount = 100`)
  shop.passTime(10 * MINUTE)
  await reconcile()
  expect(await listOrders(vendor)).toMatchObject({
    body: { orders: [{ state: 'to_pay', isRecovered: false }], feeds: [{ recovered: 0 }] },
  })
})

test('each size is recognised, and an unknown one is unmapped until the product is synced again', async () => {
  const vendor = await createPracticeVendor()
  const ring = await createTestProduct(shop.db, { name: 'Quay ring', stock: 5 })
  await shop.db.execute(sql`update product_variants set size = '52'`)
  await shop.db.execute(sql`
    insert into product_variants (public_id, product_id, supplier_id, position, sku, size, price_amount, stock)
    select 'var_' || repeat('7', 32), product_id, supplier_id, 2, 'QUAY-54', '54', price_amount, 5 from product_variants`)
  await publish(vendor, ring)
  const [, , second] = await queryRows<{ id: string }>(
    shop.db,
    sql`select id from practice_products order by id`,
  )
  const unitsOfSecond = { [`units-${second?.id}`]: '2' }
  await order(vendor, unitsOfSecond, '1')
  await shop.work()
  const skus = await queryRows(
    shop.db,
    sql`select v.sku, l.quantity from shop_order_lines l join product_variants v on v.id = l.variant_id order by l.place`,
  )
  expect(skus).toMatchObject([{ quantity: 1 }, { sku: 'QUAY-54', quantity: 2 }])

  await shop.db.execute(sql`delete from store_listing_variants`)
  shop.passTime(MINUTE)
  await order(vendor, unitsOfSecond, '0')
  await shop.work()
  const newest = async () => JSON.parse((await listOrders(vendor)).text).orders[0]
  expect(await newest()).toMatchObject({ state: 'blocked', reasons: [{ code: 'unmapped' }] })
  await shop.post('/stores/sync', {}, vendor.headers)
  await shop.work()
  shop.passTime(10 * MINUTE)
  await reconcile()
  expect(await newest()).toMatchObject({ state: 'to_pay', reasons: [], units: 2 })
})

test('duplicate webhooks create one order, and cancelling or refunding in the store closes it', async () => {
  const vendor = await createPracticeVendor()
  await publish(vendor, await createTestProduct(shop.db, { stock: 9 }))
  await submit(vendor.admin, { delivery: 'doubled' })
  const first = await order(vendor, {}, '2')
  shop.passTime(MINUTE)
  const second = await order(vendor, {}, '3')
  await shop.work()
  expect(shop.sent.filter(({ url }) => url.includes('/stores/webhooks/'))).toHaveLength(4)
  expect([await countRows('shop_orders'), await countRows('shop_order_events')]).toEqual([2, 2])
  shop.passTime(MINUTE)
  await submit(vendor.admin, { order: first, action: 'cancel' })
  await submit(vendor.admin, { order: second, action: 'refund_one' })
  await shop.work()
  expect(await listOrders(vendor)).toMatchObject({
    body: {
      orders: [
        { number: second, state: 'to_pay', units: 2 },
        { number: first, state: 'closed' },
      ],
    },
  })
  shop.passTime(MINUTE)
  await submit(vendor.admin, { order: second, action: 'refund' })
  await shop.work()
  expect(await listOrders(vendor)).toMatchObject({ body: { counts: { closed: 2, to_pay: 0 } } })
})

test('orders with lost webhooks are found by reconciliation and marked, and late webhooks change nothing', async () => {
  const vendor = await createPracticeVendor()
  await publish(vendor, await createTestProduct(shop.db, { stock: 9 }))
  await submit(vendor.admin, { delivery: 'lost' })
  await order(vendor)
  await order(vendor)
  await submit(vendor.admin, { delivery: 'late' })
  await order(vendor)
  await shop.work()
  expect(await countRows('shop_orders')).toBe(0)
  shop.passTime(10 * MINUTE)
  await reconcile()
  expect(await listOrders(vendor)).toMatchObject({
    body: { total: 3, orders: [{ isRecovered: true }, {}, {}], feeds: [{ recovered: 3, recoveredTotal: 3 }] },
  })
  shop.passTime(10 * MINUTE)
  await shop.app.jobs.enqueue(shop.db, { job: 'practice_shop.deliver_late', input: {} })
  await shop.work()
  await reconcile()
  expect(await countRows('shop_order_events')).toBe(1)
  expect(await listOrders(vendor)).toMatchObject({ body: { total: 3, feeds: [{ recoveredTotal: 3 }] } })
})

test('a forged webhook gets 401, a huge one 413, and neither is stored', async () => {
  const vendor = await createPracticeVendor()
  const send = (body: string, headers: Record<string, string> = {}) =>
    shop.app.http.request(`http://shop.test/stores/webhooks/${vendor.connection}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-wc-webhook-topic': 'order.created', ...headers },
    })
  const forged = createHmac('sha256', 'guessed').update('{"id":1}').digest('base64')
  expect((await send('{"id":1}', { 'x-wc-webhook-signature': forged })).status).toBe(401)
  expect((await send('{"id":1}')).status).toBe(401)
  expect((await send(`{"id":1,"note":"${'x'.repeat(1024 * 1024)}"}`)).status).toBe(413)
  const ping = { 'content-type': 'application/x-www-form-urlencoded', 'x-wc-webhook-topic': '' }
  expect((await send('webhook_id=5', ping)).status).toBe(200)
  expect(await countRows('shop_order_events')).toBe(0)
})

test('lines are recognised by the store’s variant IDs, not by SKU', async () => {
  const vendor = await createPracticeVendor()
  await publish(vendor, await createTestProduct(shop.db, { stock: 9 }))
  await shop.db.execute(sql`update practice_products set sku = 'RENAMED', name = 'My own name'`)
  await shop.db.execute(sql`
    insert into practice_products (shop_id, name, sku, regular_price, quantity)
    select id, 'A candle', 'CANDLE', '9.00', 5 from practice_shops`)
  const [, candle] = await queryRows<{ id: string }>(
    shop.db,
    sql`select id from practice_products order by id`,
  )
  await order(vendor, { [`units-${candle?.id}`]: '1' })
  await shop.work()
  const listed = await listOrders(vendor)
  expect(listed).toMatchObject({ body: { orders: [{ state: 'to_pay', titles: ['My own name'], units: 1 }] } })
  const detail = await shop.get(`/vendor/orders/${getField(listed, 'orders', '0', 'id')}`, vendor.headers)
  expect(detail).toMatchObject({ body: { order: { lines: [{ kind: 'ours' }, { kind: 'foreign' }] } } })
})
