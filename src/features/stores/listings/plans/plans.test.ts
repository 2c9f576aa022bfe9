import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { startFakeStores, type FakeStore } from '#tests/fakes/stores/server.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
let storeCount = 0

type TestVendor = CreatedAccount & Readonly<{ own: FakeStore; store: string }>

async function createVendor(kind: 'shopify' | 'woo', count = 2): Promise<TestVendor> {
  storeCount += 1
  const own = kind === 'shopify' ? fake.shopify(`plan-${storeCount}`) : fake.woo(`plan-${storeCount}.example`)
  const account = await createSignedInAccount(shop.db, shop.now())
  const connected = await shop.post('/stores/connections', own.typed, account.headers)
  const products = []
  for (let n = 0; n < count; n += 1) {
    const { id } = await createTestProduct(shop.db, { price: 12_000, stock: 5 })
    products.push({ productId: id, retailPrice: 120 })
  }
  await shop.post('/stores/selection', { products }, account.headers)
  return { ...account, own, store: getField(connected, 'connection', 'id') }
}

async function createPlan({ headers, store }: TestVendor): Promise<string> {
  const created = await shop.post('/vendor/publish-plans', { storeId: store }, headers)
  expect(created).toMatchObject({ status: 200, body: { plan: { state: 'planning' } } })
  await shop.work()
  return getField(created, 'plan', 'id')
}

const readPlan = ({ headers }: TestVendor, id: string) => shop.get(`/vendor/publish-plans/${id}`, headers)
const readItems = ({ headers }: TestVendor, id: string, tab: string) =>
  shop.get(`/vendor/publish-plans/${id}/items?tab=${tab}`, headers)
const apply = ({ headers }: TestVendor, id: string) =>
  shop.post(`/vendor/publish-plans/${id}/apply`, {}, headers)

test.each(['shopify', 'woo'] as const)(
  'a plan for a %s store lists new products, is applied once, and planning again has nothing to do',
  async (kind) => {
    const vendor = await createVendor(kind)
    const id = await createPlan(vendor)
    expect(vendor.own.activeProducts()).toEqual([])
    expect(await readPlan(vendor, id)).toMatchObject({
      body: { plan: { state: 'planned', counts: { create: 2, update: 0, skip: 0, conflict: 0, due: 2 } } },
    })
    expect(await readItems(vendor, id, 'create')).toMatchObject({
      body: {
        items: [
          {
            changes: [
              { field: 'Title' },
              { field: 'Category', after: 'Rings' },
              { field: 'Price', after: '$120.00' },
              { field: 'Stock', after: '5' },
            ],
          },
          {},
        ],
      },
    })
    expect(await apply(vendor, id)).toMatchObject({ status: 200, body: { plan: { state: 'applying' } } })
    await shop.work()
    expect(await readPlan(vendor, id)).toMatchObject({
      body: { plan: { state: 'applied', counts: { applied: 2, notApplied: 0, due: 0 } } },
    })
    expect(vendor.own.activeProducts()).toHaveLength(2)
    expect(await apply(vendor, id)).toMatchObject({ status: 409, body: { code: 'plan_not_ready' } })
    expect(await readPlan(vendor, await createPlan(vendor))).toMatchObject({
      body: { plan: { counts: { create: 0, update: 0, skip: 2, due: 0 } } },
    })
  },
)

test.each(['shopify', 'woo'] as const)(
  'a crashed worker leaves no duplicates in a %s store',
  async (kind) => {
    const vendor = await createVendor(kind, 3)
    const id = await createPlan(vendor)
    await apply(vendor, id)
    // The store made the change, its answer was lost, and the process crashed.
    vendor.own.faults.push(
      ...(kind === 'shopify' ? (['none', 'none', 'lost'] as const) : (['none', 'lost'] as const)),
    )
    await shop.work()
    await shop.db.execute(sql`delete from pgboss.job`)
    shop.passTime(11 * MINUTE)
    await shop.post('/stores/sync', {}, vendor.headers)
    await shop.work()
    await shop.work()
    expect(vendor.own.activeProducts()).toHaveLength(3)
    expect(new Set(vendor.own.activeProducts().map(({ name }) => name)).size).toBe(3)
  },
)

