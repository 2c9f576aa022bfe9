import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { type CreatedProduct, createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createListingSteps, type ListingVendor } from '#tests/steps/listings.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const steps = createListingSteps(shop, fake)
const { passMinute } = steps

type TestVendor = ListingVendor & Readonly<{ rings: readonly CreatedProduct[] }>

/** Creates a vendor with rings at 60.00 in a store, each renamed to "Mine" there. */
async function createVendor(kind: 'shopify' | 'woo', count = 1): Promise<TestVendor> {
  const vendor = await steps.createVendor(kind)
  const rings = []
  for (let n = 0; n < count; n += 1) rings.push(await createTestProduct(shop.db, { price: 6_000, stock: 5 }))
  await steps.publish(vendor, ...rings)
  for (const { id } of vendor.own.activeProducts()) vendor.own.rename(id, 'Mine')
  return { ...vendor, rings }
}

async function planFields(vendor: TestVendor, fields: object): Promise<string> {
  const body = { storeId: vendor.store, productIds: vendor.rings.map(({ id }) => id), fields }
  const created = await shop.post('/vendor/publish-plans', body, vendor.headers)
  expect(created).toMatchObject({ status: 200 })
  await shop.work()
  return getField(created, 'plan', 'id')
}

async function act(vendor: TestVendor, id: string, action: 'apply' | 'undo' | 'cancel') {
  const done = await shop.post(`/vendor/publish-plans/${id}/${action}`, {}, vendor.headers)
  await shop.work()
  return done
}

const readPlan = ({ headers }: TestVendor, id: string) => shop.get(`/vendor/publish-plans/${id}`, headers)
const readItems = ({ headers }: TestVendor, id: string) =>
  shop.get(`/vendor/publish-plans/${id}/items?tab=update`, headers)
const readListing = async ({ headers }: TestVendor) =>
  getField<object>(await shop.get('/vendor/listings', headers), 'listings', '0')
const readNames = ({ own }: TestVendor) => own.activeProducts().map(({ name }) => name)

test.each(['shopify', 'woo'] as const)(
  'a title set by the supplier is previewed, written to the %s store, updated with the product, and restored by undo',
  async (kind) => {
    const vendor = await createVendor(kind)
    const [ring] = vendor.rings
    const id = await planFields(vendor, { title: 'supplier' })
    expect(readNames(vendor)).toEqual(['Mine'])
    expect(await readItems(vendor, id)).toMatchObject({
      body: {
        items: [
          {
            changes: [
              { field: 'Title set by', before: 'Your store', after: 'Supplier' },
              { field: 'Title', before: 'Mine', after: ring?.name },
            ],
          },
        ],
      },
    })
    expect(await readListing(vendor)).toMatchObject({ supplierFields: [] })
    await act(vendor, id, 'apply')
    expect(readNames(vendor)).toEqual([ring?.name])
    expect(await readListing(vendor)).toMatchObject({ supplierFields: ['title'] })
    expect(await readPlan(vendor, id)).toMatchObject({
      body: { plan: { state: 'applied', fields: { title: 'supplier' }, undoable: 1 } },
    })

    await shop.db.execute(sql`update products set name = 'Renamed ring' where id = ${ring?.productKey}`)
    await passMinute()
    expect(readNames(vendor)).toEqual(['Renamed ring'])

    const undone = await act(vendor, id, 'undo')
    expect(undone).toMatchObject({ body: { restored: 1, left: 0, plan: { undoable: 0 } } })
    expect(readNames(vendor)).toEqual(['Mine'])
    expect(await readListing(vendor)).toMatchObject({ supplierFields: [] })
    await shop.db.execute(sql`update products set name = 'Renamed again' where id = ${ring?.productKey}`)
    await passMinute()
    expect(readNames(vendor)).toEqual(['Mine'])
    expect(await act(vendor, id, 'undo')).toMatchObject({ status: 409, body: { code: 'plan_not_undoable' } })
  },
)

