import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#features/catalogue/catalog/tables.ts'
import { HOUR } from '#core/time.ts'
import {
  createTestProduct,
  placeGuestOrder,
  createTestSupplier,
  type CreatedProduct,
} from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { type ApiResponse, createTestShop } from '#tests/shop/shop.ts'
import { fetchReview } from '../contract.ts'
import { formatReviewerName } from '../rules.ts'

const shop = await createTestShop()
const { db } = shop

const createAccount = (options: Parameters<typeof createSignedInAccount>[2] = {}) =>
  createSignedInAccount(db, shop.now(), options)

type ReviewFields = { rating?: unknown; review?: unknown; pictures?: unknown }

function postReview(
  product: Pick<CreatedProduct, 'id'>,
  fields: ReviewFields,
  account?: CreatedAccount,
): Promise<ApiResponse> {
  const data = { productId: product.id, rating: 5, review: 'Bright.', ...fields }
  return shop.post('/shop/saveReview', { data }, account?.headers)
}

async function listProductReviews({ id }: Pick<CreatedProduct, 'id'>) {
  return (await shop.call(fetchReview, { params: { id } })).getReview
}

test('reviews are by Anonymous without an account, and by the account’s name with one [API-08, ROLE-05, ROLE-07, ERR-09, CONST-14, ENT-07]', async () => {
  const product = await createTestProduct(db)
  const answer = await postReview(product, { rating: 4, review: ' Bright.\r\nAnd heavy. ' })
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: 'Review submitted successfully' },
  })
  shop.passTime(HOUR)
  await postReview(product, {}, await createAccount({ firstName: 'Mei', lastName: 'Tan' }))
  expect(await listProductReviews(product)).toMatchObject([
    { rating: 5, review: 'Bright.', userName: 'Mei T.', createdAt: '2026-03-02T11:00:00.000Z' },
    { rating: 4, review: 'Bright.\nAnd heavy.', userName: 'Anonymous', editedAt: null, isBought: false },
  ])
  const { body } = await shop.get(`/shop/getProductsByID/${product.id}`)
  expect(body).toMatchObject({ getProduct: { review_count: 2, rating: 4.5 } })
})

test('a reviewer’s name is the first name and an initial, as far as given', () => {
  expect(formatReviewerName({ firstName: ' Mei ', lastName: 'tan' })).toBe('Mei T.')
  expect(formatReviewerName({ firstName: 'Mei', lastName: ' ' })).toBe('Mei')
  expect(formatReviewerName({ firstName: '', lastName: '𝒯an' })).toBe('𝒯.')
  expect(formatReviewerName({ firstName: ' ', lastName: '' })).toBeNull()
})

test('refuses a review without stars or text with the form’s messages, and saves nothing [VAL-02]', async () => {
  const product = await createTestProduct(db)
  const refusal = { success: false, message: 'Please select a rating', code: 'rating_missing' }
  expect(await postReview(product, { rating: 0 })).toMatchObject({ status: 400, body: refusal })
  for (const review of ['', ' \n\t ', '\u202e\u0007'])
    expect(await postReview(product, { review })).toMatchObject({
      status: 400,
      body: { success: false, message: 'Please write a review', code: 'review_missing' },
    })
  expect(await listProductReviews(product)).toEqual([])
})

test('refuses a review of a product that is not for sale', async () => {
  const hidden = await createTestProduct(db, {
    supplier: await createTestSupplier(db, { isVerified: false }),
  })
  for (const id of [hidden.id, `prd_${'0'.repeat(32)}`])
    expect(await postReview({ id }, {})).toMatchObject({ status: 404, body: { code: 'product_not_found' } })
})

test('a second review replaces the first, and average, count and stars follow', async () => {
  const [product, mei] = [await createTestProduct(db), await createAccount()]
  await postReview(product, { rating: 2 }, await createAccount())
  const first = await postReview(product, { rating: 1, review: 'Too small.' }, mei)
  shop.passTime(HOUR / 2)
  const second = await postReview(product, { rating: 5, review: 'The right size came.' }, mei)
  expect(second.body).toEqual(first.body)
  const { getReview, summary } = await shop.call(fetchReview, { params: { id: product.id } })
  expect(getReview).toHaveLength(2)
  expect(getReview[0]).toMatchObject({
    rating: 5,
    review: 'The right size came.',
    createdAt: '2026-03-02T10:00:00.000Z',
    editedAt: '2026-03-02T10:30:00.000Z',
  })
  expect(summary).toMatchObject({ average: 3.5, count: 2 })
  expect(summary.stars.map(({ count }) => count)).toEqual([1, 0, 0, 1, 0])
})

