import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { REPORT_REASONS, ReviewId } from '../shapes.ts'

const LIMIT = { calls: 120, windowMs: MINUTE }

/** A review with its reports, as operators see it. */
const ModeratedReview = z
  .object({
    id: z.string(),
    product: z.object({ id: z.string(), name: z.string() }),
    supplier: z.object({ id: z.string(), name: z.string() }),
    /** Null if the author gave no name. */
    author: z.string().nullable(),
    rating: z.number(),
    text: z.string(),
    isBought: z.boolean(),
    createdAt: z.string(),
    removedAt: z.string().nullable(),
    removalReason: z.string().nullable(),
    /** The newest first; `isOpen` until an operator has decided. */
    reports: z.array(
      z.object({ reason: z.enum(REPORT_REASONS), note: z.string(), at: z.string(), isOpen: z.boolean() }),
    ),
  })
  .openapi('ModeratedReview')

export const listReportedReviews = endpoint({
  method: 'GET',
  path: '/operator/reviews',
  summary: 'Lists reviews with open reports, or those that were removed, the newest first, fifty a page',
  access: { operator: 'reviews:read' },
  readsReplica: 'current',
  query: z.object({
    view: z.enum(['reported', 'removed']).default('reported'),
    /** The `nextCursor` of the previous page. */
    cursor: z.coerce.number<string | number>().int().min(1).optional(),
  }),
  answer: Envelope.extend({ reviews: z.array(ModeratedReview), nextCursor: z.number().nullable() }),
  limit: LIMIT,
})

export const decideReview = endpoint({
  method: 'POST',
  path: '/operator/reviews/{id}/decide',
  summary:
    'Keeps a reported review, removes it, or restores a removed one; a removed review is hidden and does not count towards the rating',
  access: { operator: 'reviews:write' },
  params: z.object({ id: ReviewId }),
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('keep') }),
    z.object({
      decision: z.enum(['remove', 'restore']),
      reason: z.string().overwrite(toSingleLine).min(3, 'Use at least 3 characters.').max(500),
    }),
  ]),
  answer: Envelope,
  refusals: ['review_not_found', 'review_state'],
  limit: LIMIT,
})
