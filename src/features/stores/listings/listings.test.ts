import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import { startFakeStores, type FakeStore } from '#tests/fakes/stores/server.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { type CreatedProduct, createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ STORES_PLAYED_AT: fake.url })
let storeCount = 0

type TestVendor = CreatedAccount & Readonly<{ own: FakeStore; store: string }>

async function createVendor(kind: 'shopify' | 'woo' = 'woo', currency = 'USD'): Promise<TestVendor> {
  storeCount += 1
  const own =
    kind === 'shopify'
      ? fake.shopify(`listed-${storeCount}`, { currency })
      : fake.woo(`listed-${storeCount}.example`, { currency })
  const account = await createSignedInAccount(shop.db, shop.now())
  const connected = await shop.post('/stores/connections', own.typed, account.headers)
  return { ...account, own, store: getField(connected, 'connection', 'id') }
}

/** A product with a wholesale price, in cents. */
async function createWholesale(cost: number | null, options: Parameters<typeof createTestProduct>[1] = {}) {
  const product = await createTestProduct(shop.db, options)
  await shop.db.execute(
    sql`update product_variants set wholesale_amount = ${cost} where product_id = ${product.productKey}`,
  )
  return product
}

const RULE = {
  scope: { kind: 'all' },
  tiers: [{ kind: 'multiplier', value: 25_000, upToCents: null }],
  ending: 95,
  minMarginBps: 3_000,
}
const saveRules = ({ headers }: CreatedAccount, rules: object[], more: object = {}) =>
  shop.post('/vendor/pricing', { version: 0, rates: [], rules, ...more }, headers)

async function publish(vendor: TestVendor, ...products: readonly CreatedProduct[]): Promise<void> {
  await shop.post(
    '/stores/selection',
    { products: products.map(({ id }) => ({ productId: id })) },
    vendor.headers,
  )
  await shop.post('/stores/sync', {}, vendor.headers)
  await shop.work()
}

/** As the timer does each minute. */
async function passMinute(): Promise<void> {
  shop.passTime(MINUTE)
  await shop.app.jobs.enqueue(shop.db, { job: 'listings.push_changes', input: {} })
  await shop.work()
}

const listListings = ({ headers }: CreatedAccount, query = '') =>
  shop.get(`/vendor/listings${query}`, headers)
const offersOf = (vendor: TestVendor) => vendor.own.activeProducts().map(({ offers }) => offers[0])

test('prices follow the vendor’s rule in the store, and a new rule is sent by itself', async () => {
  const vendor = await createVendor()
  await saveRules(vendor, [RULE])
  const ring = await createWholesale(4_000, { name: 'Harbour ring', price: 12_000, stock: 4 })
  await publish(vendor, ring)
  expect(offersOf(vendor)).toMatchObject([{ price: '100.95', quantity: 4 }])
  expect(await listListings(vendor)).toMatchObject({
    status: 200,
    body: {
      total: 1,
      counts: { all: 1, on_sale: 1, attention: 0 },
      listings: [
        {
          name: 'Harbour ring',
          cost: 40,
          price: 100.95,
          priceSource: 'rule',
          profit: 60.95,
          stock: 4,
          sent: { price: 100.95, stock: 4 },
          state: 'published',
          problem: null,
        },
      ],
    },
  })
  expect(await saveRules(vendor, [{ ...RULE, ending: 90 }], { version: 1 })).toMatchObject({
    status: 200,
    body: { pricing: { version: 2 } },
  })
  await shop.work()
  expect(offersOf(vendor)).toMatchObject([{ price: '100.90' }])
})

test('rules are saved over the version that was read, and never against each other', async () => {
  const vendor = await createVendor()
  expect(await saveRules(vendor, [RULE], { version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'pricing_changed' },
  })
  expect(await saveRules(vendor, [RULE])).toMatchObject({ status: 200 })
  expect(await saveRules(vendor, [RULE])).toMatchObject({ status: 409, body: { code: 'pricing_changed' } })
  expect(await saveRules(vendor, [RULE, RULE], { version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'bad_rule' },
  })
  const below = { ...RULE, tiers: [{ kind: 'multiplier', value: 9_000, upToCents: null }] }
  expect(await saveRules(vendor, [below], { version: 1 })).toMatchObject({ status: 400 })
})

