import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createListingSteps, PRICE_RULE } from '#tests/steps/listings.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const { createVendor, createWholesale, publish, passMinute, saveRules, listListings, listOffers } =
  createListingSteps(shop, fake)

test.each(['shopify', 'woo'] as const)(
  'a stock change is sent to the %s store automatically, sold-out products first',
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

test('changes are pushed four times a minute: the timer orders the runs between, and those order none', async () => {
  await passMinute()
  const waiting = await queryRows<{ data: object; after: number }>(
    shop.db,
    sql`
      select data, round(extract(epoch from start_after - created_on))::int as after from pgboss.job
      where name = 'listings.push_changes' and state < 'active' order by start_after`,
  )
  expect(waiting).toEqual([15, 30, 45].map((after) => ({ data: { isBetween: true }, after })))
  await shop.db.execute(sql`update pgboss.job set start_after = now() where name = 'listings.push_changes'`)
  await shop.work()
  expect(
    await queryRows(
      shop.db,
      sql`select 1 from pgboss.job where name = 'listings.push_changes' and state < 'active'`,
    ),
  ).toEqual([])
})

test('a product removed from the selection is sold out in the store', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { stock: 5 })
  await publish(vendor, ring)
  await shop.post('/stores/selection/remove', { productIds: [ring.id] }, vendor.headers)
  await passMinute()
  expect(listOffers(vendor)).toMatchObject([{ quantity: 0, price: '100.00' }])
  expect(await listListings(vendor, '?view=off_sale')).toMatchObject({
    body: { listings: [{ state: 'left_out' }] },
  })
})

test.each(['shopify', 'woo'] as const)(
  'a %s store unpublishes products removed from the selection if so set, and publishes them when selected again',
  async (kind) => {
    const vendor = await createVendor(kind)
    const [ring, chain] = [
      await createWholesale(4_000, { stock: 5 }),
      await createWholesale(3_000, { stock: 2 }),
    ]
    await publish(vendor, ring, chain)
    const remove = (id: string) => shop.post('/stores/selection/remove', { productIds: [id] }, vendor.headers)
    const names = () => vendor.own.activeProducts().map(({ name }) => name)
    await remove(chain.id)
    await passMinute()
    expect(names()).toEqual([ring.name, chain.name])
    // The setting also applies to products removed earlier.
    const path = `/stores/connections/${vendor.store}/when-removed`
    const saved = await shop.post(path, { whenRemoved: 'unpublish' }, vendor.headers)
    expect(saved).toMatchObject({ status: 200, body: { connection: { whenRemoved: 'unpublish' } } })
    await passMinute()
    expect(names()).toEqual([ring.name])
    await remove(ring.id)
    await passMinute()
    expect(names()).toEqual([])
    await shop.post('/stores/selection', { products: [{ productId: ring.id }] }, vendor.headers)
    await passMinute()
    expect(names()).toEqual([ring.name])
    const stranger = await createSignedInAccount(shop.db, shop.now())
    expect(await shop.post(path, { whenRemoved: 'sold_out' }, stranger.headers)).toMatchObject({
      status: 404,
    })
  },
)

test('unchanged values are not sent to the store again', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { stock: 5 })
  await publish(vendor, ring)
  await shop.db.execute(sql`update product_variants set stock = 4 where product_id = ${ring.productKey}`)
  await shop.db.execute(sql`update product_variants set stock = 5 where product_id = ${ring.productKey}`)
  vendor.own.faults.push('failing')
  await passMinute()
  // The store was not called, as its fault is still pending.
  expect(vendor.own.faults).toEqual(['failing'])
  expect(await listListings(vendor)).toMatchObject({ body: { listings: [{ state: 'published' }] } })
})

