import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { addMs, DAY } from '#core/time.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createListingSteps, type ListingVendor, PRICE_RULE } from '#tests/steps/listings.ts'
import type { CostAlertGroupData } from './contract.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const { createVendor, createWholesale, publish, passMinute, saveRules } = createListingSteps(shop, fake)

/** Creates a vendor with two listings at 60.00, whose cost rises from 40.00 to 50.00: below the minimum margin of 30 %. */
async function createAlertedVendor(): Promise<
  ListingVendor & Readonly<{ keys: number[]; raiseCost: (cents: number) => Promise<void> }>
> {
  const vendor = await createVendor()
  const supplier = await createTestSupplier(shop.db, { name: 'Harbour' })
  const products = [
    await createWholesale(4_000, { stock: 5, supplier }),
    await createWholesale(4_000, { stock: 5, supplier }),
  ]
  await saveRules(vendor, [PRICE_RULE])
  await publish(vendor, ...products)
  for (const { id } of products)
    await shop.post('/stores/selection/change', { productId: id, retailPrice: 60 }, vendor.headers)
  await passMinute()
  const keys = products.map(({ productKey }) => productKey)
  const raiseCost = async (cents: number) => {
    await shop.db.execute(sql`
      update product_variants set wholesale_amount = ${cents} where product_id = any(${sql.param(keys)}::bigint[])`)
    await passMinute()
  }
  await raiseCost(5_000)
  return { ...vendor, keys, raiseCost }
}

const read = async ({ headers }: ListingVendor) => (await shop.get('/vendor/cost-alerts', headers)).body
const readGroup = async (vendor: ListingVendor) =>
  getField<CostAlertGroupData>({ body: await read(vendor) }, 'groups', '0')
const decide = async (
  vendor: ListingVendor,
  decision: string,
  { supplier, fingerprint }: CostAlertGroupData,
) =>
  shop.post('/vendor/cost-alerts/decide', { supplierId: supplier.id, fingerprint, decision }, vendor.headers)
const undo = (vendor: ListingVendor, id: string) =>
  shop.post(`/vendor/cost-decisions/${id}/undo`, undefined, vendor.headers)
const listPrices = (vendor: ListingVendor) =>
  vendor.own.activeProducts().map(({ offers }) => offers[0]?.price)

test('listings below the minimum margin are grouped by supplier, with the effect of each decision on them', async () => {
  const vendor = await createAlertedVendor()
  expect(await readGroup(vendor)).toMatchObject({
    supplier: { name: 'Harbour' },
    product: null,
    listings: 2,
    stores: 1,
    riseBps: { least: 2_500, most: 2_500 },
    floorBps: 3_000,
    effects: {
      // 125.95 instead of 60.00.
      followRule: { changed: 2, averageBps: 10_992, stillBelow: 0 },
      keepPrice: { lowestMarginBps: 1_667, atLoss: 0 },
    },
    examples: [{ costBefore: 40, costAfter: 50, price: 60, rulePrice: 125.95 }, {}],
  })
})

test('applying the rules changes exactly the shown listings, and undo restores their prices and the alert', async () => {
  const vendor = await createAlertedVendor()
  const before = await readGroup(vendor)
  const decided = await decide(vendor, 'follow_rule', before)
  expect(decided).toMatchObject({ status: 200, body: { decision: { listings: 2, canUndo: true } } })
  await shop.work()
  expect(listPrices(vendor)).toEqual(['125.95', '125.95'])
  expect(await read(vendor)).toMatchObject({
    groups: [],
    decisions: [{ decision: 'follow_rule', undoneAt: null }],
  })

  const id = getField(decided, 'decision', 'id')
  expect(await undo(vendor, id)).toMatchObject({ status: 200, body: { restored: 2, left: 0 } })
  await shop.work()
  expect(listPrices(vendor)).toEqual(['60.00', '60.00'])
  expect(await readGroup(vendor)).toEqual(before)
  expect(await undo(vendor, id)).toMatchObject({ status: 409, body: { code: 'decision_over' } })
})

test('undo puts products back on sale, except one that was changed since', async () => {
  const vendor = await createAlertedVendor()
  const decided = await decide(vendor, 'take_off', await readGroup(vendor))
  await shop.work()
  expect(vendor.own.activeProducts()).toEqual([])
  await shop.db.execute(
    sql`update store_listings set is_unpublished = false where product_id = ${vendor.keys[0]}`,
  )
  const undone = await undo(vendor, getField(decided, 'decision', 'id'))
  expect(undone).toMatchObject({ status: 200, body: { restored: 1, left: 1 } })
})

test('refuses a decision about costs that have changed meanwhile, and changes nothing', async () => {
  const vendor = await createAlertedVendor()
  const shown = await readGroup(vendor)
  await vendor.raiseCost(5_500)
  const refusal = { status: 409, body: { code: 'cost_alerts_changed' } }
  expect(await decide(vendor, 'keep_price', shown)).toMatchObject(refusal)
  expect(await readGroup(vendor)).toMatchObject({ listings: 2, riseBps: { most: 3_750 } })
  const stranger = await createVendor()
  expect(await decide(stranger, 'keep_price', await readGroup(vendor))).toMatchObject(refusal)

  const decided = await decide(vendor, 'keep_price', await readGroup(vendor))
  const id = getField(decided, 'decision', 'id')
  expect(await undo(stranger, id)).toMatchObject({ status: 404, body: { code: 'decision_not_found' } })
  await shop.db.execute(
    sql`update cost_decisions set decided_at = ${addMs(shop.now(), -31 * DAY)} where public_id = ${id}`,
  )
  expect(await undo(vendor, id)).toMatchObject({ status: 409, body: { code: 'decision_over' } })
})
