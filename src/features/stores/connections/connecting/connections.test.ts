import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import { SHOPIFY_APP } from '#tests/fakes/stores/fake-shopify.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { getField } from '#tests/steps/chat.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { eraseStoreData } from '../service.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })

function listConnectionRows() {
  return queryRows<{ address: string; access: Buffer; all: string }>(
    shop.db,
    sql`select address, access, c::text as all from store_connections c order by id`,
  )
}

test('a vendor connects a Shopify store, whose keys are stored encrypted and never returned [VONB-04, MONB-22]', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const atelier = fake.shopify('atelier', { currency: 'SGD' })
  const saved = await shop.post('/stores/connections', atelier.typed, headers)
  expect(saved).toMatchObject({
    status: 200,
    body: {
      message: 'The shop atelier is connected.',
      connection: {
        platform: 'shopify',
        address: 'atelier.myshopify.com',
        currency: 'SGD',
        problem: null,
        push: null,
        pull: null,
      },
    },
  })
  const list = await shop.get('/stores/connections', headers)
  expect(getField(list, 'connections', '0', 'name')).toBe('The shop atelier')
  const [row] = await listConnectionRows()
  const token = atelier.typed['accessToken'] ?? ''
  for (const text of [saved.text, list.text, row?.all, row?.access.toString('latin1')])
    expect(text).not.toContain(token)
  expect(row?.access.length).toBeGreaterThan(token.length)
})

test('an app without the scope to cancel orders is connected with a warning, which ends with the scope', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const scopes = [
    'write_products',
    'write_inventory',
    'read_locations',
    'read_orders',
    'write_merchant_managed_fulfillment_orders',
  ]
  const store = fake.shopify('few-scopes', { scopes })
  const saved = await shop.post('/stores/connections', store.typed, headers)
  const warning = expect.stringMatching(/can’t be cancelled .* missing the scope write_orders/)
  expect(saved).toMatchObject({ status: 200, body: { connection: { problem: null, warning } } })
  expect(await shop.get('/vendor/stores', headers)).toMatchObject({
    body: {
      stores: [{ checks: expect.arrayContaining([{ name: 'access', state: 'problem', text: warning }]) }],
    },
  })
  scopes.push('write_orders')
  const path = `/stores/connections/${getField<string>(saved, 'connection', 'id')}/check`
  expect(await shop.post(path, {}, headers)).toMatchObject({ body: { connection: { warning: null } } })
})

test('a vendor connects a WooCommerce store, and invalid keys are refused with a message [VONB-04]', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const site = fake.woo('vault.example')
  const wrong = await shop.post('/stores/connections', { ...site.typed, secret: 'cs_wrong' }, headers)
  expect(wrong).toMatchObject({ status: 409, body: { code: 'store_access_denied' } })
  expect(getField(wrong, 'message')).toBe(
    'https://vault.example rejected this key and secret. It says: Consumer secret is invalid.',
  )
  expect(await listConnectionRows()).toEqual([])
  expect(await shop.post('/stores/connections', site.typed, headers)).toMatchObject({ status: 200 })
})

test.each([
  [{ platform: 'shopify', shop: 'nobody-here', accessToken: 'x' }, 409, 'store_not_found'],
  [{ platform: 'shopify', shop: 'evil.example', accessToken: 'x' }, 400, 'store_address'],
  [{ platform: 'woocommerce', shop: 'http://vault.example', key: 'k', secret: 's' }, 400, 'store_address'],
  [{ platform: 'woocommerce', shop: 'https://localhost', key: 'k', secret: 's' }, 400, 'store_address'],
  [
    { platform: 'woocommerce', shop: 'https://nobody.example', key: 'k', secret: 's' },
    409,
    'store_not_found',
  ],
  [{ platform: 'woocommerce', shop: 'https://vault.example', key: '', secret: 's' }, 400, 'invalid_input'],
  [{ platform: 'shopify', shop: 'atelier', clientId: 'only' }, 400, 'invalid_input'],
  [{ platform: 'etsy', shop: 'x', key: 'k', secret: 's' }, 400, 'invalid_input'],
])('refuses %o', async (body, status, code) => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  expect(await shop.post('/stores/connections', body, headers)).toMatchObject({ status, body: { code } })
  expect(await listConnectionRows()).toEqual([])
})

test('an app from the Dev Dashboard connects by its ID and secret', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  fake.shopify('dashboard')
  const typed = { platform: 'shopify', shop: 'dashboard', ...SHOPIFY_APP }
  expect(await shop.post('/stores/connections', typed, headers)).toMatchObject({ status: 200 })
  const id = getField(await shop.get('/stores/connections', headers), 'connections', '0', 'id')
  expect(await shop.post(`/stores/connections/${id}/check`, {}, headers)).toMatchObject({
    body: { connection: { problem: null } },
  })
})

test('an unreachable store is reported immediately, and can be connected later', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const site = fake.woo('slow.example')
  site.faults.push('gone')
  expect(await shop.post('/stores/connections', site.typed, headers)).toMatchObject({
    status: 409,
    body: {
      code: 'store_unreachable',
      message: 'slow.example could not be reached. Please check the address, or try again in a moment.',
    },
  })
  expect(await shop.post('/stores/connections', site.typed, headers)).toMatchObject({ status: 200 })
})

