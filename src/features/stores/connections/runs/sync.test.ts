import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startFakeStores, type FakeStore } from '#tests/fakes/stores/server.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { type ApiResponse, createShopOnDatabase, createTestShop } from '#tests/shop/shop.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
let storeCount = 0

type TestVendor = CreatedAccount & { own: FakeStore }

/** Creates a vendor with a connected store. */
async function createVendor(kind: 'shopify' | 'woo', currency = 'USD'): Promise<TestVendor> {
  storeCount += 1
  const fakeStore =
    kind === 'shopify'
      ? fake.shopify(`own-${storeCount}`, { currency })
      : fake.woo(`own-${storeCount}.example`, { currency })
  const account = await createSignedInAccount(shop.db, shop.now())
  expect(await shop.post('/stores/connections', fakeStore.typed, account.headers)).toMatchObject({
    status: 200,
  })
  return { ...account, own: fakeStore }
}

const selectProducts = ({ headers }: CreatedAccount, ...products: object[]): Promise<ApiResponse> =>
  shop.post('/stores/selection', { products }, headers)
const postSync = ({ headers }: CreatedAccount): Promise<ApiResponse> => shop.post('/stores/sync', {}, headers)
const getSelection = ({ headers }: CreatedAccount): Promise<ApiResponse> =>
  shop.get('/stores/selection', headers)

async function readPush({ headers }: CreatedAccount): Promise<unknown> {
  return getField(await shop.get('/stores/connections', headers), 'connections', '0', 'push')
}

test('a sync does not wait for a transaction that stores an order of the store', async () => {
  const vendor = await createVendor('woo')
  const ring = await createTestProduct(shop.db)
  await selectProducts(vendor, { productId: ring.id })
  const { status } = await inTransaction(shop.db, async (tx) => {
    // Each row that refers to a connection holds this lock of it until its transaction ends.
    await queryRows(tx, sql`select 1 from store_connections where account_id = ${vendor.id} for key share`)
    return postSync(vendor)
  })
  expect(status).toBe(200)
})

test.each(['shopify', 'woo'] as const)(
  'syncing a selection adds each product once to the %s store, with its retail price [PROD-05, VONB-14]',
  async (kind) => {
    const vendor = await createVendor(kind)
    const [ring, chain] = [
      await createTestProduct(shop.db, { name: 'Harbour ring', price: 12_000, stock: 4 }),
      await createTestProduct(shop.db, { name: 'Quay chain', price: 8_000, offer: 6_000, stock: 9 }),
    ]
    await selectProducts(
      vendor,
      { productId: ring.id, retailPrice: 189.9, quantity: 2 },
      { productId: chain.id },
    )
    expect(await postSync(vendor)).toMatchObject({
      status: 200,
      body: { connections: [{ push: { state: 'running', waiting: 2 } }] },
    })
    await shop.work()
    expect(vendor.own.activeProducts()).toMatchObject([
      { name: 'Harbour ring', offers: [{ price: '189.90', quantity: 2 }] },
      { name: 'Quay chain', offers: [{ price: '60.00', quantity: 9 }] },
    ])
    expect(await readPush(vendor)).toMatchObject({
      state: 'done',
      done: 2,
      failed: 0,
      waiting: 0,
      problem: null,
    })
    expect(await getSelection(vendor)).toMatchObject({
      body: { total: 2, selection: [{ sync: { state: 'synced' } }, { sync: { state: 'synced' } }] },
    })

    await postSync(vendor)
    await shop.work()
    expect(vendor.own.activeProducts()).toHaveLength(2)
  },
)

test('a second sync request joins the running one, and includes products selected meanwhile', async () => {
  const vendor = await createVendor('woo')
  const [ring, chain] = [await createTestProduct(shop.db), await createTestProduct(shop.db)]
  await selectProducts(vendor, { productId: ring.id })
  await postSync(vendor)
  await selectProducts(vendor, { productId: chain.id })
  await postSync(vendor)
  expect(await queryRows(shop.db, sql`select id from store_runs`)).toHaveLength(1)
  await shop.work()
  expect(vendor.own.activeProducts()).toHaveLength(2)
})

test('a product that the store refuses shows the reason, and the others are added', async () => {
  const vendor = await createVendor('shopify')
  const [bad, good] = [
    await createTestProduct(shop.db, { name: 'Forbidden ring' }),
    await createTestProduct(shop.db),
  ]
  await selectProducts(vendor, { productId: bad.id }, { productId: good.id })
  await postSync(vendor)
  await shop.work()
  expect(await readPush(vendor)).toMatchObject({ state: 'done', done: 1, failed: 1 })
  expect(await shop.get(`/stores/selection?ids=${bad.id}`, vendor.headers)).toMatchObject({
    body: {
      selection: [
        { sync: { state: 'failed', problem: 'Shopify says: Title is not allowed', syncedAt: null } },
      ],
    },
  })
})

