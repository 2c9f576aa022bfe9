import { type Queryable, inTransaction } from '#database/database.ts'
import { newId } from '#core/ids.ts'
import { updateCatalogueReviews } from './review-totals.ts'
import { insertReviews } from './queries.ts'

export { anonymizeReviews, exportReviews } from './account-reviews.ts'
export { hasReviews } from './queries.ts'

/** A review to store: `productId` is the internal key, `rating` 1 to 5, `userName` null for anonymous reviews. */
export type NewReview = Readonly<{
  productId: number
  rating: number
  text: string
  userName: string | null
  createdAt: Date
}>

/** Stores imported reviews, and updates the ratings of their products in the catalogue. */
export async function addReviews(db: Queryable, newReviews: readonly NewReview[]): Promise<void> {
  if (newReviews.length === 0) return
  await inTransaction(db, async (tx) => {
    await insertReviews(
      tx,
      newReviews.map((review) => ({ ...review, publicId: newId('review', review.createdAt.getTime()) })),
    )
    await updateCatalogueReviews(
      tx,
      newReviews.map((review) => review.productId),
    )
  })
}
