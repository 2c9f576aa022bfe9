import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { decideReview } from './decide-review.ts'
import { listModeratedReviews } from './moderation-queries.ts'

const PAGE_SIZE = 50

/** The operators' routes of reported reviews. */
export const moderationRoutes: readonly Route[] = [
  route(contract.listReportedReviews, async ({ query: { view, cursor: before } }, { db }) => {
    const found = await listModeratedReviews(db, { view, before, limit: PAGE_SIZE + 1 })
    const page = found.slice(0, PAGE_SIZE)
    return ok('Reviews', {
      reviews: page.map(({ key: _key, createdAt, removedAt, ...review }) => ({
        ...review,
        createdAt: createdAt.toISOString(),
        removedAt: removedAt?.toISOString() ?? null,
      })),
      nextCursor: found.length > PAGE_SIZE ? (page.at(-1)?.key ?? null) : null,
    })
  }),
  route(contract.decideReview, async ({ params: { id: publicId }, body }, call) => {
    await decideReview(call.db, toAuditSource(call), { ...body, publicId })
    return ok(MESSAGES[body.decision], {})
  }),
]

const MESSAGES = {
  keep: 'The review stays.',
  remove: 'The review has been removed.',
  restore: 'The review is shown again.',
} as const