test('refuses a sync without a connection or a selection [VONB-14]', async () => {
  const account = await createSignedInAccount(shop.db, shop.now())
  expect(await postSync(account)).toMatchObject({ status: 409, body: { code: 'no_connection' } })
  const vendor = await createVendor('woo')
  expect(await postSync(vendor)).toMatchObject({ status: 409, body: { code: 'nothing_selected' } })
})

test('a store that revoked its keys fails the run, with its message on the run and the connection', async () => {
  const vendor = await createVendor('woo')
  await selectProducts(vendor, { productId: (await createTestProduct(shop.db)).id })
  vendor.own.lockOut()
  await postSync(vendor)
  await shop.work()
  const problem = expect.stringContaining('rejected this key')
  expect(await readPush(vendor)).toMatchObject({ state: 'failed', problem, failed: 1 })
  expect(await shop.get('/stores/connections', vendor.headers)).toMatchObject({
    body: { connections: [{ problem }] },
  })
})

test('a sync retries an unreachable store, and resumes with the next request after its worker was lost', async () => {
  const vendor = await createVendor('woo')
  await selectProducts(vendor, { productId: (await createTestProduct(shop.db)).id })
  vendor.own.faults.push('failing')
  await postSync(vendor)
  await shop.work()
  expect(await readPush(vendor)).toMatchObject({ state: 'running', waiting: 1 })
  expect(await queryRows(shop.db, sql`select misses from store_runs`)).toEqual([{ misses: 1 }])

  // As if the job's process had crashed.
  await shop.db.execute(sql`delete from pgboss.job`)
  shop.passTime(11 * MINUTE)
  await postSync(vendor)
  await shop.work()
  expect(await readPush(vendor)).toMatchObject({ state: 'done', done: 1 })
  expect(vendor.own.activeProducts()).toHaveLength(1)
})

test('a lost answer after creating a product creates no duplicate', async () => {
  const vendor = await createVendor('shopify')
  await selectProducts(vendor, { productId: (await createTestProduct(shop.db)).id })
  vendor.own.faults.push('none', 'none', 'lost')
  await postSync(vendor)
  await shop.work()
  expect(vendor.own.activeProducts()).toHaveLength(1)
  await shop.db.execute(sql`delete from pgboss.job`)
  shop.passTime(11 * MINUTE)
  await postSync(vendor)
  await shop.work()
  expect(await readPush(vendor)).toMatchObject({ state: 'done', done: 1 })
  expect(vendor.own.activeProducts()).toHaveLength(1)
})

test('a store in another currency requires retail prices in it, and uses them', async () => {
  const vendor = await createVendor('woo', 'SGD')
  const [ring, chain] = [await createTestProduct(shop.db), await createTestProduct(shop.db)]
  await selectProducts(
    vendor,
    { productId: ring.id },
    { productId: chain.id, retailPrice: 150, retailCurrency: 'SGD' },
  )
  await postSync(vendor)
  await shop.work()
  expect(vendor.own.activeProducts()).toMatchObject([{ name: chain.name, offers: [{ price: '150.00' }] }])
  expect(await shop.get(`/stores/selection?ids=${ring.id}`, vendor.headers)).toMatchObject({
    body: {
      selection: [
        { sync: { problem: 'Your store sells in SGD. Set a retail price in SGD for this product.' } },
      ],
    },
  })
})

test('a product that is no longer offered is sold out in the store', async () => {
  const vendor = await createVendor('shopify')
  const ring = await createTestProduct(shop.db, { stock: 5 })
  await selectProducts(vendor, { productId: ring.id })
  await postSync(vendor)
  await shop.work()
  await shop.db.execute(sql`update products set status = 'archived' where id = ${ring.productKey}`)
  await postSync(vendor)
  await shop.work()
  expect(vendor.own.activeProducts()).toMatchObject([{ offers: [{ quantity: 0 }] }])
})

test('products added without pictures say so, and get them once there is an HTTPS address', async () => {
  const vendor = await createVendor('woo')
  const ring = await createTestProduct(shop.db)
  await shop.db.execute(
    sql`update products set pictures = '[{"image_url": "/media/ring.webp"}]' where id = ${ring.productKey}`,
  )
  await selectProducts(vendor, { productId: ring.id })
  await postSync(vendor)
  await shop.work()
  expect(vendor.own.activeProducts()).toMatchObject([{ pictures: [] }])
  expect(await getSelection(vendor)).toMatchObject({
    body: {
      selection: [
        {
          sync: {
            state: 'synced',
            problem: null,
            note: expect.stringMatching(/^Synced without pictures: .*https/),
          },
        },
      ],
    },
  })

  const settings = { FAKE_STORES_URL: fake.url, PUBLIC_URL: 'https://shop.test' }
  const httpsShop = await createShopOnDatabase({ db: shop.db, url: shop.databaseUrl }, settings)
  await postSync(vendor)
  await httpsShop.work()
  const pictures = ['https://shop.test/media/ring.webp']
  expect(vendor.own.activeProducts()).toMatchObject([{ pictures }])
  expect(await getSelection(vendor)).toMatchObject({
    body: { selection: [{ sync: { state: 'synced', note: null } }] },
  })
})