test('products changed since the plan are skipped and reported, and the rest is applied', async () => {
  const vendor = await createVendor('woo')
  const id = await createPlan(vendor)
  const items = await readItems(vendor, id, 'create')
  const changed = getField(items, 'items', '0', 'productId')
  await shop.post('/stores/selection/change', { productId: changed, retailPrice: 99 }, vendor.headers)
  await apply(vendor, id)
  await shop.work()
  expect(vendor.own.activeProducts()).toHaveLength(1)
  expect(await readPlan(vendor, id)).toMatchObject({
    body: { plan: { counts: { applied: 1, notApplied: 1, due: 0 } } },
  })
  expect(await readItems(vendor, id, 'not_applied')).toMatchObject({
    body: {
      items: [{ productId: changed, outcome: 'stale', reason: expect.stringContaining('Plan again') }],
    },
  })
})

test('a cancelled plan leaves the rest unapplied, and can be resumed', async () => {
  const vendor = await createVendor('woo', 12)
  const id = await createPlan(vendor)
  await apply(vendor, id)
  const cancelled = await shop.post(`/vendor/publish-plans/${id}/cancel`, {}, vendor.headers)
  expect(cancelled).toMatchObject({ body: { plan: { state: 'cancelled', counts: { due: 12 } } } })
  await shop.work()
  expect(vendor.own.activeProducts()).toEqual([])
  await apply(vendor, id)
  await shop.work()
  expect(vendor.own.activeProducts()).toHaveLength(12)
})

test('refuses an old plan, and one that is not the newest', async () => {
  const vendor = await createVendor('woo')
  const first = await createPlan(vendor)
  const second = await createPlan(vendor)
  expect(await apply(vendor, first)).toMatchObject({ status: 409, body: { code: 'plan_outdated' } })
  await shop.db.execute(sql`update publish_plans set planned_at = planned_at - interval '25 hours'`)
  expect(await apply(vendor, second)).toMatchObject({ status: 409, body: { code: 'plan_outdated' } })
  const other = await createVendor('woo')
  expect(await readPlan(other, first)).toMatchObject({ status: 404 })
})

test.each(['shopify', 'woo'] as const)(
  'a product that the %s store already has by its SKU is proposed and linked without a duplicate',
  async (kind) => {
    const vendor = await createVendor(kind, 1)
    vendor.own.addOwn('My own ring', '80.00')
    const [own] = vendor.own.activeProducts()
    await shop.db.execute(sql`
      update product_variants set sku = ${own?.offers[0]?.sku ?? ''}
      where product_id in (select product_id from store_selections order by place desc limit 1)`)
    const id = await createPlan(vendor)
    expect(await readItems(vendor, id, 'update')).toMatchObject({
      body: {
        items: [
          {
            changes: [
              { field: 'Linked by SKU', after: expect.stringContaining('My own ring') },
              { field: 'Price', before: '$80.00', after: '$120.00' },
              { field: 'Stock' },
            ],
          },
        ],
      },
    })
    await apply(vendor, id)
    await shop.work()
    expect(vendor.own.activeProducts()).toMatchObject([
      { name: 'My own ring', offers: [{ price: '120.00', quantity: 5 }] },
    ])
    expect(await readPlan(vendor, await createPlan(vendor))).toMatchObject({
      body: { plan: { counts: { skip: 1 } } },
    })
  },
)

test('a refusal by the store fails the plan with its message', async () => {
  const vendor = await createVendor('woo')
  vendor.own.lockOut()
  const id = await createPlan(vendor)
  expect(await readPlan(vendor, id)).toMatchObject({
    body: { plan: { state: 'failed', failure: expect.stringContaining('rejected this key') } },
  })
})
