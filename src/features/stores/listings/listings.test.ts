import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createListingSteps, PRICE_RULE } from '#tests/steps/listings.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const { createVendor, createWholesale, publish, saveRules, listListings, listOffers } = createListingSteps(
  shop,
  fake,
)

test('prices in the store follow the vendor’s rule, and a new rule is sent automatically', async () => {
  const vendor = await createVendor()
  await saveRules(vendor, [PRICE_RULE])
  const ring = await createWholesale(4_000, { name: 'Harbour ring', price: 12_000, stock: 4 })
  await publish(vendor, ring)
  expect(listOffers(vendor)).toMatchObject([{ price: '100.95', quantity: 4 }])
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
  expect(await saveRules(vendor, [{ ...PRICE_RULE, ending: 90 }], { version: 1 })).toMatchObject({
    status: 200,
    body: { pricing: { version: 2 } },
  })
  await shop.work()
  expect(listOffers(vendor)).toMatchObject([{ price: '100.90' }])
})

test('price rules are saved over the version that was read, and refused if they contradict each other', async () => {
  const vendor = await createVendor()
  expect(await saveRules(vendor, [PRICE_RULE], { version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'pricing_changed' },
  })
  expect(await saveRules(vendor, [PRICE_RULE])).toMatchObject({ status: 200 })
  expect(await saveRules(vendor, [PRICE_RULE])).toMatchObject({
    status: 409,
    body: { code: 'pricing_changed' },
  })
  expect(await saveRules(vendor, [PRICE_RULE, PRICE_RULE], { version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'bad_rule' },
  })
  const below = { ...PRICE_RULE, tiers: [{ kind: 'multiplier', value: 9_000, upToCents: null }] }
  expect(await saveRules(vendor, [below], { version: 1 })).toMatchObject({ status: 400 })
})

test('a price list for the vendor lowers the cost and therefore the price', async () => {
  const vendor = await createVendor()
  const supplier = await createTestSupplier(shop.db)
  const ring = await createWholesale(4_000, { supplier })
  await shop.db.execute(sql`
    insert into price_lists (public_id, supplier_id, name, audience, percent_off_bps, created_at, updated_at)
    values ('pls_1', ${supplier.id}, 'All', 'all', 1000, now(), now())`)
  await saveRules(vendor, [{ ...PRICE_RULE, ending: null }])
  await publish(vendor, ring)
  expect(listOffers(vendor)).toMatchObject([{ price: '90.00' }])
})

test('a preview prices the vendor’s own listings without saving', async () => {
  const vendor = await createVendor()
  const ring = await createWholesale(4_000, { price: 5_000 })
  const bare = await createWholesale(null, { price: 5_000 })
  await shop.db.execute(
    sql`update product_variants set minimum_retail_amount = 20000 where product_id = ${ring.productKey}`,
  )
  await publish(vendor, ring, bare)
  const preview = await shop.post(
    '/vendor/pricing/preview',
    { rules: [PRICE_RULE], rates: [] },
    vendor.headers,
  )
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
