import { and, eq, notInArray, sql } from 'drizzle-orm'
import { type Queryable, type Transaction, queryRows } from '#database/database.ts'
import { reviewPictures } from '../tables.ts'

/** Stores an uploaded picture. */
export async function insertReviewPicture(
  db: Queryable,
  picture: typeof reviewPictures.$inferInsert,
): Promise<void> {
  await db.insert(reviewPictures).values(picture)
}

/** The new pictures of a review; `wanted` are their public ids in display order. */
export type ReviewPictureSet = Readonly<{ reviewId: number; accountId: number; wanted: readonly string[] }>

/**
 * Sets the pictures of a review to exactly these. They must be uploads of that account and belong to no other review.
 * Returns how many of them exist.
 */
export async function attachReviewPictures(
  tx: Transaction,
  { reviewId, accountId, wanted }: ReviewPictureSet,
): Promise<number> {
  const { publicId, reviewId: reviewIdColumn } = reviewPictures
  const removedCondition = wanted.length > 0 ? [notInArray(publicId, [...wanted])] : []
  await tx
    .update(reviewPictures)
    .set({ reviewId: null })
    .where(and(eq(reviewIdColumn, reviewId), ...removedCondition))
  const attached = await queryRows<{ id: number }>(
    tx,
    sql`
      update review_pictures c set review_id = ${reviewId}, position = w.position
      from unnest(${sql.param([...wanted])}::text[]) with ordinality w(id, position)
      where c.public_id = w.id and c.account_id = ${accountId} and (c.review_id is null or c.review_id = ${reviewId})
      returning c.id`,
  )
  return attached.length
}

/** Removes all pictures from an account's reviews. */
export async function detachPictures(tx: Transaction, accountId: number): Promise<void> {
  await tx.update(reviewPictures).set({ reviewId: null }).where(eq(reviewPictures.accountId, accountId))
}
