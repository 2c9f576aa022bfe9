import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#features/catalogue/catalog/tables.ts'
import { HOUR } from '#core/time.ts'
import { pieceOnSale, placeGuestOrder, supplierInTrade, type MadePiece } from '#tests/shop/factories.ts'
import { playPayment } from '#tests/steps/paying.ts'
import { personSignedIn, type MadePerson } from '#tests/shop/people.ts'
import { type Answer, testShop } from '#tests/shop/shop.ts'
import { fetchReview } from '../contract.ts'
import { shownName } from '../rules.ts'

const shop = await testShop()
const { db } = shop

const somebody = (given: Parameters<typeof personSignedIn>[2] = {}) => personSignedIn(db, shop.now(), given)

type Written = { rating?: unknown; review?: unknown; pictures?: unknown }

function write(piece: Pick<MadePiece, 'id'>, written: Written, person?: MadePerson): Promise<Answer> {
  const data = { productId: piece.id, rating: 5, review: 'Bright.', ...written }
  return shop.post('/shop/saveReview', { data }, person?.headers)
}

async function reviewsOf({ id }: Pick<MadePiece, 'id'>) {
  return (await shop.call(fetchReview, { params: { id } })).getReview
}

test('anybody may write a review, by Anonymous without an account, and under the name of the account with one [API-08, ROLE-05, ROLE-07, ERR-09, CONST-14, ENT-07]', async () => {
  const piece = await pieceOnSale(db)
  const answer = await write(piece, { rating: 4, review: ' Bright.\r\nAnd heavy. ' })
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: 'Review submitted successfully' },
  })
  shop.passTime(HOUR)
  await write(piece, {}, await somebody({ firstName: 'Mei', lastName: 'Tan' }))
  expect(await reviewsOf(piece)).toMatchObject([
    { rating: 5, review: 'Bright.', userName: 'Mei T.', createdAt: '2026-03-02T11:00:00.000Z' },
    { rating: 4, review: 'Bright.\nAnd heavy.', userName: 'Anonymous', editedAt: null, isBought: false },
  ])
  const { body } = await shop.get(`/shop/getProductsByID/${piece.id}`)
  expect(body).toMatchObject({ getProduct: { review_count: 2, rating: 4.5 } })
})

test('a name is the first name and a letter, as far as there are such', () => {
  expect(shownName({ firstName: ' Mei ', lastName: 'tan' })).toBe('Mei T.')
  expect(shownName({ firstName: 'Mei', lastName: ' ' })).toBe('Mei')
  expect(shownName({ firstName: '', lastName: '𝒯an' })).toBe('𝒯.')
  expect(shownName({ firstName: ' ', lastName: '' })).toBeNull()
})

test('a review without stars or text is refused in the words of the form, and nothing is kept [VAL-02]', async () => {
  const piece = await pieceOnSale(db)
  const refusal = { success: false, message: 'Please select a rating', code: 'rating_missing' }
  expect(await write(piece, { rating: 0 })).toMatchObject({ status: 400, body: refusal })
  for (const review of ['', ' \n\t ', '\u202e\u0007'])
    expect(await write(piece, { review })).toMatchObject({
      status: 400,
      body: { success: false, message: 'Please write a review', code: 'review_missing' },
    })
  expect(await reviewsOf(piece)).toEqual([])
})

test('a piece that is not for sale cannot be reviewed', async () => {
  const hidden = await pieceOnSale(db, { supplier: await supplierInTrade(db, { isVerified: false }) })
  for (const id of [hidden.id, `prd_${'0'.repeat(32)}`])
    expect(await write({ id }, {})).toMatchObject({ status: 404, body: { code: 'product_not_found' } })
})

