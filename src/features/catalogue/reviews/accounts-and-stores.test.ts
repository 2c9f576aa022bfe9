import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { pieceOnSale, placeGuestOrder, supplierInTrade, type MadePiece } from '#tests/shop/factories.ts'
import { playPayment } from '#tests/steps/paying.ts'
import { personSignedIn, type MadePerson } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import { fetchReview } from './contract.ts'
import { markLateBuyers } from './account-reviews.ts'
import { anonymiseReviews, exportReviews } from './service.ts'

const shop = await testShop()
const { db } = shop

const somebody = (given: Parameters<typeof personSignedIn>[2] = {}) => personSignedIn(db, shop.now(), given)

async function reviewed(piece: MadePiece, person?: MadePerson, rating = 5): Promise<string> {
  const data = { productId: piece.id, rating, review: 'Bright.' }
  const { body } = await shop.post('/shop/saveReview', { data }, person?.headers)
  return String(Reflect.get(Object(body), 'id'))
}

async function bought(piece: MadePiece, email: string): Promise<void> {
  const order = await placeGuestOrder(shop, [piece], { email })
  await playPayment(shop, order.id, 'pay')
}

async function reviewsOf({ id }: MadePiece) {
  return (await shop.call(fetchReview, { params: { id } })).getReview
}

test('the store answers a review of its piece, changes the answer and takes it back', async () => {
  const supplier = await supplierInTrade(db, { name: 'Atelier Nord' })
  const owner = await somebody({ type: 'manufacturer', owns: supplier })
  const piece = await pieceOnSale(db, { supplier })
  const reviewId = await reviewed(piece)
  const answer = (text: string) =>
    shop.post('/shop/saveReviewAnswer', { data: { reviewId, answer: text } }, owner.headers)
  expect((await answer('Thank you.')).status).toBe(200)
  expect(await answer(' \n ')).toMatchObject({ status: 400, body: { message: 'Please write an answer' } })
  shop.passTime(MINUTE)
  expect((await answer('Thank you!')).status).toBe(200)
  expect(await reviewsOf(piece)).toMatchObject([
    { answer: { store: 'Atelier Nord', text: 'Thank you!', answeredAt: '2026-03-02T10:01:00.000Z' } },
  ])
  const own = await shop.get(`/shop/getOwnReview/${piece.id}`, owner.headers)
  expect(own.body).toMatchObject({ review: null, isOwner: true })
  await shop.post('/shop/deleteReviewAnswer', { data: { reviewId } }, owner.headers)
  expect(await reviewsOf(piece)).toMatchObject([{ answer: null }])
})

test('nobody but the owner of the store answers, and the owner does not review own pieces', async () => {
  const supplier = await supplierInTrade(db)
  const owner = await somebody({ type: 'manufacturer', owns: supplier })
  const rival = await somebody({ type: 'manufacturer', owns: await supplierInTrade(db) })
  const piece = await pieceOnSale(db, { supplier })
  const reviewId = await reviewed(piece)
  const ask = (path: string, headers?: Record<string, string>) =>
    shop.post(path, { data: { reviewId, answer: 'Mine.' } }, headers)
  for (const path of ['/shop/saveReviewAnswer', '/shop/deleteReviewAnswer']) {
    expect(await ask(path, rival.headers)).toMatchObject({ status: 404, body: { code: 'review_not_found' } })
    expect((await ask(path, (await somebody()).headers)).status).toBe(403)
    expect((await ask(path)).status).toBe(401)
  }
  const data = { productId: piece.id, rating: 5, review: 'The best.' }
  expect(await shop.post('/shop/saveReview', { data }, owner.headers)).toMatchObject({
    status: 409,
    body: { code: 'own_piece' },
  })
})

test('anybody reports a review, a person once, and it is kept for the operator', async () => {
  const reviewId = await reviewed(await pieceOnSale(db))
  const mei = await somebody()
  const report = (data: object, headers?: Record<string, string>) =>
    shop.post('/shop/reportReview', { data: { reviewId, ...data } }, headers)
  expect((await report({ reason: 'untrue' })).status).toBe(200)
  await report({ reason: 'other', note: 'Wrong piece.' }, mei.headers)
  expect((await report({ reason: 'offensive' }, mei.headers)).status).toBe(200)
  expect((await report({ reason: 'dull' })).status).toBe(400)
  expect((await report({ reviewId: `rev_${'0'.repeat(32)}`, reason: 'other' })).status).toBe(404)
  const kept = await rows(db, sql`select person_id, reason, note from review_reports order by id`)
  expect(kept).toEqual([
    { person_id: null, reason: 'untrue', note: '' },
    { person_id: mei.id, reason: 'offensive', note: '' },
  ])
})

