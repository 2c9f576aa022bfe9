import { type Queryable, inTransaction } from '#database/database.ts'
import { newId } from '#core/ids.ts'
import { tellCatalogue } from './figures.ts'
import { insertReviews } from './queries.ts'

export { anonymiseReviews, exportReviews } from './account-reviews.ts'
export { hasReviews } from './queries.ts'

/** A review to keep: `productId` is the internal key, `rating` 1 to 5, `userName` null when nobody wants to be named. */
export type NewReview = Readonly<{
  productId: number
  rating: number
  text: string
  userName: string | null
  createdAt: Date
}>

/** Keeps reviews that nobody with an account wrote here, and tells the catalogue what they make of each product. */
export async function addReviews(db: Queryable, added: readonly NewReview[]): Promise<void> {
  if (added.length === 0) return
  await inTransaction(db, async (tx) => {
    await insertReviews(
      tx,
      added.map((review) => ({ ...review, publicId: newId('review', review.createdAt.getTime()) })),
    )
    await tellCatalogue(
      tx,
      added.map((review) => review.productId),
    )
  })
}