test('who sends a second review changes the first, and average, number and stars follow', async () => {
  const [piece, mei] = [await pieceOnSale(db), await somebody()]
  await write(piece, { rating: 2 }, await somebody())
  const first = await write(piece, { rating: 1, review: 'Too small.' }, mei)
  shop.passTime(HOUR / 2)
  const second = await write(piece, { rating: 5, review: 'The right size came.' }, mei)
  expect(second.body).toEqual(first.body)
  const { getReview, summary } = await shop.call(fetchReview, { params: { id: piece.id } })
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

test('one reads the own review to change it, and takes it back; nobody else can', async () => {
  const [piece, mei, other] = [await pieceOnSale(db), await somebody(), await somebody()]
  const ownOf = (person: MadePerson) => shop.get(`/shop/getOwnReview/${piece.id}`, person.headers)
  const remove = (person: MadePerson, reviewId: unknown) =>
    shop.post('/shop/deleteReview', { data: { reviewId } }, person.headers)
  await write(piece, { rating: 3 }, mei)
  await write(piece, { rating: 5 }, other)
  const own = await ownOf(mei)
  expect(own.body).toMatchObject({ review: { rating: 3, review: 'Bright.' }, isOwner: false })
  const [, mine] = [...(await reviewsOf(piece))].toSorted((a, b) => b.rating - a.rating)
  expect(await remove(other, mine?.id)).toMatchObject({ status: 404, body: { code: 'review_not_found' } })
  expect(await remove(mei, mine?.id)).toMatchObject({ status: 200 })
  expect((await ownOf(mei)).body).toMatchObject({ review: null })
  expect(await reviewsOf(piece)).toMatchObject([{ rating: 5 }])
  const [kept] = await db.select().from(products).where(eq(products.id, piece.productKey))
  expect(kept).toMatchObject({ rating: 5, reviewCount: 1 })
  expect(kept?.recentReviews).toHaveLength(1)
})

test('fifty reviews written at once are all counted, and so are fifty changed and deleted ones', async () => {
  const piece = await pieceOnSale(db)
  const people = await Promise.all(Array.from({ length: 50 }, () => somebody()))
  const figures = async () => {
    const [kept] = await db.select().from(products).where(eq(products.id, piece.productKey))
    return { rating: kept?.rating, reviewCount: kept?.reviewCount }
  }
  const statuses = async (answers: readonly Promise<Answer>[]) =>
    new Set((await Promise.all(answers)).map(({ status }) => status))
  // Ten of each rating.
  expect(await statuses(people.map((person, n) => write(piece, { rating: (n % 5) + 1 }, person)))).toEqual(
    new Set([200]),
  )
  expect(await figures()).toEqual({ rating: 3, reviewCount: 50 })
  // All ones become fives, while those of two stars change their words only and those of three are taken back.
  const all = await reviewsOf(piece)
  const changes = people.flatMap((person, n) => {
    if (n % 5 === 0) return [write(piece, { rating: 5 }, person)]
    return n % 5 === 1 ? [write(piece, { rating: 2, review: 'Bright!' }, person)] : []
  })
  const removals = people.flatMap((person, n) =>
    n % 5 === 2 ? all.filter(({ rating }) => rating === 3).map(({ id }) => ({ person, reviewId: id })) : [],
  )
  const removed = Promise.all(
    removals.map(({ person, reviewId }) =>
      shop.post('/shop/deleteReview', { data: { reviewId } }, person.headers),
    ),
  )
  expect(await statuses(changes)).toEqual(new Set([200]))
  expect((await removed).filter(({ status }) => status === 200)).toHaveLength(10)
  expect(await figures()).toEqual({ rating: 4, reviewCount: 40 })
  const { summary } = await shop.call(fetchReview, { params: { id: piece.id } })
  expect(summary.stars.map(({ count }) => count)).toEqual([20, 10, 0, 10, 0])
})

test('the same person at two devices at once has one review', async () => {
  const [piece, mei] = [await pieceOnSale(db), await somebody()]
  await Promise.all([1, 2, 3, 4, 5].map((rating) => write(piece, { rating }, mei)))
  expect(await reviewsOf(piece)).toHaveLength(1)
})

test('the figures are the same in the card, on the page, in the list of reviews and at the store', async () => {
  const supplier = await supplierInTrade(db)
  const piece = await pieceOnSale(db, { supplier })
  for (const rating of [5, 4, 4]) await write(piece, { rating }, await somebody())
  await shop.work()
  const list = await shop.get('/shop/getAllProducts?page=1')
  const figures = { rating: 4.3, review_count: 3 }
  expect(list.body).toMatchObject({ getProduct: [figures] })
  expect((await shop.get(`/shop/getProductsByID/${piece.id}`)).body).toMatchObject({ getProduct: figures })
  const { summary } = await shop.call(fetchReview, { params: { id: piece.id } })
  expect(summary).toMatchObject({ average: 4.3, count: 3 })
})

test('a review is marked as bought with a paid order of the piece, also by a guest of that address, and not before', async () => {
  const [ring, chain] = [await pieceOnSale(db), await pieceOnSale(db)]
  const mei = await somebody({ email: 'mei@shopper.example' })
  const order = await placeGuestOrder(shop, [ring], { email: 'Mei@Shopper.example' })
  await write(ring, {}, mei)
  expect(await reviewsOf(ring)).toMatchObject([{ isBought: false }])
  await playPayment(shop, order.id, 'pay')
  await write(ring, {}, mei)
  await write(chain, {}, mei)
  await write(ring, { rating: 1 }, await somebody())
  expect((await reviewsOf(ring)).map(({ rating, isBought }) => [rating, isBought])).toEqual(
    expect.arrayContaining([
      [5, true],
      [1, false],
    ]),
  )
  expect(await reviewsOf(chain)).toMatchObject([{ isBought: false }])
})
