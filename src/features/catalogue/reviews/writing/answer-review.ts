import { type Database, inTransaction } from '#database/database.ts'
import { invalid, notFound } from '#core/errors.ts'
import type { ReportReason } from '../contract.ts'
import { updateCatalogueReviews } from '../review-totals.ts'
import { insertReviewReport, updateAnswer } from '../queries.ts'

/** A store owner's reply to a review of one of its products; undefined removes it. */
export type AnswerInput = Readonly<{
  reviewId: string
  ownerId: number
  answer: string | undefined
  now: Date
}>

/** Stores a store's answer to a review, or deletes it. Throws `answer_missing` and `review_not_found`. */
export async function answerReview(
  db: Database,
  { reviewId: publicId, ownerId, answer: text, now: at }: AnswerInput,
): Promise<void> {
  if (text === '') throw invalid('answer_missing', 'Enter a reply', { fields: ['answer'] })
  await inTransaction(db, async (tx) => {
    const answer = text === undefined ? undefined : { text, at }
    const productId = await updateAnswer(tx, { publicId, ownerId }, answer)
    if (productId === undefined)
      throw notFound('review_not_found', 'We couldn’t find this review of your store’s products.')
    await updateCatalogueReviews(tx, [productId])
  })
}

/** A report of a review: `accountId` is null without a sign-in. */
export type ReviewReport = Readonly<{
  reviewId: string
  accountId: number | null
  reason: ReportReason
  note: string
  now: Date
}>

/** Stores a report for operators; a later one of the same account replaces it. Throws `review_not_found`. */
export async function reportReview(db: Database, { now: createdAt, ...report }: ReviewReport): Promise<void> {
  const isStored = await insertReviewReport(db, { ...report, createdAt })
  if (!isStored)
    throw notFound('review_not_found', 'This review doesn\u2019t exist. It may have been removed.')
}
