import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { products } from '#features/catalogue/catalog/tables.ts'
import type { EndpointInput } from '#platform/http/calls/endpoint.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { fetchReview, getStoreReviews } from './contract.ts'
import { averageRating } from './rules.ts'
import { addReviews } from './service.ts'

const shop = await createTestShop()
const { db } = shop

async function listProductReviews(id: string) {
  return (await shop.call(fetchReview, { params: { id } })).getReview
}

async function listStoreReviews(id: string) {
  return (await shop.call(getStoreReviews, { params: { id } })).getReview
}

const createReview = (
  productId: number,
  rating: number,
  change: { userName?: string | null; daysAgo?: number } = {},
) => ({
  productId,
  rating,
  text: `Worth ${rating} stars`,
  userName: change.userName ?? null,
  createdAt: new Date(Date.UTC(2026, 0, 20 - (change.daysAgo ?? 0))),
})

test('the average is rounded half up to one decimal, and is 0 without reviews', () => {
  expect(averageRating(0, 0)).toBe(0)
  expect(averageRating(17, 4)).toBe(4.3)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 300 }), (ratings) => {
      const sum = ratings.reduce((a, b) => a + b)
      const tenths = Math.round(averageRating(sum, ratings.length) * 10)
      const distance = tenths * ratings.length - sum * 10
      expect(2 * distance).toBeGreaterThan(-ratings.length)
      expect(2 * distance).toBeLessThanOrEqual(ratings.length)
    }),
  )
})

test('reviews are listed newest first; one without a name is by Anonymous', async () => {
  const product = await createTestProduct(db)
  await addReviews(db, [
    createReview(product.productKey, 5, { daysAgo: 2, userName: 'Ines' }),
    createReview(product.productKey, 3, { userName: ' ' }),
    createReview(product.productKey, 4, { daysAgo: 1 }),
  ])
  expect(await listProductReviews(product.id)).toMatchObject([
    { rating: 3, userName: 'Anonymous', createdAt: '2026-01-20T00:00:00.000Z' },
    { rating: 4, userName: 'Anonymous' },
    { rating: 5, userName: 'Ines', review: 'Worth 5 stars' },
  ])
})

test('a product stores its average, count and ten newest reviews, also after a second batch', async () => {
  const [product, other] = [await createTestProduct(db), await createTestProduct(db)]
  await addReviews(db, [
    createReview(product.productKey, 1, { daysAgo: 9 }),
    createReview(other.productKey, 2),
  ])
  await addReviews(
    db,
    Array.from({ length: 10 }, () => createReview(product.productKey, 5)),
  )
  const [first, second] = await db.select().from(products).orderBy(products.id)
  expect(first).toMatchObject({ rating: 4.6, reviewCount: 11 })
  expect(first?.recentReviews).toHaveLength(10)
  expect(first?.recentReviews.every((review) => review.rating === 5)).toBe(true)
  expect(second).toMatchObject({ rating: 2, reviewCount: 1 })
})

test('an unknown or unlisted product has no public reviews', async () => {
  const hidden = await createTestProduct(db, {
    supplier: await createTestSupplier(db, { isVerified: false }),
  })
  for (const id of [hidden.id, 'x', `prd_${'0'.repeat(32)}`]) {
    await expect(listProductReviews(id)).rejects.toMatchObject({ status: 404, code: 'product_not_found' })
  }
})

test('a store shows the six newest reviews of its own products, each with its product', async () => {
  const supplier = await createTestSupplier(db)
  const [ring, charm] = [
    await createTestProduct(db, { supplier, name: 'Ring' }),
    await createTestProduct(db, { supplier, name: 'Charm' }),
  ]
  await addReviews(db, [createReview((await createTestProduct(db)).productKey, 1)])
  await addReviews(db, [
    createReview(ring.productKey, 2, { daysAgo: 1, userName: 'Ines' }),
    ...[3, 4, 5, 6, 7, 8].map((daysAgo) => createReview(charm.productKey, 5, { daysAgo })),
  ])
  await addReviews(db, [createReview(charm.productKey, 4, { daysAgo: 2 })])
  const storeReviews = await listStoreReviews(supplier.publicId)
  expect(storeReviews.map(({ rating }) => rating)).toEqual([2, 4, 5, 5, 5, 5])
  expect(storeReviews[0]).toMatchObject({
    review: 'Worth 2 stars',
    userName: 'Ines',
    createdAt: '2026-01-19T00:00:00.000Z',
    product: { id: ring.id, name: 'Ring', image: null },
  })
  expect(storeReviews[1]?.userName).toBe('Anonymous')
})

test('a review of an unlisted product stays in its store, without a link to the product', async () => {
  const supplier = await createTestSupplier(db)
  const product = await createTestProduct(db, { supplier, name: 'Ring' })
  await addReviews(db, [createReview(product.productKey, 1)])
  await db.update(products).set({ status: 'archived' }).where(eq(products.id, product.productKey))
  expect(await listStoreReviews(supplier.publicId)).toMatchObject([{ product: { id: null, name: 'Ring' } }])
})

test('an unknown or unverified store has no public reviews', async () => {
  const { publicId } = await createTestSupplier(db, { isVerified: false })
  for (const id of [publicId, 'x'])
    await expect(listStoreReviews(id)).rejects.toMatchObject({ code: 'supplier_not_found' })
})

test('reviews can be sorted, filtered by stars and paged, with counts of each rating', async () => {
  const product = await createTestProduct(db)
  const ratings = [5, 1, 4, 5, 3, 1]
  await addReviews(
    db,
    ratings.map((rating, daysAgo) => createReview(product.productKey, rating, { daysAgo })),
  )
  const getReviews = async (query: EndpointInput<typeof fetchReview>['query'] & Record<string, unknown>) =>
    shop.call(fetchReview, { params: { id: product.id }, query })
  const listRatings = async (query: Parameters<typeof getReviews>[0]) =>
    (await getReviews(query)).getReview.map(({ rating }) => rating)
  expect(await listRatings({})).toEqual(ratings)
  expect(await listRatings({ sort: 'highest' })).toEqual([5, 5, 4, 3, 1, 1])
  expect(await listRatings({ sort: 'lowest' })).toEqual([1, 1, 3, 4, 5, 5])
  expect(await listRatings({ sort: 'lowest', page: 2, limit: 4 })).toEqual([5, 5])
  const fives = await getReviews({ stars: 5, limit: 1, page: 2 })
  expect(fives.getReview).toMatchObject([{ rating: 5, createdAt: '2026-01-17T00:00:00.000Z' }])
  expect(fives).toMatchObject({ total: 2, page: 2, pages: 2 })
  expect(fives.summary).toEqual({
    average: 3.2,
    count: 6,
    stars: [
      { rating: 5, count: 2 },
      { rating: 4, count: 1 },
      { rating: 3, count: 1 },
      { rating: 2, count: 0 },
      { rating: 1, count: 2 },
    ],
  })
  for (const query of ['sort=best', 'stars=6', 'page=0', 'limit=101', 'stars=x'])
    expect((await shop.get(`/shop/fetchReview/${product.id}?${query}`)).status).toBe(400)
})
