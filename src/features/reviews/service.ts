import { randomUUID } from 'node:crypto'
import { type Queryable, inTransaction } from '#database/database.ts'
import { saveReviewFigures } from '#features/catalog/service.ts'
import { insertReviews, summarise } from './queries.ts'
import { averageRating } from './rules.ts'

export { hasReviews } from './queries.ts'

/** A review to keep: `productId` is the internal key, `rating` 1 to 5, `userName` null when nobody wants to be named. */
export type NewReview = Readonly<{
  productId: number
  rating: number
  text: string
  userName: string | null
  createdAt: Date
}>

/** How many of its newest reviews a product carries with it. */
const RECENT = 10

/** Keeps reviews and tells the catalogue what they make of each product: average, number, the newest. */
export async function addReviews(db: Queryable, added: readonly NewReview[]): Promise<void> {
  if (added.length === 0) return
  await inTransaction(db, async (tx) => {
    await insertReviews(
      tx,
      added.map((review) => ({ ...review, publicId: `rev_${randomUUID().replaceAll('-', '')}` })),
    )
    const productIds = [...new Set(added.map((review) => review.productId))]
    const summaries = await summarise(tx, { productIds, limit: RECENT })
    await saveReviewFigures(
      tx,
      summaries.map(({ productId, sum, count, newest }) => ({
        productId,
        rating: averageRating(sum, count),
        reviewCount: count,
        recentReviews: newest,
      })),
    )
  })
}