test('an account can read, change and delete its own review, and no other account can', async () => {
  const [product, mei, other] = [await createTestProduct(db), await createAccount(), await createAccount()]
  const getOwnReviewOf = (account: CreatedAccount) =>
    shop.get(`/shop/getOwnReview/${product.id}`, account.headers)
  const remove = (account: CreatedAccount, reviewId: unknown) =>
    shop.post('/shop/deleteReview', { data: { reviewId } }, account.headers)
  await postReview(product, { rating: 3 }, mei)
  await postReview(product, { rating: 5 }, other)
  const own = await getOwnReviewOf(mei)
  expect(own.body).toMatchObject({ review: { rating: 3, review: 'Bright.' }, isOwner: false })
  const [, mine] = [...(await listProductReviews(product))].toSorted((a, b) => b.rating - a.rating)
  expect(await remove(other, mine?.id)).toMatchObject({ status: 404, body: { code: 'review_not_found' } })
  expect(await remove(mei, mine?.id)).toMatchObject({ status: 200 })
  expect((await getOwnReviewOf(mei)).body).toMatchObject({ review: null })
  expect(await listProductReviews(product)).toMatchObject([{ rating: 5 }])
  const [stored] = await db.select().from(products).where(eq(products.id, product.productKey))
  expect(stored).toMatchObject({ rating: 5, reviewCount: 1 })
  expect(stored?.recentReviews).toHaveLength(1)
})

test('fifty concurrent reviews are all counted, and so are fifty concurrent changes and deletions', async () => {
  const product = await createTestProduct(db)
  const accounts = await Promise.all(Array.from({ length: 50 }, () => createAccount()))
  const readTotals = async () => {
    const [stored] = await db.select().from(products).where(eq(products.id, product.productKey))
    return { rating: stored?.rating, reviewCount: stored?.reviewCount }
  }
  const statuses = async (answers: readonly Promise<ApiResponse>[]) =>
    new Set((await Promise.all(answers)).map(({ status }) => status))
  // Ten reviews of each rating.
  expect(
    await statuses(accounts.map((account, n) => postReview(product, { rating: (n % 5) + 1 }, account))),
  ).toEqual(new Set([200]))
  expect(await readTotals()).toEqual({ rating: 3, reviewCount: 50 })
  // One star becomes five, two-star reviews change their text only, and three-star reviews are deleted.
  const all = await listProductReviews(product)
  const changes = accounts.flatMap((account, n) => {
    if (n % 5 === 0) return [postReview(product, { rating: 5 }, account)]
    return n % 5 === 1 ? [postReview(product, { rating: 2, review: 'Bright!' }, account)] : []
  })
  const removals = accounts.flatMap((account, n) =>
    n % 5 === 2 ? all.filter(({ rating }) => rating === 3).map(({ id }) => ({ account, reviewId: id })) : [],
  )
  const removed = Promise.all(
    removals.map(({ account, reviewId }) =>
      shop.post('/shop/deleteReview', { data: { reviewId } }, account.headers),
    ),
  )
  expect(await statuses(changes)).toEqual(new Set([200]))
  expect((await removed).filter(({ status }) => status === 200)).toHaveLength(10)
  expect(await readTotals()).toEqual({ rating: 4, reviewCount: 40 })
  const { summary } = await shop.call(fetchReview, { params: { id: product.id } })
  expect(summary.stars.map(({ count }) => count)).toEqual([20, 10, 0, 10, 0])
})

test('concurrent reviews by one account result in one review', async () => {
  const [product, mei] = [await createTestProduct(db), await createAccount()]
  await Promise.all([1, 2, 3, 4, 5].map((rating) => postReview(product, { rating }, mei)))
  expect(await listProductReviews(product)).toHaveLength(1)
})

test('card, product page, review list and store show the same rating figures', async () => {
  const supplier = await createTestSupplier(db)
  const product = await createTestProduct(db, { supplier })
  for (const rating of [5, 4, 4]) await postReview(product, { rating }, await createAccount())
  await shop.work()
  const list = await shop.get('/shop/getAllProducts?page=1')
  const readTotals = { rating: 4.3, review_count: 3 }
  expect(list.body).toMatchObject({ getProduct: [readTotals] })
  expect((await shop.get(`/shop/getProductsByID/${product.id}`)).body).toMatchObject({
    getProduct: readTotals,
  })
  const { summary } = await shop.call(fetchReview, { params: { id: product.id } })
  expect(summary).toMatchObject({ average: 4.3, count: 3 })
})

test('a review is marked as bought after a paid order of the product, also as a guest with that address', async () => {
  const [ring, chain] = [await createTestProduct(db), await createTestProduct(db)]
  const mei = await createAccount({ email: 'mei@shopper.example' })
  const order = await placeGuestOrder(shop, [ring], { email: 'Mei@Shopper.example' })
  await postReview(ring, {}, mei)
  expect(await listProductReviews(ring)).toMatchObject([{ isBought: false }])
  await completePayment(shop, order.id, 'pay')
  await postReview(ring, {}, mei)
  await postReview(chain, {}, mei)
  await postReview(ring, { rating: 1 }, await createAccount())
  expect((await listProductReviews(ring)).map(({ rating, isBought }) => [rating, isBought])).toEqual(
    expect.arrayContaining([
      [5, true],
      [1, false],
    ]),
  )
  expect(await listProductReviews(chain)).toMatchObject([{ isBought: false }])
})