test('pieces paid for and not reviewed are due, bought last first', async () => {
  const [ring, chain, charm] = [await pieceOnSale(db), await pieceOnSale(db), await pieceOnSale(db)]
  const mei = await somebody({ email: 'mei@shopper.example' })
  const due = async (person: MadePerson) => (await shop.get('/shop/getReviewsDue', person.headers)).body
  for (const piece of [ring, chain, charm]) {
    await bought(piece, mei.email)
    shop.passTime(MINUTE)
  }
  await placeGuestOrder(shop, [await pieceOnSale(db)], { email: mei.email })
  await reviewed(chain, mei)
  expect(await due(mei)).toMatchObject({
    due: [{ product: { id: charm.id, name: charm.name } }, { product: { id: ring.id } }],
    total: 2,
  })
  expect(await due(await somebody())).toMatchObject({ due: [], total: 0 })
})

test('an address that nobody has shown to be theirs tells of no purchases', async () => {
  const piece = await pieceOnSale(db)
  const mei = await somebody({ email: 'mei@shopper.example' })
  await bought(piece, mei.email)
  await db.execute(sql`update people set email_verified_at = null`)
  await reviewed(piece, mei)
  expect(await reviewsOf(piece)).toMatchObject([{ isBought: false }])
  expect((await shop.get('/shop/getReviewsDue', mei.headers)).body).toMatchObject({ total: 0 })
})

test('who buys after writing is marked within the hour, and stays marked', async () => {
  const piece = await pieceOnSale(db)
  const mei = await somebody({ email: 'mei@shopper.example' })
  await reviewed(piece, mei)
  await bought(piece, mei.email)
  await markLateBuyers(db, shop.now())
  await markLateBuyers(db, shop.now())
  expect(await reviewsOf(piece)).toMatchObject([{ isBought: true }])
  await db.execute(sql`update people set email = 'new@shopper.example'`)
  await reviewed(piece, mei, 4)
  expect(await reviewsOf(piece)).toMatchObject([{ isBought: true, rating: 4 }])
})

test("one's own reviews are listed with their pieces, also those no longer listed", async () => {
  const [ring, chain] = [await pieceOnSale(db, { name: 'Ring' }), await pieceOnSale(db, { name: 'Chain' })]
  const mei = await somebody()
  await reviewed(ring, mei, 2)
  shop.passTime(MINUTE)
  await reviewed(chain, mei)
  await reviewed(chain, await somebody())
  await db.update(products).set({ status: 'archived' })
  const { body } = await shop.get('/shop/getOwnReviews', mei.headers)
  expect(body).toMatchObject({
    getReview: [{ product: { id: null, name: 'Chain' } }, { rating: 2, product: { name: 'Ring' } }],
    total: 2,
    pages: 1,
  })
  expect((await shop.get('/shop/getOwnReviews')).status).toBe(401)
})

test('a closing account takes its reviews along in its export and leaves them behind as a former member', async () => {
  const piece = await pieceOnSale(db)
  const mei = await somebody({ firstName: 'Mei' })
  const id = await reviewed(piece, mei)
  expect(await exportReviews(db, mei.id)).toMatchObject([
    { id, rating: 5, review: 'Bright.', product: { id: piece.id } },
  ])
  await anonymiseReviews(db, mei.id)
  expect(await exportReviews(db, mei.id)).toEqual([])
  expect(await reviewsOf(piece)).toMatchObject([{ id, userName: 'Former member', rating: 5 }])
  const { body } = await shop.get(`/shop/getProductsByID/${piece.id}`)
  expect(body).toMatchObject({ getProduct: { review_count: 1, reviews: [{ userName: 'Former member' }] } })
})

test('what is written into a review reaches nobody as markup, and 10 MB of it not even the shop', async () => {
  const piece = await pieceOnSale(db)
  const text = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'
  const write = (review: string) =>
    shop.post('/shop/saveReview', { data: { productId: piece.id, rating: 1, review } })
  await write(text)
  expect(await reviewsOf(piece)).toMatchObject([{ review: text }])
  expect((await write('x'.repeat(10_000_000))).status).toBe(413)
  expect((await write('x'.repeat(5_001))).status).toBe(400)
  shop.passTime(HOUR)
  expect(await reviewsOf(piece)).toHaveLength(1)
})
