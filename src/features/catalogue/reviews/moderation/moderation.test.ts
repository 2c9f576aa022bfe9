import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'

const shop = await createTestShop()
const { db } = shop

let operator: Awaited<ReturnType<typeof createOperator>>
let product: string
beforeEach(async () => {
  operator = await createOperator(shop)
  product = (await createTestProduct(db)).id
})

/** Writes two reviews of the product; returns the ID of the one-star review. */
async function writeReviews(): Promise<string> {
  const ids = []
  for (const rating of [5, 1]) {
    const { headers } = await createSignedInAccount(db, shop.now())
    const data = { productId: product, rating, review: `A text of ${rating} stars` }
    const { body } = await expectSuccess(shop.post('/shop/saveReview', { data }, headers))
    ids.push(String(Reflect.get(Object(body), 'id')))
  }
  return ids[1] ?? ''
}

const report = (reviewId: string) =>
  expectSuccess(
    shop.post('/shop/reportReview', { data: { reviewId, reason: 'untrue', note: 'Never bought' } }),
  )

const decide = (id: string, decision: string, reason = 'Not about the product') =>
  operator.post(`/operator/reviews/${id}/decide`, { decision, reason })

async function readPublicReviews() {
  const { body } = await expectSuccess(shop.get(`/shop/fetchReview/${product}`))
  const [figures] = await queryRows<{ rating: number; count: number; store: number }>(
    db,
    sql`
      select p.rating::float8 as rating, p.review_count as count,
        (select sum(f.ratings) from supplier_figures_now f where f.supplier_id = p.supplier_id)::int as store
      from products p where p.public_id = ${product}`,
  )
  // The contract guarantees the shape of the answer.
  const { getReview, summary } = body as { getReview: { rating: number }[]; summary: unknown }
  return { stars: getReview.map(({ rating }) => rating).toSorted(), summary, ...figures }
}

test('a removed review is hidden and not counted, and restoring it restores the rating', async () => {
  const id = await writeReviews()
  const before = await readPublicReviews()
  expect(before).toMatchObject({ stars: [1, 5], rating: 3, count: 2, store: 2 })
  await report(id)
  await expectSuccess(decide(id, 'remove'))
  expect(await readPublicReviews()).toMatchObject({ stars: [5], rating: 5, count: 1, store: 1 })
  await expectSuccess(decide(id, 'restore'))
  expect(await readPublicReviews()).toEqual(before)
})

test('a removed review stays removed when its writer edits it, and the writer can delete it', async () => {
  const writer = await createSignedInAccount(db, shop.now())
  const write = (rating: number) => {
    const data = { productId: product, rating, review: 'An advertisement' }
    return expectSuccess(shop.post('/shop/saveReview', { data }, writer.headers))
  }
  const { body } = await write(1)
  const id = String(Reflect.get(Object(body), 'id'))
  await expectSuccess(decide(id, 'remove'))
  await write(4)
  expect(await readPublicReviews()).toMatchObject({ stars: [], count: 0 })
  await expectSuccess(shop.post('/shop/deleteReview', { data: { reviewId: id } }, writer.headers))
  expect(await readPublicReviews()).toMatchObject({ stars: [], count: 0, store: 0 })
})

test('reported reviews are listed until decided, and removed ones with the reason', async () => {
  const id = await writeReviews()
  const list = async (view: string) =>
    (await expectSuccess(operator.get(`/operator/reviews?view=${view}`))).body
  expect(await list('reported')).toMatchObject({ reviews: [] })
  await report(id)
  const reports = [{ reason: 'untrue', note: 'Never bought', isOpen: true }]
  expect(await list('reported')).toMatchObject({ reviews: [{ id, rating: 1, reports }] })
  await expectSuccess(decide(id, 'keep'))
  expect(await list('reported')).toMatchObject({ reviews: [] })
  await expectSuccess(decide(id, 'remove', 'An advertisement'))
  expect(await list('removed')).toMatchObject({ reviews: [{ id, removalReason: 'An advertisement' }] })
})

test('of two concurrent decisions one is refused, and one is logged', async () => {
  const id = await writeReviews()
  const other = await createOperator(shop)
  const body = { decision: 'remove', reason: 'An advertisement' }
  const answers = await Promise.all(
    [operator, other].map((one) => one.post(`/operator/reviews/${id}/decide`, body)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await queryRows(db, sql`select id from audit_log where kind = 'review'`)).toHaveLength(1)
})

test('refuses keeping an unreported review, restoring a visible one, and a removal without a reason', async () => {
  const id = await writeReviews()
  for (const decision of ['keep', 'restore'])
    expect(await decide(id, decision)).toMatchObject({ status: 409, body: { code: 'review_state' } })
  expect(await decide(id, 'remove', '')).toMatchObject({ status: 400 })
})
