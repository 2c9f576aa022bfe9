import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { DAY } from '#core/time.ts'
import { SHOPIFY_APP } from '#tests/fakes/stores/fake-shopify.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'
import type { StoreHealth } from './store-queries.ts'
import { judgeStore } from './read-stores.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })

const NEW_STORE: StoreHealth = {
  id: 'sto_1',
  platform: 'shopify',
  name: 'Atelier',
  address: 'atelier.myshopify.com',
  currency: 'USD',
  problem: null,
  limits: [],
  checkedAt: shop.now(),
  whenRemoved: 'sold_out',
  isPractice: false,
  connectedAt: shop.now(),
  keysChangedAt: null,
  feedProblem: null,
  subscribedAt: null,
  lastWebhookAt: null,
  polledAt: null,
  recovered: 0,
  recoveredTotal: 0,
  published: 0,
  failed: 0,
  leftOut: 0,
  lastSentAt: null,
  drift: null,
  orders: 0,
  showsAddress: null,
  orderCurrency: null,
}

const judge = (store: Partial<StoreHealth>, publicUrl = 'https://market.example') =>
  Object.fromEntries(
    judgeStore({ ...NEW_STORE, ...store }, publicUrl).map(({ name, state, text }) => [
      name,
      `${state}: ${text}`,
    ]),
  )

test('checks of a new store wait for data, and problems say what to do', () => {
  expect(Object.values(judge({})).map((text) => text.split(':')[0])).toEqual([
    'good',
    'good',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ])
  expect(judge({ orders: 1, showsAddress: false }).addresses).toMatch(
    /^problem: Shopify hides .* not on Basic/,
  )
  expect(judge({ orders: 1, orderCurrency: 'EUR' }).currency).toMatch(/^problem: .* reports USD .* in EUR/)
  expect(judge({}, 'http://localhost:3000').webhooks).toMatch(/^waiting: .* no public https address/)
  expect(judge({ polledAt: shop.now(), recoveredTotal: 2 }).orders).toContain('2 orders were recovered')
  expect(judge({ failed: 3 }).listings).toMatch(/^problem: 3 listings/)
  expect(judge({}).access).toContain('add tracking')
  expect(judge({ platform: 'woocommerce' }).access).toContain(
    'doesn’t say in advance whether they can add tracking',
  )
  expect(judge({ problem: 'The token was revoked.' }).access).toBe('problem: The token was revoked.')
})

test('a vendor sees each of their stores with orders, listings and webhooks, and no others', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 5 })
  await topUpWallet(shop, vendor, 500)
  await orderInShop(shop, vendor, { units: [1] })
  const seen = await shop.get('/vendor/stores', vendor.headers)
  expect(seen).toMatchObject({
    status: 200,
    body: {
      stores: [
        {
          isPractice: false,
          whenRemoved: 'sold_out',
          listings: { published: 1, failed: 0, leftOut: 0 },
          orders: { total: 1, recovered: 0, lastWebhookAt: expect.any(String) },
        },
      ],
    },
  })
  const stranger = await createSignedInAccount(shop.db, shop.now())
  expect(await shop.get('/vendor/stores', stranger.headers)).toMatchObject({ body: { stores: [] } })
})

test.each([401, 403] as const)(
  'a WooCommerce site that refuses orders (%i) cannot be connected, and one that starts to shows why',
  async (status) => {
    const { headers } = await createSignedInAccount(shop.db, shop.now())
    const refused = { code: 'store_rights_missing', message: expect.stringContaining('can’t read orders') }
    const typed = fake.woo(`refusing-${status}.example`, { refusesOrders: status }).typed
    const connect = () => shop.post('/stores/connections', typed, headers)
    expect(await connect()).toMatchObject({ status: 409, body: refused })
    expect(await shop.get('/vendor/stores', headers)).toMatchObject({ body: { stores: [] } })
    fake.woo(`refusing-${status}.example`)
    const id = getField(await connect(), 'connection', 'id')
    fake.woo(`refusing-${status}.example`, { refusesOrders: status })
    await shop.post(`/stores/connections/${id}/check`, {}, headers)
    const checks = getField<unknown[]>(await shop.get('/vendor/stores', headers), 'stores', '0', 'checks')
    expect(checks[0]).toEqual({ name: 'access', state: 'problem', text: refused.message })
  },
)

test('an order in another currency than its store’s is blocked until they agree', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 5 })
  await topUpWallet(shop, vendor, 500)
  await shop.db.execute(
    sql`update store_connections set currency = 'EUR' where public_id = ${vendor.connection}`,
  )
  const number = await orderInShop(shop, vendor, { units: [1] })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'blocked',
    reasons: [{ code: 'currency' }],
    lines: [{ bought: 0 }],
  })
  expect(
    await queryRows(
      shop.db,
      sql`select 1 from supplier_orders o join purchases p on p.id = o.purchase_id
    where p.account_id = ${vendor.id}`,
    ),
  ).toEqual([])
  const checked = await shop.post(`/stores/connections/${vendor.connection}/check`, {}, vendor.headers)
  expect(checked).toMatchObject({ body: { connection: { currency: 'USD' } } })
  shop.passTime(11 * 60_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'forwarding.follow_waiting', input: {} })
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ lines: [{ bought: 1 }] })
})

test('webhooks signed with an app’s old secret are accepted for a day after its keys were replaced', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  fake.shopify('turning-app')
  const typed = { platform: 'shopify', shop: 'turning-app', ...SHOPIFY_APP }
  const id = getField(await shop.post('/stores/connections', typed, headers), 'connection', 'id')
  const send = (secret: string, event: string) => {
    const body = JSON.stringify({ id: 5 })
    return shop.post(
      `/stores/webhooks/${id}`,
      { id: 5 },
      {
        'x-shopify-topic': 'orders/updated',
        'x-shopify-event-id': event,
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      },
    )
  }
  expect(await send(SHOPIFY_APP.clientSecret, 'one')).toMatchObject({ status: 200 })
  const replaced = await shop.post(
    `/stores/connections/${id}/keys`,
    { accessToken: fake.shopify('turning-app').typed['accessToken'] },
    headers,
  )
  expect(replaced).toMatchObject({ status: 200 })
  expect(await send(SHOPIFY_APP.clientSecret, 'two')).toMatchObject({ status: 200 })
  expect(await send('shpss_forged', 'three')).toMatchObject({ status: 401 })
  shop.passTime(DAY + 1_000)
  expect(await send(SHOPIFY_APP.clientSecret, 'four')).toMatchObject({ status: 401 })
})
