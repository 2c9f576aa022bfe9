import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })

const open = (headers: Record<string, string>) => shop.post('/stores/practice-shop', {}, headers)

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return shop.app.http.request(new URL(path, 'http://shop.test'), init)
}

test('a supplier connects a practice shop with one click, and its products are imported', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer' })
  expect(await shop.get('/stores/practice-shop', headers)).toMatchObject({ body: { shop: null } })
  const connection = getField(await open(headers), 'connection', 'id')
  await shop.post(`/stores/connections/${connection}/pull`, {}, headers)
  await shop.work()
  expect(await shop.get(`/stores/connections/${connection}/products`, headers)).toMatchObject({
    body: {
      total: 4,
      products: [
        { name: 'Practice Ring', quantity: 12 },
        { name: 'Practice Necklace' },
        { name: 'Practice Earrings', quantity: 0 },
        { name: 'Practice Band', kind: 'variable' },
      ],
    },
  })
  expect(await queryRows(shop.db, sql`select 1 from shop_order_feeds`)).toEqual([])
})

test('connecting again keeps the practice shop and its connection, and another account gets its own', async () => {
  const vendor = await createSignedInAccount(shop.db, shop.now())
  const other = await createSignedInAccount(shop.db, shop.now())
  const first = await open(vendor.headers)
  const again = await open(vendor.headers)
  const others = await open(other.headers)
  expect(getField(again, 'shop', 'address')).toBe(getField(first, 'shop', 'address'))
  expect(getField(again, 'connection', 'id')).toBe(getField(first, 'connection', 'id'))
  expect(getField(others, 'shop', 'address')).not.toBe(getField(first, 'shop', 'address'))
  const check = `/stores/connections/${getField(again, 'connection', 'id')}/check`
  expect(await shop.post(check, {}, vendor.headers)).toMatchObject({
    body: { connection: { problem: null } },
  })
  expect(await shop.get('/stores/practice-shop', vendor.headers)).toMatchObject({
    body: {
      shop: {
        address: getField(first, 'shop', 'address'),
        connectionId: getField(first, 'connection', 'id'),
      },
    },
  })
})

test('a practice shop can be connected beside a WooCommerce store', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  await shop.post('/stores/connections', fake.woo('mine.example').typed, headers)
  const address = new URL(getField(await open(headers), 'shop', 'address')).pathname
  expect(await shop.get('/stores/connections', headers)).toMatchObject({
    body: {
      connections: [{ address: 'https://mine.example' }, { address: expect.stringContaining(address) }],
    },
  })
})

test('a practice shop’s API requires its keys, and its owner’s page its token', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const opened = await open(headers)
  const [address, admin] = [getField(opened, 'shop', 'address'), getField(opened, 'shop', 'adminUrl')]
  const basic = (keys: string) => ({ authorization: `Basic ${Buffer.from(keys).toString('base64')}` })
  for (const init of [{}, { headers: basic('ck_guessed:cs_guessed') }, { headers: basic(':') }])
    for (const path of ['orders', 'products', 'webhooks'])
      expect((await ask(`${address}/wp-json/wc/v3/${path}`, init)).status).toBe(401)
  const page = await ask(admin)
  expect(page.status).toBe(200)
  const text = await page.text()
  for (const part of ['A WooCommerce store for trying things out', 'How this store behaves', 'No orders yet'])
    expect(text).toContain(part)
  expect((await ask(admin.replace(/psa_\w+$/, `psa_${'0'.repeat(32)}`))).status).toBe(404)
  expect((await ask(`/practice-shop/psh_${'0'.repeat(32)}`)).status).toBe(404)
  expect((await ask(`/practice-shop/psh_${'0'.repeat(32)}/wp-json/`)).status).toBe(404)
})

test('a practice shop sends webhooks to the marketplace’s webhook addresses only', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const storefront = getField(await open(headers), 'shop', 'address')
  await shop.work()
  await shop.db.execute(sql`update practice_webhooks set delivery_url = 'http://shop.test/contact-us'`)
  await shop.db.execute(sql`
    insert into practice_products (shop_id, name, sku, regular_price, quantity) select id, 'A ring', 'R', '9.00', 5 from practice_shops`)
  const [product] = await queryRows<{ id: string }>(shop.db, sql`select id from practice_products`)
  const placed = await ask(storefront, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `units-${product?.id}=1&first_name=Ada&action=paid`,
  })
  expect(placed.headers.get('location')).toContain('?placed=')
  await shop.work()
  expect(
    await queryRows(shop.db, sql`select 1 from practice_deliveries where sent_at is not null`),
  ).toHaveLength(1)
  expect(shop.sent).toEqual([])
})

test('names and addresses are shown as text, without interpreting HTML', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const opened = await open(headers)
  await shop.db.execute(sql`
    insert into practice_products (shop_id, name, sku, regular_price, quantity)
    select id, '<img src=x onerror=alert(1)>', 'R', '9.00', 5 from practice_shops`)
  const page = await ask(getField(opened, 'shop', 'address'))
  expect(await page.text()).not.toContain('<img src=x')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})