test('saving a store again replaces its keys, and up to twenty stores can be connected', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const [first, other] = [fake.shopify('first'), fake.shopify('other')]
  const before = await shop.post('/stores/connections', first.typed, headers)
  const again = await shop.post('/stores/connections', first.typed, headers)
  expect(getField(again, 'connection', 'id')).toBe(getField(before, 'connection', 'id'))
  const added = await shop.post('/stores/connections', other.typed, headers)
  expect(getField(added, 'connection', 'id')).not.toBe(getField(before, 'connection', 'id'))
  expect(await listConnectionRows()).toMatchObject([
    { address: 'first.myshopify.com' },
    { address: 'other.myshopify.com' },
  ])
  await shop.db.execute(sql`
    insert into store_connections (public_id, account_id, platform, address, name, currency, access, checked_at, created_at)
    select 'stc_' || md5(n::text), account_id, platform, n || '.myshopify.com', n, currency, access, checked_at, created_at
    from store_connections, generate_series(3, 20) n where address = 'first.myshopify.com'`)
  const further = fake.shopify('further')
  expect(await shop.post('/stores/connections', further.typed, headers)).toMatchObject({
    status: 409,
    body: { code: 'too_many_stores' },
  })
  expect(await shop.post('/stores/connections', first.typed, headers)).toMatchObject({ status: 200 })
  await shop.db.execute(sql`delete from store_connections`)
})

test('refuses a store with an unknown currency', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const site = fake.woo('liar.example', { currency: 'QQQ' })
  const refused = await shop.post('/stores/connections', site.typed, headers)
  expect(refused).toMatchObject({ status: 409, body: { code: 'store_currency' } })
  expect(getField(refused, 'message')).toContain('QQQ')
  expect(await listConnectionRows()).toEqual([])
})

test('new keys replace the old ones after they worked, and invalid ones change nothing', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const site = fake.woo('turning.example')
  const { key, secret } = site.typed
  const id = getField(await shop.post('/stores/connections', site.typed, headers), 'connection', 'id')
  const [before] = await listConnectionRows()
  const replace = (keys: object) => shop.post(`/stores/connections/${id}/keys`, keys, headers)
  expect(await replace({ key, secret: 'cs_wrong' })).toMatchObject({ body: { code: 'store_access_denied' } })
  expect(await replace({ accessToken: 'shpat_x' })).toMatchObject({
    status: 400,
    body: { code: 'keys_missing' },
  })
  expect((await listConnectionRows())[0]?.access).toEqual(before?.access)
  expect(await replace({ key, secret })).toMatchObject({
    status: 200,
    body: { message: 'The site turning.example uses the new keys.', connection: { id, problem: null } },
  })
  expect((await listConnectionRows())[0]?.access).not.toEqual(before?.access)
  const stranger = await createSignedInAccount(shop.db, shop.now())
  expect(await shop.post(`/stores/connections/${id}/keys`, { key, secret }, stranger.headers)).toMatchObject({
    status: 404,
  })
  await shop.post(`/stores/connections/${id}/remove`, {}, headers)
})

test('checking a connected shop again records its problem in the connection', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const site = fake.woo('changing.example')
  const id = getField(await shop.post('/stores/connections', site.typed, headers), 'connection', 'id')
  site.lockOut()
  shop.passTime(MINUTE)
  expect(await shop.post(`/stores/connections/${id}/check`, {}, headers)).toMatchObject({
    status: 200,
    body: {
      connection: {
        problem: expect.stringContaining('rejected'),
        checkedAt: shop.now().toISOString(),
      },
    },
  })
  expect(await shop.post(`/stores/connections/${id}/remove`, {}, headers)).toMatchObject({ status: 200 })
  expect(await listConnectionRows()).toEqual([])
})

test('stored keys cannot be used with another store address, or after being altered', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const site = fake.woo('honest.example')
  const thief = fake.woo('thief.example')
  const id = getField(await shop.post('/stores/connections', site.typed, headers), 'connection', 'id')
  await shop.db.execute(sql`update store_connections set address = 'https://thief.example'`)
  const checked = await shop.post(`/stores/connections/${id}/check`, {}, headers)
  expect(getField(checked, 'connection', 'problem')).toBe(
    'Your store’s keys can no longer be read. Please save them again.',
  )
  expect(thief.requests).toEqual([])
})

test('closing an account deletes its store keys and selection', async () => {
  const { headers, id } = await createSignedInAccount(shop.db, shop.now())
  await shop.post('/stores/connections', fake.shopify('leaving').typed, headers)
  const data = await shop.get('/users/exportData', headers)
  expect(data.text).toContain('leaving.myshopify.com')
  expect(data.text).not.toContain('shpat_')
  await inTransaction(shop.db, (tx) => eraseStoreData(tx, id))
  expect(await listConnectionRows()).toEqual([])
})