test('a price list for the vendor lowers the cost, and so the price', async () => {
  const vendor = await createVendor()
  const supplier = await createTestSupplier(shop.db)
  const ring = await createWholesale(4_000, { supplier })
  await shop.db.execute(sql`
    insert into price_lists (public_id, supplier_id, name, audience, percent_off_bps, created_at, updated_at)
    values ('pls_1', ${supplier.id}, 'All', 'all', 1000, now(), now())`)
  await saveRules(vendor, [{ ...RULE, ending: null }])
  await publish(vendor, ring)
  expect(offersOf(vendor)).toMatchObject([{ price: '90.00' }])
})

test('a preview prices the vendor’s own listings and saves nothing', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { price: 5_000 })
  const bare = await createWholesale(null, { price: 5_000 })
  await shop.db.execute(
    sql`update product_variants set minimum_retail_amount = 20000 where product_id = ${ring.productKey}`,
  )
  await publish(vendor, ring, bare)
  const preview = await shop.post('/vendor/pricing/preview', { rules: [RULE], rates: [] }, vendor.headers)
  expect(preview).toMatchObject({
    status: 200,
    body: {
      counts: { listings: 2, raised: 1, lowered: 0, withoutCost: 1, belowRecommended: 1 },
      items: [{ productId: ring.id, before: 50, after: 100.95, profit: 60.95, minimumPrice: 200 }, {}],
    },
  })
  expect(await shop.get('/vendor/pricing', vendor.headers)).toMatchObject({
    body: { pricing: { version: 0 } },
  })
})

test.each(['shopify', 'woo'] as const)(
  'a stock that changes reaches the %s store by itself; what is sold out goes before the rest',
  async (kind) => {
    const vendor = await createVendor(kind)
    const [ring, chain] = [
      await createWholesale(4_000, { stock: 5 }),
      await createWholesale(3_000, { stock: 5 }),
    ]
    await publish(vendor, ring, chain)
    for (const [product, stock] of [
      [ring, 3],
      [chain, 0],
      [ring, 2],
    ] as const) {
      await shop.db.execute(
        sql`update product_variants set stock = ${stock} where product_id = ${product.productKey}`,
      )
      await shop.db.execute(sql`update products set stock = ${stock} where id = ${product.productKey}`)
    }
    await passMinute()
    const quantities = new Map(
      vendor.own.activeProducts().map(({ name, offers }) => [name, offers[0]?.quantity]),
    )
    expect([quantities.get(ring.name), quantities.get(chain.name)]).toEqual([2, 0])
    expect(await queryRows(shop.db, sql`select 1 from store_listing_changes`)).toEqual([])
    expect(await listListings(vendor, '?view=sold_out')).toMatchObject({ body: { total: 1 } })
  },
)

test('a product that is left out of the selection is sold out in the store', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { stock: 5 })
  await publish(vendor, ring)
  await shop.post('/stores/selection/remove', { productIds: [ring.id] }, vendor.headers)
  await passMinute()
  expect(offersOf(vendor)).toMatchObject([{ quantity: 0, price: '100.00' }])
  expect(await listListings(vendor, '?view=off_sale')).toMatchObject({
    body: { listings: [{ state: 'left_out' }] },
  })
})

test('what is in the store already is not sent again', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { stock: 5 })
  await publish(vendor, ring)
  await shop.db.execute(sql`update product_variants set stock = 4 where product_id = ${ring.productKey}`)
  await shop.db.execute(sql`update product_variants set stock = 5 where product_id = ${ring.productKey}`)
  vendor.own.faults.push('failing')
  await passMinute()
  // The store was not asked at all: its fault is still to come.
  expect(vendor.own.faults).toEqual(['failing'])
  expect(await listListings(vendor)).toMatchObject({ body: { listings: [{ state: 'published' }] } })
})

test('a store that does not take a change is asked again later, and what failed says so', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { stock: 5 })
  await publish(vendor, ring)
  vendor.own.lockOut()
  await shop.db.execute(sql`update product_variants set stock = 4 where product_id = ${ring.productKey}`)
  await passMinute()
  const listed = await listListings(vendor, '?view=attention')
  expect(listed).toMatchObject({
    body: {
      total: 1,
      listings: [{ state: 'failed', problem: expect.stringContaining('rejected this key') }],
    },
  })
  expect(Date.parse(getField(listed, 'listings', '0', 'nextTryAt'))).toBeGreaterThan(shop.now().getTime())
  shop.passTime(15 * MINUTE)
  await passMinute()
  expect(
    await queryRows(
      shop.db,
      sql`select failures from store_listings where external_id is not null and state = 'failed'`,
    ),
  ).toEqual([{ failures: 2 }])
})

