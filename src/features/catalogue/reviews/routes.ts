import { AppError, notFound } from '#core/errors.ts'
import { idPattern } from '#core/ids.ts'
import { HOUR } from '#core/time.ts'
import { findListedProduct } from '#features/catalogue/catalog/service.ts'
import { findStoreKey } from '#features/catalogue/suppliers/service.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, type RequestContext, route, type Route } from '#platform/http/calls/route.ts'
import { listReviewsDue } from './account-reviews.ts'
import * as contract from './contract.ts'
import { countStars, findOwnReview, listOwnReviews, listReviews, listStoreReviews } from './list-queries.ts'
import { keepPicture } from './pictures/review-pictures.ts'
import { findReviewable } from './queries.ts'
import { summaryOf } from './rules.ts'
import { answerReview, reportReview } from './writing/answer-review.ts'
import { checkWhole, deleteReview, saveReview } from './writing/save-review.ts'

const DAY = 24 * HOUR

/** What one address may write without an account, and of one piece; and how many a piece takes from everywhere (ROLE-07). */
const LIMITS = {
  client: { calls: 5, windowMs: HOUR },
  clientOfPiece: { calls: 1, windowMs: DAY },
  piece: { calls: 20, windowMs: DAY },
} as const

/** Counts a review that nobody signed. Throws `too_many_requests`, saying that an account is the way round. */
async function countAnonymous(count: RequestContext['count'], productId: string): Promise<void> {
  try {
    await count('anonymous reviews', LIMITS.client)
    await count(`anonymous reviews of ${productId}`, LIMITS.clientOfPiece)
    await count('anonymous reviews of a piece', LIMITS.piece, productId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    const { kind, code, details } = error
    throw new AppError(
      kind,
      code,
      'Only so many reviews are taken without an account. Please sign in, or try again later.',
      {
        cause: error,
        ...(details ? { details } : {}),
      },
    )
  }
}

/** More reviews than anybody reads on one page. */
const MOST = 500

/** So many tell how a store is spoken of. */
const OF_STORE = 6

/** So many of one's own stand on a page. */
const OWN = 20

/** The reviews of pieces, to be read and written; pictures are kept in `files`. */
export function reviewRoutes(files: Files): Route[] {
  return [...reading, ...writing(files), ...ofStores, ...own]
}

const reading: Route[] = [
  route(contract.fetchReview, async ({ params, query }, { db }) => {
    const isProduct = idPattern('product').test(params.id)
    const productId = isProduct ? await findListedProduct(db, params.id) : undefined
    if (productId === undefined) throw notFound('product_not_found', 'Product not found')
    const { page = 1, sort, stars } = query
    const limit = query.limit ?? (query.page === undefined ? MOST : OF_PAGE)
    const offset = (page - 1) * limit
    const counts = await countStars(db, productId)
    const getReview = await listReviews(db, { productId, stars, sort, offset, limit })
    const summary = summaryOf(counts)
    const total = stars === undefined ? summary.count : (counts[stars - 1] ?? 0)
    return ok('Reviews', {
      getReview,
      summary: {
        ...summary,
        stars: counts.map((count, index) => ({ rating: index + 1, count })).toReversed(),
      },
      ...pagesOf(total, { page, limit }),
    })
  }),

  route(contract.getStoreReviews, async ({ params }, { db }) => {
    const store = idPattern('supplier').test(params.id) ? await findStoreKey(db, params.id) : undefined
    if (store === undefined) throw notFound('supplier_not_found', 'Supplier not found')
    return ok('Reviews of the store', { getReview: await listStoreReviews(db, store, OF_STORE) })
  }),
]

/** So many reviews of a piece stand on a page. */
const OF_PAGE = 10

function pagesOf(total: number, { page, limit }: { page: number; limit: number }) {
  return { total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

function writing(files: Files): Route[] {
  return [
    route(contract.saveReview, async ({ body: { data: written } }, { db, now, actor, count }) => {
      checkWhole(written)
      if (!actor) await countAnonymous(count, written.productId)
      return ok('Review submitted successfully', { id: await saveReview(db, { written, actor, now }) })
    }),

    route(contract.deleteReview, async ({ body: { data } }, { db, actor }) => {
      await deleteReview(db, { reviewId: data.reviewId, personId: actor.id })
      return ok('Your review has been removed.', {})
    }),

    route(contract.uploadReviewPicture, async ({ body: { data } }, { db, now, actor, count }) => {
      await count(contract.uploadReviewPicture.path, contract.uploadReviewPicture.limit, actor.publicId)
      const uploaded = { base64: data.picture, personId: actor.id, now }
      return ok('The picture is kept.', { picture: await keepPicture(db, files, uploaded) })
    }),

    route(contract.reportReview, async ({ body: { data } }, { db, now, actor }) => {
      await reportReview(db, { ...data, personId: actor?.id ?? null, now })
      return ok('Thank you. We will look at this review.', {})
    }),
  ]
}

const ofStores: Route[] = [
  route(contract.saveReviewAnswer, async ({ body: { data } }, { db, now, actor }) => {
    await answerReview(db, { ...data, ownerId: actor.id, now })
    return ok('Your answer stands below the review.', {})
  }),

  route(contract.deleteReviewAnswer, async ({ body: { data } }, { db, now, actor }) => {
    await answerReview(db, { ...data, ownerId: actor.id, answer: undefined, now })
    return ok('Your answer has been removed.', {})
  }),
]

const own: Route[] = [
  route(contract.getOwnReview, async ({ params }, { db, actor }) => {
    const product = await findReviewable(db, params.id)
    if (!product) throw notFound('product_not_found', 'Product not found')
    const review = await findOwnReview(db, { personId: actor.id, productId: product.id })
    return ok('Your review', { review: review ?? null, isOwner: product.ownerId === actor.id })
  }),

  route(contract.getOwnReviews, async ({ query: { page } }, { db, actor }) => {
    const range = { personId: actor.id, offset: (page - 1) * OWN, limit: OWN }
    const { reviews, total } = await listOwnReviews(db, range)
    return ok('Your reviews', { getReview: reviews, ...pagesOf(total, { page, limit: OWN }) })
  }),

  route(contract.getReviewsDue, async (_input, { db, actor }) =>
    ok('Reviews due', await listReviewsDue(db, actor.id)),
  ),
]
