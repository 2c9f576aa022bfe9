import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { findShop } from '#connectors/practice-shop/shop-queries.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  type ShopVendor,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

/** Sends a customer's privacy request as Shopify does; equal requests have equal IDs. */
async function passOn(vendor: ShopVendor, topic: string, content: object): Promise<number> {
  const publicId = vendor.storefront.split('/').at(-1) ?? ''
  const secret = (await findShop(shop.db, { publicId }))?.appSecret ?? ''
  const body = JSON.stringify({ shop_id: 1, shop_domain: 'a.myshopify.com', ...content })
  const response = await shop.app.http.request(`${SHOP_URL}/stores/webhooks/${vendor.connection}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-event-id': topic,
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  })
  await shop.work()
  return response.status
}

async function createVendor(): Promise<ShopVendor> {
  const vendor = await createShopVendor(shop, { isReal: false, platform: 'shopify' })
  await publishProduct(shop, vendor)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  return vendor
}

const countNames = async () =>
  (
    await queryRows(
      shop.db,
      sql`
    select 1 from shop_orders where address is not null union all
    select 1 from purchases where channel = 'vendor' and first_name <> '' union all select 1 from shop_order_events`,
    )
  ).length

test('a customer’s erasure waits until the order is finished, and then removes the data everywhere', async () => {
  const vendor = await createVendor()
  const number = await orderInShop(shop, vendor)
  const order = await readShopOrder(shop, vendor, number)
  const part = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  const content = { customer: { id: 7 }, orders_to_redact: [Number(number)] }
  expect(await passOn(vendor, 'customers/redact', content)).toBe(200)
  expect(await passOn(vendor, 'customers/redact', content)).toBe(200)
  // The supplier still needs the address.
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ address: { name: 'Ada Lim' } })
  const read = () => asVendor(shop, vendor)('/vendor/privacy-requests')
  expect(await read()).toMatchObject({
    body: {
      requests: [{ kind: 'erase_customer', orders: 1, doneAt: null }],
      webhookUrls: [{ url: expect.stringContaining('/stores/webhooks/') }],
    },
  })
  await asVendor(shop, vendor)(`/vendor/supplier-orders/${part}/cancel`, {})
  await shop.work()
  await shop.app.jobs.enqueue(shop.db, { job: 'shop_orders.run_open_privacy_requests', input: {} })
  await shop.work()
  expect(await read()).toMatchObject({ body: { requests: [{ doneAt: shop.now().toISOString() }] } })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ address: null, customer: { name: '' } })
  expect(await countNames()).toBe(0)
})

test('a customer’s data are given to the order’s vendor only', async () => {
  const vendor = await createVendor()
  const number = await orderInShop(shop, vendor)
  await passOn(vendor, 'customers/data_request', { customer: { id: 7 }, orders_requested: [Number(number)] })
  const listed = await asVendor(shop, vendor)('/vendor/privacy-requests')
  const id = getField<string>(listed, 'requests', '0', 'id')
  expect(
    await asVendor(shop, await createShopVendor(shop))(`/vendor/privacy-requests/${id}/data`),
  ).toMatchObject({
    status: 404,
    body: { code: 'request_not_found' },
  })
  expect(await asVendor(shop, vendor)(`/vendor/privacy-requests/${id}/data`)).toMatchObject({
    status: 200,
    body: {
      data: { orders: [{ address: { name: 'Ada Lim', phone: '+6591234567' }, items: [{ quantity: 1 }] }] },
    },
  })
  expect(await asVendor(shop, vendor)('/vendor/privacy-requests')).toMatchObject({
    body: { requests: [{ kind: 'data', doneAt: shop.now().toISOString() }] },
  })
})

test('a store’s data are erased on its signed request, and unsigned requests are refused', async () => {
  const vendor = await createVendor()
  const number = await orderInShop(shop, vendor, { fields: { action: 'unpaid' } })
  const forged = await shop.app.http.request(`${SHOP_URL}/stores/webhooks/${vendor.connection}`, {
    method: 'POST',
    body: '{}',
    headers: { 'x-shopify-topic': 'shop/redact', 'x-shopify-hmac-sha256': 'AAAA' },
  })
  expect(forged.status).toBe(401)
  expect(await passOn(vendor, 'shop/redact', {})).toBe(200)
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ address: null })
})
