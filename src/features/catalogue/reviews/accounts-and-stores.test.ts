import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import {
  createTestProduct,
  placeGuestOrder,
  createTestSupplier,
  type CreatedProduct,
} from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { fetchReview } from './contract.ts'
import { markVerifiedBuyers } from './account-reviews.ts'
import { anonymizeReviews, exportReviews } from './service.ts'

const shop = await createTestShop()
const { db } = shop

const createAccount = (options: Parameters<typeof createSignedInAccount>[2] = {}) =>
  createSignedInAccount(db, shop.now(), options)

async function createReview(product: CreatedProduct, account?: CreatedAccount, rating = 5): Promise<string> {
  const data = { productId: product.id, rating, review: 'Bright.' }
  const { body } = await shop.post('/shop/saveReview', { data }, account?.headers)
  return String(Reflect.get(Object(body), 'id'))
}

async function placePaidOrder(product: CreatedProduct, email: string): Promise<void> {
  const order = await placeGuestOrder(shop, [product], { email })
  await completePayment(shop, order.id, 'pay')
}

async function listProductReviews({ id }: CreatedProduct) {
  return (await shop.call(fetchReview, { params: { id } })).getReview
}

test('a store can answer a review of its product, change the answer and remove it', async () => {
  const supplier = await createTestSupplier(db, { name: 'Atelier Nord' })
  const owner = await createAccount({ type: 'manufacturer', owns: supplier })
  const product = await createTestProduct(db, { supplier })
  const reviewId = await createReview(product)
  const answer = (text: string) =>
    shop.post('/shop/saveReviewAnswer', { data: { reviewId, answer: text } }, owner.headers)
  expect((await answer('Thank you.')).status).toBe(200)
  expect(await answer(' \n ')).toMatchObject({ status: 400, body: { message: 'Enter a reply' } })
  shop.passTime(MINUTE)
  expect((await answer('Thank you!')).status).toBe(200)
  expect(await listProductReviews(product)).toMatchObject([
    { answer: { store: 'Atelier Nord', text: 'Thank you!', answeredAt: '2026-03-02T10:01:00.000Z' } },
  ])
  const ownAnswer = await shop.get(`/shop/getOwnReview/${product.id}`, owner.headers)
  expect(ownAnswer.body).toMatchObject({ review: null, isOwner: true })
  await shop.post('/shop/deleteReviewAnswer', { data: { reviewId } }, owner.headers)
  expect(await listProductReviews(product)).toMatchObject([{ answer: null }])
})

test('only the store’s owner can answer, and cannot review their own products', async () => {
  const supplier = await createTestSupplier(db)
  const owner = await createAccount({ type: 'manufacturer', owns: supplier })
  const otherSupplier = await createAccount({ type: 'manufacturer', owns: await createTestSupplier(db) })
  const product = await createTestProduct(db, { supplier })
  const reviewId = await createReview(product)
  const postAnswer = (path: string, headers?: Record<string, string>) =>
    shop.post(path, { data: { reviewId, answer: 'Mine.' } }, headers)
  for (const path of ['/shop/saveReviewAnswer', '/shop/deleteReviewAnswer']) {
    expect(await postAnswer(path, otherSupplier.headers)).toMatchObject({
      status: 404,
      body: { code: 'review_not_found' },
    })
    expect((await postAnswer(path, (await createAccount()).headers)).status).toBe(403)
    expect((await postAnswer(path)).status).toBe(401)
  }
  const data = { productId: product.id, rating: 5, review: 'The best.' }
  expect(await shop.post('/shop/saveReview', { data }, owner.headers)).toMatchObject({
    status: 409,
    body: { code: 'own_product' },
  })
})

test('anyone can report a review, an account once, and operators see the report', async () => {
  const reviewId = await createReview(await createTestProduct(db))
  const mei = await createAccount()
  const reportReview = (data: object, headers?: Record<string, string>) =>
    shop.post('/shop/reportReview', { data: { reviewId, ...data } }, headers)
  expect((await reportReview({ reason: 'untrue' })).status).toBe(200)
  await reportReview({ reason: 'other', note: 'Wrong product.' }, mei.headers)
  expect((await reportReview({ reason: 'offensive' }, mei.headers)).status).toBe(200)
  expect((await reportReview({ reason: 'dull' })).status).toBe(400)
  expect((await reportReview({ reviewId: `rev_${'0'.repeat(32)}`, reason: 'other' })).status).toBe(404)
  const reports = await queryRows(db, sql`select account_id, reason, note from review_reports order by id`)
  expect(reports).toEqual([
    { account_id: null, reason: 'untrue', note: '' },
    { account_id: mei.id, reason: 'offensive', note: '' },
  ])
})