test('a change that the store refuses is retried later, and the listing shows the problem', async () => {
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

test('a retail price, and a price left to the store, take precedence over the rule', async () => {
  const vendor = await createVendor()
  await saveRules(vendor, [PRICE_RULE])
  const ring = await createWholesale(4_000, { stock: 5 })
  await publish(vendor, ring)
  const change = (settings: object) =>
    shop.post('/stores/selection/change', { productId: ring.id, ...settings }, vendor.headers)
  await change({ retailPrice: 150 })
  await passMinute()
  expect(listOffers(vendor)).toMatchObject([{ price: '150.00' }])
  await change({ retailPrice: null, isPriceLocked: true })
  await shop.db.execute(sql`update product_variants set stock = 3 where product_id = ${ring.productKey}`)
  await passMinute()
  expect(listOffers(vendor)).toMatchObject([{ price: '150.00', quantity: 3 }])
  expect(await listListings(vendor)).toMatchObject({ body: { listings: [{ priceSource: 'store' }] } })
})

test.each(['shopify', 'woo'] as const)(
  'a product can be taken off sale in the %s store and put back, and stock changes keep it off',
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
    expect(listOffers(vendor)).toMatchObject([{ quantity: 3 }])
  },
)

test('a store in another currency has prices at the vendor’s exchange rate', async () => {
  const vendor = await createVendor('woo', 'SGD')
  const rate = { currency: 'SGD', rateMicros: 1_300_000, bufferBps: 200, enteredAt: shop.now().toISOString() }
  await saveRules(vendor, [{ ...PRICE_RULE, ending: 0 }], { rates: [rate] })
  await publish(vendor, await createWholesale(4_000))
  expect(listOffers(vendor)).toMatchObject([{ price: '133.00' }])
})

test('a cost below the minimum margin requires a decision: keep the price or apply the rule', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { stock: 5 })
  const chain = await createWholesale(4_000, { stock: 5 })
  await saveRules(vendor, [PRICE_RULE])
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

test('after eight failed attempts a listing is not retried until it changes', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { stock: 5 })
  await publish(vendor, ring)
  vendor.own.lockOut()
  await shop.db.execute(sql`update store_listings set failures = 7 where product_id = ${ring.productKey}`)
  await shop.db.execute(sql`update product_variants set stock = 4 where product_id = ${ring.productKey}`)
  await passMinute()
  expect(await listListings(vendor, '?view=attention')).toMatchObject({
    body: { listings: [{ state: 'failed', nextTryAt: null }] },
  })
})

test('a practice shop does not sell products that are off sale', async () => {
  const account = await createSignedInAccount(shop.db, shop.now())
  const opened = await shop.post('/stores/practice-shop', {}, account.headers)
  const ring = await createWholesale(4_000, { name: 'Marina ring', stock: 5 })
  await shop.post('/stores/selection', { products: [{ productId: ring.id }] }, account.headers)
  await shop.post('/stores/sync', {}, account.headers)
  await shop.work()
  const readShop = async () => (await shop.app.http.request(getField(opened, 'shop', 'address'))).text()
  expect(await readShop()).toContain('Marina ring')
  const storeId = getField(opened, 'connection', 'id')
  const change = { storeId, productIds: [ring.id], isOnSale: false }
  await shop.post('/vendor/listings/on-sale', change, account.headers)
  await shop.work()
  expect(await readShop()).not.toContain('Marina ring')
})

test('a change committed after a later one is not lost', async () => {
  const vendor = await createVendor()
  const [ring, chain] = [
    await createWholesale(4_000, { stock: 5 }),
    await createWholesale(4_000, { stock: 5 }),
  ]
  await publish(vendor, ring, chain)
  const { promise: isNoted, resolve: noted } = Promise.withResolvers<void>()
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const slow = inTransaction(shop.db, async (tx) => {
    await tx.execute(sql`update product_variants set stock = 1 where product_id = ${ring.productKey}`)
    noted()
    await mayCommit
  })
  await isNoted
  await shop.db.execute(sql`update product_variants set stock = 2 where product_id = ${chain.productKey}`)
  await passMinute()
  commit()
  await slow
  await passMinute()
  expect(new Set(listOffers(vendor).map((offer) => offer?.quantity))).toEqual(new Set([1, 2]))
})
