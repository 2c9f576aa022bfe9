import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { getField } from '#tests/steps/chat.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import {
  createTestProduct,
  createTestSupplier,
  placeGuestOrder,
  type CreatedProduct,
  type TestProductOptions,
} from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { products, productVariants } from '../../tables.ts'
import type { HistoryEntryData, ProductEditData } from './contract.ts'

const shop = await createTestShop()
const { db } = shop

async function createStore() {
  const supplier = await createTestSupplier(db)
  const { headers } = await createSignedInAccount(db, shop.now(), {
    type: 'manufacturer',
    owns: supplier,
  })
  const create = (options: TestProductOptions = {}) => createTestProduct(db, { supplier, ...options })
  return { headers, create }
}

type Store = Awaited<ReturnType<typeof createStore>>

const edit = ({ headers }: Store, { id, variantId }: CreatedProduct, body: object) =>
  shop.post(`/supplier/products/${id}/variants/${variantId}`, body, headers)

async function preview(
  { headers }: Store,
  items: readonly CreatedProduct[],
  change: object,
): Promise<ProductEditData> {
  const answer = await shop.post(
    '/supplier/product-edits',
    { products: items.map(({ id }) => id), change },
    headers,
  )
  if (answer.status !== 200) throw new Error(answer.text)
  return getField(answer, 'edit')
}

async function finish(
  { headers }: Store,
  { id }: ProductEditData,
  verb: 'apply' | 'undo',
): Promise<ProductEditData> {
  const answer = await shop.post(`/supplier/product-edits/${id}/${verb}`, {}, headers)
  if (answer.status !== 200) throw new Error(answer.text)
  return getField(answer, 'edit')
}

async function readVariant({ variantId }: CreatedProduct) {
  const [found] = await db.select().from(productVariants).where(eq(productVariants.publicId, variantId))
  if (!found) throw new Error('the variant is gone')
  const { priceAmount: price, offerAmount: offer, wholesaleAmount: wholesale, stock } = found
  return { price, offer, wholesale, stock }
}

async function readHistory({ headers }: Store, { id }: CreatedProduct): Promise<HistoryEntryData[]> {
  return getField(await shop.get(`/supplier/products/${id}/changes`, headers), 'changes')
}

test('price, wholesale price and stock can be edited in the list, with a history, and lists show them', async () => {
  const store = await createStore()
  const ring = await store.create({ price: 9_000, stock: 3 })
  expect((await edit(store, ring, { field: 'price', before: 9_000, after: 8_500 })).body).toMatchObject({
    product: { prices: { min: 8_500, max: 8_500 }, revision: 1 },
  })
  expect((await edit(store, ring, { field: 'wholesale', before: null, after: 4_000 })).status).toBe(200)
  expect((await edit(store, ring, { field: 'stock', before: 3, after: 12 })).body).toMatchObject({
    product: { stock: 12, variants: [{ priceCents: 8_500, wholesaleCents: 4_000, stock: 12 }] },
  })
  const [product] = await db.select().from(products).where(eq(products.publicId, ring.id))
  expect(product).toMatchObject({ priceAmount: 8_500, stock: 12, revision: 3 })
  expect(await readHistory(store, ring)).toMatchObject([
    { field: 'stock', before: 3, after: 12, source: 'edit', by: expect.stringContaining('Mei Tan') },
    { field: 'wholesale', before: null, after: 4_000 },
    { field: 'price', before: 9_000, after: 8_500 },
  ])
})