test('paid products without a review are due for review, latest purchase first', async () => {
  const [ring, chain, charm] = [
    await createTestProduct(db),
    await createTestProduct(db),
    await createTestProduct(db),
  ]
  const mei = await createAccount({ email: 'mei@shopper.example' })
  const getReviewsDueFor = async (account: CreatedAccount) =>
    (await shop.get('/shop/getReviewsDue', account.headers)).body
  for (const product of [ring, chain, charm]) {
    await placePaidOrder(product, mei.email)
    shop.passTime(MINUTE)
  }
  await placeGuestOrder(shop, [await createTestProduct(db)], { email: mei.email })
  await createReview(chain, mei)
  expect(await getReviewsDueFor(mei)).toMatchObject({
    due: [{ product: { id: charm.id, name: charm.name } }, { product: { id: ring.id } }],
    total: 2,
  })
  expect(await getReviewsDueFor(await createAccount())).toMatchObject({ due: [], total: 0 })
})

test('an unverified email address reveals no purchases', async () => {
  const product = await createTestProduct(db)
  const mei = await createAccount({ email: 'mei@shopper.example' })
  await placePaidOrder(product, mei.email)
  await db.execute(sql`update accounts set email_verified_at = null`)
  await createReview(product, mei)
  expect(await listProductReviews(product)).toMatchObject([{ isBought: false }])
  expect((await shop.get('/shop/getReviewsDue', mei.headers)).body).toMatchObject({ total: 0 })
})

test('a reviewer who buys later is marked as a buyer within the hour, permanently', async () => {
  const product = await createTestProduct(db)
  const mei = await createAccount({ email: 'mei@shopper.example' })
  await createReview(product, mei)
  await placePaidOrder(product, mei.email)
  await markVerifiedBuyers(db, shop.now())
  await markVerifiedBuyers(db, shop.now())
  expect(await listProductReviews(product)).toMatchObject([{ isBought: true }])
  await db.execute(sql`update accounts set email = 'new@shopper.example'`)
  await createReview(product, mei, 4)
  expect(await listProductReviews(product)).toMatchObject([{ isBought: true, rating: 4 }])
})

test('an account lists its own reviews with their products, also unlisted ones', async () => {
  const [ring, chain] = [
    await createTestProduct(db, { name: 'Ring' }),
    await createTestProduct(db, { name: 'Chain' }),
  ]
  const mei = await createAccount()
  await createReview(ring, mei, 2)
  shop.passTime(MINUTE)
  await createReview(chain, mei)
  await createReview(chain, await createAccount())
  await db.update(products).set({ status: 'archived' })
  const { body } = await shop.get('/shop/getOwnReviews', mei.headers)
  expect(body).toMatchObject({
    getReview: [{ product: { id: null, name: 'Chain' } }, { rating: 2, product: { name: 'Ring' } }],
    total: 2,
    pages: 1,
  })
  expect((await shop.get('/shop/getOwnReviews')).status).toBe(401)
})

test('closing an account exports its reviews and keeps them as a former member’s', async () => {
  const product = await createTestProduct(db)
  const mei = await createAccount({ firstName: 'Mei' })
  const id = await createReview(product, mei)
  expect(await exportReviews(db, mei.id)).toMatchObject([
    { id, rating: 5, review: 'Bright.', product: { id: product.id } },
  ])
  await anonymizeReviews(db, mei.id)
  expect(await exportReviews(db, mei.id)).toEqual([])
  expect(await listProductReviews(product)).toMatchObject([{ id, userName: 'Former member', rating: 5 }])
  const { body } = await shop.get(`/shop/getProductsByID/${product.id}`)
  expect(body).toMatchObject({ getProduct: { review_count: 1, reviews: [{ userName: 'Former member' }] } })
})

test('review text is never rendered as markup, and 10 MB are refused', async () => {
  const product = await createTestProduct(db)
  const text = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'
  const write = (review: string) =>
    shop.post('/shop/saveReview', { data: { productId: product.id, rating: 1, review } })
  await write(text)
  expect(await listProductReviews(product)).toMatchObject([{ review: text }])
  expect((await write('x'.repeat(10_000_000))).status).toBe(413)
  expect((await write('x'.repeat(5_001))).status).toBe(400)
  shop.passTime(HOUR)
  expect(await listProductReviews(product)).toHaveLength(1)
})
