import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { foldSales, recordSale } from '#features/catalogue/catalog/service.ts'
import { addReviews } from '#features/catalogue/reviews/service.ts'
import { reviews } from '#features/catalogue/reviews/tables.ts'
import { newId } from '#core/ids.ts'
import { pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import { getMyStore, getStoreByID } from './contract.ts'
import { foldStoreFigures, saveSupplierProfile, setVerified } from './service.ts'

const shop = await testShop()

const storeOf = async (id: string) => {
  const answer = await shop.call(getStoreByID, { params: { id } })
  return getStoreByID.answer.parse(answer).getStore
}

test('a store shows what its supplier says of itself, where it ships from, and no mail address', async () => {
  const { supplier } = await saveSupplierProfile(shop.db, {
    name: 'Kara Gold',
    country: 'TR',
    city: 'Izmir',
    warehouse: 'Harbour',
    story: 'Since 1911.',
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
      story: 'Since 1911.',
      yearsOfExperience: 41,
      memberSince: supplier.createdAt.toISOString(),
      warehouses: [{ name: 'Harbour', country: 'TR' }],
      stated: { onTimeDeliveryPercent: 98.6, storeRating: null, responseTime: null },
      measured: { pieces: 0, sold: 0, rating: 0, ratingCount: 0 },
    },
  })
  expect(text).not.toContain('kara.example')
})

test('a supplier that is unknown, unverified or no id at all has no store', async () => {
  const unverified = await supplierInTrade(shop.db, { isVerified: false })
  for (const id of [newId('supplier'), unverified.publicId, 'x', '%00', "';--"]) {
    const { status, body } = await shop.get(`/shop/getStoreByID/${encodeURIComponent(id)}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, code: 'supplier_not_found' })
  }
  const { status } = await shop.get(`/shop/getStoreByID/${'x'.repeat(101)}`)
  expect(status).toBe(400)
})

test('the figures of a store are exact at every change, folded or not', async () => {
  const supplier = await supplierInTrade(shop.db)
  const other = await supplierInTrade(shop.db)
  const ring = await pieceOnSale(shop.db, { supplier, categoryId: 1 })
  const charm = await pieceOnSale(shop.db, { supplier, categoryId: 8 })
  await pieceOnSale(shop.db, { supplier: other })
  await addReviews(shop.db, [...ratings(ring.productKey, 5, 4), ...ratings(charm.productKey, 4)])
  await recordSale(shop.db, [{ productId: ring.productKey, quantity: 3 }])
  await foldSales(shop.db)
  const all = { pieces: 2, sold: 3, rating: 4.3, ratingCount: 3 }
  expect((await storeOf(supplier.publicId)).measured).toEqual(all)
  expect(await foldStoreFigures(shop.db)).toBeGreaterThan(0)
  expect(await foldStoreFigures(shop.db)).toBe(0)
  expect((await storeOf(supplier.publicId)).measured).toEqual(all)
  expect((await storeOf(other.publicId)).measured).toMatchObject({ pieces: 1, ratingCount: 0 })

  // A piece that is taken out of the shop takes neither its ratings nor its sales along.
  await shop.db.update(products).set({ status: 'archived' }).where(eq(products.id, ring.productKey))
  expect((await storeOf(supplier.publicId)).measured).toEqual({ ...all, pieces: 1 })
  await shop.db.update(reviews).set({ rating: 1 }).where(eq(reviews.productId, charm.productKey))
  expect((await storeOf(supplier.publicId)).measured).toMatchObject({ rating: 3.3 })
  await shop.db.delete(products).where(eq(products.id, charm.productKey))
  expect((await storeOf(supplier.publicId)).measured).toEqual({
    pieces: 0,
    sold: 3,
    rating: 4.5,
    ratingCount: 2,
  })
})

test('a piece that goes to another supplier takes its place in the figures and its reviews along', async () => {
  const [from, to] = [await supplierInTrade(shop.db), await supplierInTrade(shop.db)]
  const piece = await pieceOnSale(shop.db, { supplier: from })
  await addReviews(shop.db, ratings(piece.productKey, 5))
  await shop.db.update(products).set({ supplierId: to.id }).where(eq(products.id, piece.productKey))
  expect((await storeOf(from.publicId)).measured).toMatchObject({ pieces: 0, ratingCount: 0 })
  expect((await storeOf(to.publicId)).measured).toMatchObject({ pieces: 1, ratingCount: 1, rating: 5 })
})

test('a supplier that is no longer verified closes its store and comes back as it was', async () => {
  const supplier = await supplierInTrade(shop.db)
  await pieceOnSale(shop.db, { supplier })
  await setVerified(shop.db, supplier.id, false)
  await expect(storeOf(supplier.publicId)).rejects.toMatchObject({ status: 404 })
  const kept = await rows<{ n: number }>(
    shop.db,
    sql`select sum(pieces)::int as n from supplier_figures_now where supplier_id = ${supplier.id}`,
  )
  expect(kept).toEqual([{ n: 0 }])
  await setVerified(shop.db, supplier.id, true)
  expect((await storeOf(supplier.publicId)).measured.pieces).toBe(1)
})

function ratings(productId: number, ...given: number[]) {
  return given.map((rating) => ({
    productId,
    rating,
    text: 'Well made.',
    userName: null,
    createdAt: shop.now(),
  }))
}

test('a manufacturer sees the own store before it is verified and after, and nobody else sees it there', async () => {
  const store = await supplierInTrade(shop.db, { name: 'Not yet', isVerified: false })
  const owner = await personSignedIn(shop.db, shop.now(), { type: 'manufacturer', owns: store })
  const ownStore = async () => {
    const { body } = await shop.get('/shop/getMyStore', owner.headers)
    return getMyStore.answer.parse(body).store
  }
  expect(await ownStore()).toEqual({
    id: store.publicId,
    name: 'Not yet',
    isVerified: false,
    logo: null,
    country: 'IT',
    yearsOfExperience: null,
    mainCategories: [],
    measured: { pieces: 0, sold: 0, rating: 0, ratingCount: 0 },
  })
  await setVerified(shop.db, store.id, true)
  expect(await ownStore()).toMatchObject({ id: store.publicId, isVerified: true })

  const without = await personSignedIn(shop.db, shop.now(), { type: 'manufacturer' })
  expect((await shop.get('/shop/getMyStore', without.headers)).body).toMatchObject({ store: null })
  const vendor = await personSignedIn(shop.db, shop.now())
  expect(await shop.get('/shop/getMyStore', vendor.headers)).toMatchObject({ status: 403 })
  expect(await shop.get('/shop/getMyStore')).toMatchObject({ status: 401 })
})