test('of two concurrent edits, the second is refused with the current value', async () => {
  const store = await createStore()
  const ring = await store.create({ price: 9_000 })
  const answers = await Promise.all(
    [8_000, 7_000].map((after) => edit(store, ring, { field: 'price', before: 9_000, after })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refusal = answers.find(({ status }) => status === 409)
  const { price } = await readVariant(ring)
  expect(refusal?.body).toMatchObject({ code: 'value_changed', details: { current: price } })
  expect(await readHistory(store, ring)).toHaveLength(1)
})

test('an edit does not overwrite stock that was ordered meanwhile, and a typed stock settles oversold units', async () => {
  const store = await createStore()
  const ring = await store.create({ stock: 3 })
  await placeGuestOrder(shop, [{ id: ring.id, variantId: ring.variantId }])
  const refused = await edit(store, ring, { field: 'stock', before: 3, after: 10 })
  expect(refused.body).toMatchObject({ code: 'value_changed', details: { current: 2 } })
  await db
    .update(productVariants)
    .set({ stock: 0, oversold: 2 })
    .where(eq(productVariants.publicId, ring.variantId))
  expect((await edit(store, ring, { field: 'stock', before: 0, after: 4 })).status).toBe(200)
  expect(await readVariant(ring)).toMatchObject({ stock: 4 })
  const moved = await queryRows(
    db,
    sql`select quantity::int from stock_movements where variant_id = ${ring.variantKey}`,
  )
  expect(moved).toEqual([{ quantity: 6 }])
})

test('a concurrent order and edit sell no unit twice', async () => {
  const store = await createStore()
  const ring = await store.create({ stock: 3 })
  const [, edited] = await Promise.all([
    placeGuestOrder(shop, [{ id: ring.id, variantId: ring.variantId }]),
    edit(store, ring, { field: 'stock', before: 3, after: 10 }),
  ])
  // Either the edit came first and the order took one of ten, or it was refused as the order had taken one of three.
  expect([edited.status, (await readVariant(ring)).stock]).toEqual(
    edited.status === 200 ? [200, 9] : [409, 2],
  )
})

test('refuses invalid values and products of other stores', async () => {
  const store = await createStore()
  const ring = await store.create({ price: 9_000, stock: 3 })
  const foreign = await createTestProduct(db)
  for (const body of [
    { field: 'stock', before: 3, after: -1 },
    { field: 'stock', before: 3, after: 1.5 },
    { field: 'price', before: 9_000, after: -5 },
    { field: 'price', before: 9_000, after: null },
    { field: 'title', before: 'a', after: 'b' },
  ])
    expect([body, (await edit(store, ring, body)).status]).toEqual([body, 400])
  expect((await edit(store, ring, { field: 'price', before: 9_000, after: 0 })).body).toMatchObject({
    code: 'change_refused',
    message: 'Enter a price above 0 for a published product.',
  })
  expect((await edit(store, ring, { field: 'wholesale', before: null, after: 9_001 })).body).toMatchObject({
    code: 'change_refused',
  })
  expect((await edit(store, foreign, { field: 'stock', before: 5, after: 1 })).status).toBe(404)
  const mixed = { id: ring.id, variantId: foreign.variantId }
  expect((await edit(store, { ...ring, ...mixed }, { field: 'stock', before: 5, after: 1 })).status).toBe(404)
  expect((await shop.get(`/supplier/products/${foreign.id}/changes`, store.headers)).status).toBe(404)
  const change = { field: 'stock', mode: 'set', quantity: 1 }
  const bulk = await shop.post(
    '/supplier/product-edits',
    { products: [ring.id, foreign.id], change },
    store.headers,
  )
  expect(bulk.status).toBe(404)
  expect(await readVariant(foreign)).toMatchObject({ stock: 5 })
})

test('a bulk edit applies exactly its preview, once, and can be undone', async () => {
  const store = await createStore()
  const ring = await store.create({ price: 9_999, offer: 9_950, stock: 3 })
  const chain = await store.create({ price: 2_000 })
  const planned = await preview(store, [ring, chain], { field: 'price', mode: 'lower', basisPoints: 1_250 })
  expect(planned).toMatchObject({
    state: 'preview',
    products: 2,
    changes: 2,
    refused: 0,
    rows: [
      { productId: ring.id, before: 9_999, after: 8_749, problem: null },
      { productId: chain.id, before: 2_000, after: 1_750, problem: null },
    ],
  })
  expect(await readVariant(ring)).toMatchObject({ price: 9_999 })

  const [applied, again] = await Promise.all([
    finish(store, planned, 'apply'),
    finish(store, planned, 'apply'),
  ])
  expect(applied).toMatchObject({ state: 'applied', changes: 2 })
  expect(again).toEqual(applied)
  expect(await readVariant(ring)).toMatchObject({ price: 8_749, offer: null })
  expect(await readHistory(store, ring)).toMatchObject([{ source: 'bulk_edit', before: 9_999, after: 8_749 }])

  expect(await finish(store, planned, 'undo')).toMatchObject({ state: 'undone', changes: 2 })
  await finish(store, planned, 'undo')
  expect(await readVariant(ring)).toMatchObject({ price: 9_999, offer: 9_950 })
  expect(await readVariant(chain)).toMatchObject({ price: 2_000 })
  expect(await readHistory(store, ring)).toMatchObject([
    { source: 'undo', after: 9_999 },
    { source: 'bulk_edit' },
  ])
  const late = await shop.post(`/supplier/product-edits/${planned.id}/apply`, {}, store.headers)
  expect(late.body).toMatchObject({ code: 'edit_undone' })
})

test('rows that changed since the preview are skipped and reported, when applied and when undone', async () => {
  const store = await createStore()
  const [ring, chain] = [await store.create({ stock: 3 }), await store.create({ stock: 4 })]
  const planned = await preview(store, [ring, chain], { field: 'stock', mode: 'add', quantity: 10 })
  await placeGuestOrder(shop, [{ id: ring.id, variantId: ring.variantId }])
  const applied = await finish(store, planned, 'apply')
  expect(applied).toMatchObject({
    changes: 1,
    refused: 1,
    rows: [
      { productId: ring.id, problem: expect.stringContaining('changed in the meantime') },
      { problem: null },
    ],
  })
  expect([await readVariant(ring), await readVariant(chain)]).toMatchObject([{ stock: 2 }, { stock: 14 }])
  await edit(store, chain, { field: 'stock', before: 14, after: 20 })
  expect(await finish(store, planned, 'undo')).toMatchObject({ changes: 0, refused: 1 })
  expect(await readVariant(chain)).toMatchObject({ stock: 20 })
})

test('a preview names refused rows and counts the vendors who sell the products', async () => {
  const store = await createStore()
  const [ring, chain] = [await store.create({ price: 9_000 }), await store.create({ price: 3_000, stock: 2 })]
  const vendor = await createSignedInAccount(db, shop.now())
  await queryRows(
    db,
    sql`insert into store_selections (account_id, product_id, added_at)
      values (${vendor.id}, ${ring.productKey}, now()), (${vendor.id}, ${chain.productKey}, now()) returning place`,
  )
  const change = { field: 'price', mode: 'lower', cents: 5_000 }
  const answer = await shop.post(
    '/supplier/product-edits',
    { products: [ring.id, chain.id], change },
    store.headers,
  )
  expect(answer.body).toMatchObject({
    vendors: 1,
    edit: {
      changes: 1,
      refused: 1,
      rows: [{ after: 4_000 }, { after: -2_000, problem: 'The price would be below 0.' }],
    },
  })
  const wholesale = await preview(store, [ring], { field: 'wholesale', mode: 'raise', basisPoints: 1_000 })
  expect(wholesale).toMatchObject({ changes: 0, rows: [{ problem: 'It has no wholesale price.' }] })
  const shared = await preview(store, [ring], {
    field: 'wholesale',
    mode: 'share_of_price',
    basisPoints: 5_500,
  })
  expect(shared).toMatchObject({ rows: [{ before: null, after: 4_950 }] })
  const same = await preview(store, [chain], { field: 'stock', mode: 'set', quantity: 2 })
  expect(same).toMatchObject({ changes: 0, unchanged: 1, rows: [] })
})

test('products are hidden, archived and activated in bulk, and Undo restores them', async () => {
  const store = await createStore()
  const [ring, free] = [await store.create(), await store.create({ price: 0 })]
  const hidden = await preview(store, [ring], { field: 'status', mode: 'set', status: 'draft' })
  await finish(store, hidden, 'apply')
  expect((await shop.get(`/shop/getProductsByID/${ring.id}`)).status).toBe(404)
  await finish(store, hidden, 'undo')
  expect((await shop.get(`/shop/getProductsByID/${ring.id}`)).status).toBe(200)
  await finish(
    store,
    await preview(store, [ring, free], { field: 'status', mode: 'set', status: 'archived' }),
    'apply',
  )
  const activated = await preview(store, [ring, free], { field: 'status', mode: 'set', status: 'active' })
  expect(activated.rows).toMatchObject([{ problem: null }, { problem: 'Add a price above 0.' }])
  await finish(store, activated, 'apply')
  const { body } = await shop.get('/supplier/products?view=active', store.headers)
  expect(body).toMatchObject({ total: 1, products: [{ id: ring.id, isListed: true }] })
})

test('a bulk edit belongs to its store, and the history is append-only', async () => {
  const [store, other] = [await createStore(), await createStore()]
  const ring = await store.create({ stock: 3 })
  const planned = await preview(store, [ring], { field: 'stock', mode: 'set', quantity: 8 })
  for (const verb of ['apply', 'undo']) {
    const answer = await shop.post(`/supplier/product-edits/${planned.id}/${verb}`, {}, other.headers)
    expect([verb, answer.status]).toEqual([verb, 404])
  }
  const early = await shop.post(`/supplier/product-edits/${planned.id}/undo`, {}, store.headers)
  expect(early.body).toMatchObject({ code: 'edit_not_applied' })
  await finish(store, planned, 'apply')
  await expect(
    queryRows(db, sql`update product_changes set after_value = '9' returning id`),
  ).rejects.toMatchObject({ cause: { constraint: 'product_changes_only_added_to' } })
  expect(await readHistory(store, ring)).toHaveLength(1)
})
