import { type AppError, notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { updateCatalogueReviews } from '../review-totals.ts'
import { decideReports, type LockedReview, lockReview, updateRemoval } from './moderation-queries.ts'

/** An operator's decision about a review; removing and restoring require a reason. */
export type ReviewDecision =
  | Readonly<{ decision: 'keep' }>
  | Readonly<{ decision: 'remove' | 'restore'; reason: string }>

/**
 * Keeps, removes or restores a reported review, and updates its product's rating, in one transaction. Throws
 * `review_not_found`; refuses with `review_state` when another operator has already decided.
 */
export async function decideReview(
  db: Database,
  source: AuditSource,
  { publicId, ...decision }: ReviewDecision & Readonly<{ publicId: string }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const review = await lockReview(tx, publicId)
    if (!review) throw notFound('review_not_found', 'This review no longer exists.')
    await applyDecision(tx, { review, source, decision })
    await recordChange(tx, source, {
      supplierId: review.supplierId,
      kind: 'review',
      action: ACTIONS[decision.decision],
      entity: `review:${publicId}`,
      before: { review: review.removedAt === null ? 'reported' : 'removed', reason: review.removalReason },
      after: {
        review: STATES[decision.decision],
        reason: decision.decision === 'keep' ? null : decision.reason,
      },
    })
  })
}

type DecisionInput = Readonly<{ review: LockedReview; source: AuditSource; decision: ReviewDecision }>

async function applyDecision(tx: Transaction, { review, source, decision }: DecisionInput): Promise<void> {
  const { memberId: accountId, now } = source
  const isRemoved = review.removedAt !== null
  if (isRemoved !== (decision.decision === 'restore')) throw reviewStateError()
  if (decision.decision === 'keep') {
    const decided = await decideReports(tx, { reviewId: review.id, decision: 'kept', accountId, now })
    if (decided === 0) throw reviewStateError()
    return
  }
  const isRemoval = decision.decision === 'remove'
  await updateRemoval(tx, review.id, isRemoval ? { at: now, reason: decision.reason } : null)
  if (isRemoval) await decideReports(tx, { reviewId: review.id, decision: 'removed', accountId, now })
  await updateCatalogueReviews(tx, [review.productId])
}

function reviewStateError(): AppError {
  return refused('review_state', 'This has been decided already. Reload the page to see the latest version.')
}

const ACTIONS = {
  keep: 'Kept a reported review',
  remove: 'Removed a review',
  restore: 'Restored a review',
} as const

const STATES = { keep: 'kept', remove: 'removed', restore: 'restored' } as const