test.each(['shopify', 'woo'] as const)(
  'all texts are written to the %s store together, and planning again has nothing to do',
  async (kind) => {
    const vendor = await createVendor(kind)
    const key = vendor.rings[0]?.productKey
    await shop.db.execute(sql`
      update products set summary = 'Fine & light', description_html = '<p>New text</p>' where id = ${key}`)
    const fields = {
      title: 'supplier',
      description: 'supplier',
      shortDescription: 'supplier',
      category: 'supplier',
    }
    const id = await planFields(vendor, fields)
    expect(await readItems(vendor, id)).toMatchObject({
      body: {
        items: [
          {
            changes: expect.arrayContaining([
              expect.objectContaining({ field: 'Description', after: 'New text' }),
              expect.objectContaining({ field: 'Short description', after: 'Fine & light' }),
            ]),
          },
        ],
      },
    })
    await act(vendor, id, 'apply')
    expect(await readPlan(vendor, await planFields(vendor, fields))).toMatchObject({
      body: { plan: { counts: { skip: 1, update: 0 } } },
    })
  },
)

test('a title edited in the store is not overwritten by a stock change', async () => {
  const vendor = await createVendor('woo')
  await act(vendor, await planFields(vendor, { title: 'supplier' }), 'apply')
  const [listed] = vendor.own.activeProducts()
  vendor.own.rename(listed?.id ?? '', 'By hand')
  await shop.db.execute(
    sql`update product_variants set stock = 2 where product_id = ${vendor.rings[0]?.productKey}`,
  )
  await passMinute()
  expect(vendor.own.activeProducts()).toMatchObject([{ name: 'By hand', offers: [{ quantity: 2 }] }])
})

test('a plan lets the rules or the store set prices, and a retail price set afterwards takes precedence', async () => {
  const vendor = await createVendor('woo')
  const productId = vendor.rings[0]?.id
  const change = (body: object) =>
    shop.post('/stores/selection/change', { productId, ...body }, vendor.headers)
  await change({ retailPrice: 90 })
  await passMinute()
  const id = await planFields(vendor, { price: 'rule' })
  expect(await readItems(vendor, id)).toMatchObject({
    body: {
      items: [
        {
          changes: [
            { field: 'Price set by', before: 'You', after: 'Your price rules' },
            { field: 'Price', before: '$90.00', after: '$60.00' },
          ],
        },
      ],
    },
  })
  await act(vendor, id, 'apply')
  expect(vendor.own.activeProducts()).toMatchObject([{ offers: [{ price: '60.00' }] }])
  await act(vendor, id, 'undo')
  expect(vendor.own.activeProducts()).toMatchObject([{ offers: [{ price: '90.00' }] }])

  await act(vendor, await planFields(vendor, { price: 'store' }), 'apply')
  expect(await readListing(vendor)).toMatchObject({ priceSource: 'store' })
  await shop.db.execute(sql`update product_variants set price_amount = 7000`)
  await passMinute()
  expect(vendor.own.activeProducts()).toMatchObject([{ offers: [{ price: '90.00' }] }])
  await shop.db.execute(sql`update product_variants set price_amount = 6000`)
  await change({ retailPrice: 75, isPriceLocked: false })
  await passMinute()
  expect(vendor.own.activeProducts()).toMatchObject([{ offers: [{ price: '75.00' }] }])
})

test('undo skips listings changed by a later plan, and is refused while the plan is being applied', async () => {
  const vendor = await createVendor('woo', 2)
  const id = await planFields(vendor, { title: 'supplier' })
  await shop.post(`/vendor/publish-plans/${id}/apply`, {}, vendor.headers)
  const early = await shop.post(`/vendor/publish-plans/${id}/undo`, {}, vendor.headers)
  expect(early).toMatchObject({ status: 409, body: { code: 'plan_at_work' } })
  await shop.work()
  const later = { ...vendor, rings: vendor.rings.slice(0, 1) }
  await act(vendor, await planFields(later, { category: 'supplier' }), 'apply')
  expect(await act(vendor, id, 'undo')).toMatchObject({ body: { restored: 1, left: 1 } })
  expect(readNames(vendor).filter((name) => name === 'Mine')).toHaveLength(1)
})

test('products that are not in the store are not planned, and a plan without fields is refused', async () => {
  const vendor = await createVendor('woo')
  const { id: productId } = await createTestProduct(shop.db)
  await shop.post('/stores/selection', { products: [{ productId }] }, vendor.headers)
  const body = { storeId: vendor.store, fields: { title: 'supplier' } }
  const created = await shop.post('/vendor/publish-plans', body, vendor.headers)
  await shop.work()
  expect(await readPlan(vendor, getField(created, 'plan', 'id'))).toMatchObject({
    body: { plan: { counts: { create: 0, update: 1, conflict: 0 } } },
  })
  const none = { storeId: vendor.store, fields: {} }
  expect(await shop.post('/vendor/publish-plans', none, vendor.headers)).toMatchObject({ status: 400 })
})
