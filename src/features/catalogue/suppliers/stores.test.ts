import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { foldSales, recordSale } from '#features/catalogue/catalog/service.ts'
import { addReviews } from '#features/catalogue/reviews/service.ts'
import { reviews } from '#features/catalogue/reviews/tables.ts'
import { newId } from '#core/ids.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getMyStore, getStoreByID } from './contract.ts'
import { foldStoreCounters, saveSupplierProfile, setVerified } from './service.ts'

const shop = await createTestShop()

const getStore = async (id: string) => {
  const answer = await shop.call(getStoreByID, { params: { id } })
  return getStoreByID.answer.parse(answer).getStore
}

test('a store page shows the supplier’s statements and shipping origin, and no email address', async () => {
  const { supplier } = await saveSupplierProfile(shop.db, {
    name: 'Kara Gold',
    country: 'TR',
    city: 'Izmir',
    warehouse: 'Harbour',
    description: 'Since 1911.',
    contactEmail: 'orders@kara.example',
    yearsOfExperience: 41,
    statedOnTimePercent: 98.6,
  })
  const { body, text } = await shop.get(`/shop/getStoreByID/${supplier.publicId}`)
  expect(body).toMatchObject({
    success: true,
    getStore: {
      id: supplier.publicId,
      name: 'Kara Gold',
      country: 'TR',
      city: 'Izmir',
      description: 'Since 1911.',
      yearsOfExperience: 41,
      memberSince: supplier.createdAt.toISOString(),
      warehouses: [{ name: 'Harbour', country: 'TR' }],
      stated: { onTimeDeliveryPercent: 98.6, storeRating: null, responseTime: null },
      measured: { products: 0, sold: 0, rating: 0, ratingCount: 0 },
    },
  })
  expect(text).not.toContain('kara.example')
})

test('an unknown, unverified or malformed supplier has no store page', async () => {
  const unverified = await createTestSupplier(shop.db, { isVerified: false })
  for (const id of [newId('supplier'), unverified.publicId, 'x', '%00', "';--"]) {
    const { status, body } = await shop.get(`/shop/getStoreByID/${encodeURIComponent(id)}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, code: 'supplier_not_found' })
  }
  const { status } = await shop.get(`/shop/getStoreByID/${'x'.repeat(101)}`)
  expect(status).toBe(400)
})

test('a store’s figures are exact after each change, before and after folding', async () => {
  const supplier = await createTestSupplier(shop.db)
  const other = await createTestSupplier(shop.db)
  const ring = await createTestProduct(shop.db, { supplier, categoryId: 1 })
  const charm = await createTestProduct(shop.db, { supplier, categoryId: 8 })
  await createTestProduct(shop.db, { supplier: other })
  await addReviews(shop.db, [...createRatings(ring.productKey, 5, 4), ...createRatings(charm.productKey, 4)])
  await recordSale(shop.db, [{ productId: ring.productKey, quantity: 3 }])
  await foldSales(shop.db)
  const all = { products: 2, sold: 3, rating: 4.3, ratingCount: 3 }
  expect((await getStore(supplier.publicId)).measured).toEqual(all)
  expect(await foldStoreCounters(shop.db)).toBeGreaterThan(0)
  expect(await foldStoreCounters(shop.db)).toBe(0)
  expect((await getStore(supplier.publicId)).measured).toEqual(all)
  expect((await getStore(other.publicId)).measured).toMatchObject({ products: 1, ratingCount: 0 })

  // Archiving a product keeps its ratings and sales in the figures.
  await shop.db.update(products).set({ status: 'archived' }).where(eq(products.id, ring.productKey))
  expect((await getStore(supplier.publicId)).measured).toEqual({ ...all, products: 1 })
  await shop.db.update(reviews).set({ rating: 1 }).where(eq(reviews.productId, charm.productKey))
  expect((await getStore(supplier.publicId)).measured).toMatchObject({ rating: 3.3 })
  await shop.db.delete(products).where(eq(products.id, charm.productKey))
  expect((await getStore(supplier.publicId)).measured).toEqual({
    products: 0,
    sold: 3,
    rating: 4.5,
    ratingCount: 2,
  })
})

test('a product that moves to another supplier takes its figures and reviews with it', async () => {
  const [from, to] = [await createTestSupplier(shop.db), await createTestSupplier(shop.db)]
  const product = await createTestProduct(shop.db, { supplier: from })
  await addReviews(shop.db, createRatings(product.productKey, 5))
  await shop.db.update(products).set({ supplierId: to.id }).where(eq(products.id, product.productKey))
  expect((await getStore(from.publicId)).measured).toMatchObject({ products: 0, ratingCount: 0 })
  expect((await getStore(to.publicId)).measured).toMatchObject({ products: 1, ratingCount: 1, rating: 5 })
})

test('removing a verification closes the store page, and verifying restores it unchanged', async () => {
  const supplier = await createTestSupplier(shop.db)
  await createTestProduct(shop.db, { supplier })
  await setVerified(shop.db, supplier.id, false)
  await expect(getStore(supplier.publicId)).rejects.toMatchObject({ status: 404 })
  const figureRows = await queryRows<{ n: number }>(
    shop.db,
    sql`select sum(products)::int as n from supplier_figures_now where supplier_id = ${supplier.id}`,
  )
  expect(figureRows).toEqual([{ n: 0 }])
  await setVerified(shop.db, supplier.id, true)
  expect((await getStore(supplier.publicId)).measured.products).toBe(1)
})

function createRatings(productId: number, ...values: number[]) {
  return values.map((rating) => ({
    productId,
    rating,
    text: 'Well made.',
    userName: null,
    createdAt: shop.now(),
  }))
}

test('a manufacturer sees their store before and after verification, and other accounts do not', async () => {
  const store = await createTestSupplier(shop.db, { name: 'Not yet', isVerified: false })
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: store })
  const getOwnStore = async () => {
    const { body } = await shop.get('/shop/getMyStore', owner.headers)
    return getMyStore.answer.parse(body).store
  }
  expect(await getOwnStore()).toEqual({
    id: store.publicId,
    name: 'Not yet',
    isVerified: false,
    logo: null,
    city: null,
    description: null,
    country: 'IT',
    yearsOfExperience: null,
    mainCategories: [],
    measured: { products: 0, sold: 0, rating: 0, ratingCount: 0 },
  })
  await setVerified(shop.db, store.id, true)
  expect(await getOwnStore()).toMatchObject({ id: store.publicId, isVerified: true })

  const without = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer' })
  expect((await shop.get('/shop/getMyStore', without.headers)).body).toMatchObject({ store: null })
  const vendor = await createSignedInAccount(shop.db, shop.now())
  expect(await shop.get('/shop/getMyStore', vendor.headers)).toMatchObject({ status: 403 })
  expect(await shop.get('/shop/getMyStore')).toMatchObject({ status: 401 })
})
