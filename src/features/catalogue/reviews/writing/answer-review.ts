import { type Database, inTransaction } from '#database/database.ts'
import { invalid, notFound } from '#core/errors.ts'
import type { ReportReason } from '../contract.ts'
import { tellCatalogue } from '../figures.ts'
import { insertReport, updateAnswer } from '../queries.ts'

/** What the owner of a store says to a review of one of its pieces; undefined takes it back. */
export type Answering = Readonly<{ reviewId: string; ownerId: number; answer: string | undefined; now: Date }>

/** Keeps a store's answer to a review, or takes it back. Throws `answer_missing` and `review_not_found`. */
export async function answerReview(
  db: Database,
  { reviewId: publicId, ownerId, answer: text, now: at }: Answering,
): Promise<void> {
  if (text === '') throw invalid('answer_missing', 'Please write an answer', { fields: ['answer'] })
  await inTransaction(db, async (tx) => {
    const answer = text === undefined ? undefined : { text, at }
    const productId = await updateAnswer(tx, { publicId, ownerId }, answer)
    if (productId === undefined)
      throw notFound('review_not_found', 'There is no such review of a piece of your store.')
    await tellCatalogue(tx, [productId])
  })
}

/** Somebody finds fault with a review: `personId` is null where nobody is signed in. */
export type Report = Readonly<{
  reviewId: string
  personId: number | null
  reason: ReportReason
  note: string
  now: Date
}>

/** Keeps a report for the operator; the later one of the same person replaces the earlier. Throws `review_not_found`. */
export async function reportReview(db: Database, { now: createdAt, ...report }: Report): Promise<void> {
  const isKept = await insertReport(db, { ...report, createdAt })
  if (!isKept) throw notFound('review_not_found', 'There is no such review.')
}