test('an own price and a price that is left to the store win over the rule', async () => {
  const vendor = await createVendor()
  await saveRules(vendor, [RULE])
  const ring = await createWholesale(4_000, { stock: 5 })
  await publish(vendor, ring)
  const change = (settings: object) =>
    shop.post('/stores/selection/change', { productId: ring.id, ...settings }, vendor.headers)
  await change({ retailPrice: 150 })
  await passMinute()
  expect(offersOf(vendor)).toMatchObject([{ price: '150.00' }])
  await change({ retailPrice: null, isPriceLocked: true })
  await shop.db.execute(sql`update product_variants set stock = 3 where product_id = ${ring.productKey}`)
  await passMinute()
  expect(offersOf(vendor)).toMatchObject([{ price: '150.00', quantity: 3 }])
  expect(await listListings(vendor)).toMatchObject({ body: { listings: [{ priceSource: 'store' }] } })
})

test.each(['shopify', 'woo'] as const)(
  'a product is taken off sale in the %s store and put back; a change of stock leaves it off',
  async (kind) => {
    const vendor = await createVendor(kind)
    const ring = await createWholesale(4_000, { stock: 5 })
    await publish(vendor, ring)
    const setOnSale = (isOnSale: boolean) =>
      shop.post(
        '/vendor/listings/on-sale',
        { storeId: vendor.store, productIds: [ring.id], isOnSale },
        vendor.headers,
      )
    expect(await setOnSale(false)).toMatchObject({ status: 200, body: { products: 1 } })
    await shop.work()
    expect(vendor.own.activeProducts()).toEqual([])
    await shop.db.execute(sql`update product_variants set stock = 3 where product_id = ${ring.productKey}`)
    await passMinute()
    expect(vendor.own.activeProducts()).toEqual([])
    await setOnSale(true)
    await shop.work()
    expect(offersOf(vendor)).toMatchObject([{ quantity: 3 }])
  },
)

test('a store in another currency has prices at the vendor’s rate', async () => {
  const vendor = await createVendor('woo', 'SGD')
  const rate = { currency: 'SGD', rateMicros: 1_300_000, bufferBps: 200, enteredAt: shop.now().toISOString() }
  await saveRules(vendor, [{ ...RULE, ending: 0 }], { rates: [rate] })
  await publish(vendor, await createWholesale(4_000))
  expect(offersOf(vendor)).toMatchObject([{ price: '133.00' }])
})

test('a cost that leaves less than the minimum margin is to be decided: kept, or given to the rule', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { stock: 5 })
  const chain = await createWholesale(4_000, { stock: 5 })
  await saveRules(vendor, [RULE])
  await publish(vendor, ring, chain)
  const change = (productId: string, settings: object) =>
    shop.post('/stores/selection/change', { productId, ...settings }, vendor.headers)
  await change(ring.id, { retailPrice: 60 })
  await change(chain.id, { retailPrice: 60 })
  await passMinute()
  expect(await listListings(vendor, '?view=cost_up')).toMatchObject({ body: { total: 0 } })
  await shop.db.execute(sql`
    update product_variants set wholesale_amount = 5000 where product_id in (${ring.productKey}, ${chain.productKey})`)
  await passMinute()
  expect(await listListings(vendor, '?view=cost_up')).toMatchObject({
    body: {
      total: 2,
      listings: [{ costAlert: { before: 40, after: 50, marginBps: 1_667, floorBps: 3_000 }, price: 60 }, {}],
    },
  })
  const decide = (productId: string, decision: string) =>
    shop.post(
      '/vendor/listings/cost-alerts',
      { storeId: vendor.store, productIds: [productId], decision },
      vendor.headers,
    )
  expect(await decide(ring.id, 'keep_price')).toMatchObject({ status: 200, body: { products: 1 } })
  expect(await decide(chain.id, 'follow_rule')).toMatchObject({ status: 200, body: { products: 1 } })
  await shop.work()
  await passMinute()
  expect(await listListings(vendor, '?view=cost_up')).toMatchObject({ body: { total: 0 } })
  const prices = new Map(vendor.own.activeProducts().map(({ name, offers }) => [name, offers[0]?.price]))
  expect([prices.get(ring.name), prices.get(chain.name)]).toEqual(['60.00', '125.95'])
})
