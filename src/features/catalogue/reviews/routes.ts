import { AppError, notFound } from '#core/errors.ts'
import { idPattern } from '#core/ids.ts'
import { HOUR } from '#core/time.ts'
import { findListedProduct } from '#features/catalogue/catalog/service.ts'
import { findStoreKey } from '#features/catalogue/suppliers/service.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, type RequestContext, route, type Route } from '#platform/http/calls/route.ts'
import { listReviewsDue } from './account-reviews.ts'
import * as contract from './contract.ts'
import {
  countStars,
  findAccountReview,
  listAccountReviews,
  listReviews,
  listStoreReviews,
} from './list-queries.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { saveReviewPicture } from './pictures/review-pictures.ts'
import { findReviewableProduct } from './queries.ts'
import { summarizeStars } from './rules.ts'
import { answerReview, reportReview } from './writing/answer-review.ts'
import { requireComplete, deleteReview, saveReview } from './writing/save-review.ts'

const DAY = 24 * HOUR

/** The limits of reviews without an account: per address, per address and product, and per product (ROLE-07). */
const LIMITS = {
  client: { calls: 5, windowMs: HOUR },
  clientForProduct: { calls: 1, windowMs: DAY },
  product: { calls: 20, windowMs: DAY },
} as const

/** Counts an anonymous review. Throws `too_many_requests`, with the advice to sign in. */
async function countAnonymousReview(count: RequestContext['count'], productId: string): Promise<void> {
  try {
    await count('anonymous reviews', LIMITS.client)
    await count(`anonymous reviews of ${productId}`, LIMITS.clientForProduct)
    await count('anonymous reviews of a product', LIMITS.product, productId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    const { kind, code, details } = error
    throw new AppError(
      kind,
      code,
      'You\u2019ve reached the limit of reviews without an account. Sign in, or try again later.',
      {
        cause: error,
        ...(details ? { details } : {}),
      },
    )
  }
}

/** The most reviews on one page. */
const MAX_REVIEWS = 500

/** The number of reviews on a store's page. */
const STORE_REVIEWS = 6

/** The number of own reviews on a page. */
const OWN_PAGE_SIZE = 20

/** Returns the routes of reviews; pictures are stored in `files`. */
export function reviewRoutes(files: Files): Route[] {
  return [...readRoutes, ...writeRoutes(files), ...answerRoutes, ...ownRoutes, ...moderationRoutes]
}

const readRoutes: Route[] = [
  route(contract.fetchReview, async ({ params, query }, { db }) => {
    const isProduct = idPattern('product').test(params.id)
    const productId = isProduct ? await findListedProduct(db, params.id) : undefined
    if (productId === undefined) throw notFound('product_not_found', 'Product not found')
    const { page = 1, sort, stars } = query
    const limit = query.limit ?? (query.page === undefined ? MAX_REVIEWS : PAGE_SIZE)
    const offset = (page - 1) * limit
    const counts = await countStars(db, productId)
    const getReview = await listReviews(db, { productId, stars, sort, offset, limit })
    const summary = summarizeStars(counts)
    const total = stars === undefined ? summary.count : (counts[stars - 1] ?? 0)
    return ok('Reviews', {
      getReview,
      summary: {
        ...summary,
        stars: counts.map((count, index) => ({ rating: index + 1, count })).toReversed(),
      },
      ...toPageFields(total, { page, limit }),
    })
  }),

  route(contract.getStoreReviews, async ({ params }, { db }) => {
    const store = idPattern('supplier').test(params.id) ? await findStoreKey(db, params.id) : undefined
    if (store === undefined) throw notFound('supplier_not_found', 'Supplier not found')
    return ok('Reviews of the store', { getReview: await listStoreReviews(db, store, STORE_REVIEWS) })
  }),
]

/** The number of reviews of a product on a page. */
const PAGE_SIZE = 10

function toPageFields(total: number, { page, limit }: { page: number; limit: number }) {
  return { total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

function writeRoutes(files: Files): Route[] {
  return [
    route(contract.saveReview, async ({ body: { data: form } }, { db, now, actor, count }) => {
      requireComplete(form)
      if (!actor) await countAnonymousReview(count, form.productId)
      return ok('Review submitted successfully', { id: await saveReview(db, { written: form, actor, now }) })
    }),

    route(contract.deleteReview, async ({ body: { data } }, { db, actor }) => {
      await deleteReview(db, { reviewId: data.reviewId, accountId: actor.id })
      return ok('Your review has been removed.', {})
    }),

    route(contract.uploadReviewPicture, async ({ body: { data } }, { db, now, actor, count }) => {
      await count(contract.uploadReviewPicture.path, contract.uploadReviewPicture.limit, actor.publicId)
      const upload = { base64: data.picture, accountId: actor.id, now }
      return ok('Picture uploaded.', { picture: await saveReviewPicture(db, files, upload) })
    }),

    route(contract.reportReview, async ({ body: { data } }, { db, now, actor }) => {
      await reportReview(db, { ...data, accountId: actor?.id ?? null, now })
      return ok('Thank you. We’ll review it.', {})
    }),
  ]
}

const answerRoutes: Route[] = [
  route(contract.saveReviewAnswer, async ({ body: { data } }, { db, now, actor }) => {
    await answerReview(db, { ...data, ownerId: actor.id, now })
    return ok('Reply published.', {})
  }),

  route(contract.deleteReviewAnswer, async ({ body: { data } }, { db, now, actor }) => {
    await answerReview(db, { ...data, ownerId: actor.id, answer: undefined, now })
    return ok('Reply removed.', {})
  }),
]

const ownRoutes: Route[] = [
  route(contract.getOwnReview, async ({ params }, { db, actor }) => {
    const product = await findReviewableProduct(db, params.id, actor.id)
    if (!product) throw notFound('product_not_found', 'Product not found')
    const review = await findAccountReview(db, { accountId: actor.id, productId: product.id })
    const { isOwn, repliesAs } = product
    return ok('Your review', { review: review ?? null, isOwner: isOwn, repliesAs })
  }),

  route(contract.getOwnReviews, async ({ query: { page } }, { db, actor }) => {
    const range = { accountId: actor.id, offset: (page - 1) * OWN_PAGE_SIZE, limit: OWN_PAGE_SIZE }
    const { reviews, total } = await listAccountReviews(db, range)
    return ok('Your reviews', { getReview: reviews, ...toPageFields(total, { page, limit: OWN_PAGE_SIZE }) })
  }),

  route(contract.getReviewsDue, async (_input, { db, actor }) =>
    ok('Reviews due', await listReviewsDue(db, actor.id)),
  ),
]
