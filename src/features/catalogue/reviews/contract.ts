import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { toMultiline } from '#core/text/normalize-text.ts'
import { endpoint, PUBLIC_READ } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'
import { Review } from '#features/catalogue/catalog/contract.ts'
import {
  REPORT_REASONS,
  REVIEW_SORTS,
  ReviewedProduct,
  ReviewId,
  ReviewPicture,
  ReviewSummary,
  ReviewView,
  ReviewAnswerInput,
  ReviewInput,
} from './shapes.ts'

const IdParams = z.object({ id: z.string().max(100) })
const Page = z.coerce.number<string | number>().int().min(1).max(1_000_000)
const PAGE_FIELDS = { total: z.number(), page: z.number(), pages: z.number() }

export const fetchReview = endpoint({
  method: 'GET',
  path: '/shop/fetchReview/{id}',
  summary: 'Lists the reviews of a product with its rating; without `page` and `limit`, the first 500',
  ...PUBLIC_READ,
  params: IdParams,
  query: z.object({
    page: Page.optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(100).optional(),
    sort: z.enum(REVIEW_SORTS).default('newest'),
    stars: z.coerce.number<string | number>().int().min(1).max(5).optional(),
  }),
  answer: Envelope.extend({ getReview: z.array(ReviewView), summary: ReviewSummary, ...PAGE_FIELDS }),
})

/** A review in a store's list, with the product it is about. */
const StoreReview = Review.extend({ product: ReviewedProduct }).openapi('StoreReview')

export const getStoreReviews = endpoint({
  method: 'GET',
  path: '/shop/getStoreReviews/{id}',
  summary: "Lists the newest reviews of a verified supplier's products",
  ...PUBLIC_READ,
  params: IdParams,
  answer: Envelope.extend({ getReview: z.array(StoreReview) }),
})

/** Wraps the fields in `data`, because a plain form sends them without it. */
const dataBody = <Fields extends z.ZodType>(fields: Fields) =>
  z.preprocess(
    (sent) => (sent instanceof Object && !('data' in sent) ? { data: sent } : sent),
    z.object({ data: fields }),
  )

export const saveReview = endpoint({
  method: 'POST',
  path: '/shop/saveReview',
  summary:
    'Saves a review of a product. A signed-in account has one review a product, which is replaced; other reviews are by Anonymous',
  access: 'optional',
  body: dataBody(ReviewInput),
  answer: Envelope.extend({ id: z.string() }),
  refusals: [
    'rating_missing',
    'review_missing',
    'product_not_found',
    'own_product',
    'pictures_need_sign_in',
    'picture_not_found',
  ],
  limit: { calls: 20, windowMs: 10 * MINUTE },
  form: { page: '/product/{id}', done: '/product/{id}?reviewed=1#reviews' },
})

export const deleteReview = endpoint({
  method: 'POST',
  path: '/shop/deleteReview',
  summary: 'Removes your review',
  access: 'signed_in',
  body: z.object({ data: z.object({ reviewId: ReviewId }) }),
  answer: Envelope,
  refusals: ['review_not_found'],
  limit: { calls: 20, windowMs: 10 * MINUTE },
})

/** The largest upload: a picture of 4 MB in base64, with room for the surrounding JSON. */
const MAX_UPLOAD_BYTES = 6_000_000

export const uploadReviewPicture = endpoint({
  method: 'POST',
  path: '/shop/uploadReviewPicture',
  summary:
    'Uploads a picture (JPEG, PNG, WebP, AVIF or GIF of at most 4 MB, in base64) for a review; it is deleted unless a review uses it within a day. Its metadata is removed',
  access: 'signed_in',
  body: z.object({ data: z.object({ picture: z.string().min(1).max(MAX_UPLOAD_BYTES) }) }),
  answer: Envelope.extend({ picture: ReviewPicture }),
  refusals: ['not_a_picture'],
  limit: { calls: 40, windowMs: HOUR },
  maxBytes: MAX_UPLOAD_BYTES,
})

export const reportReview = endpoint({
  method: 'POST',
  path: '/shop/reportReview',
  summary: 'Reports a review to the operator',
  access: 'optional',
  body: z.object({
    data: z.object({
      reviewId: ReviewId,
      reason: z.enum(REPORT_REASONS),
      note: z.string().overwrite(toMultiline).max(1000, 'Use at most 1000 characters.').default(''),
    }),
  }),
  answer: Envelope,
  refusals: ['review_not_found'],
  limit: { calls: 10, windowMs: HOUR },
})

export const saveReviewAnswer = endpoint({
  method: 'POST',
  path: '/shop/saveReviewAnswer',
  summary: 'Saves a store\u2019s reply to a review of one of its products; an earlier reply is replaced',
  access: { manufacturer: 'reviews:write' },
  body: z.object({ data: ReviewAnswerInput }),
  answer: Envelope,
  refusals: ['answer_missing', 'review_not_found'],
  limit: { calls: 60, windowMs: 10 * MINUTE },
})

export const deleteReviewAnswer = endpoint({
  method: 'POST',
  path: '/shop/deleteReviewAnswer',
  summary: "Removes a store's reply to a review",
  access: { manufacturer: 'reviews:write' },
  body: z.object({ data: z.object({ reviewId: ReviewId }) }),
  answer: Envelope,
  refusals: ['review_not_found'],
  limit: { calls: 60, windowMs: 10 * MINUTE },
})

export const getOwnReview = endpoint({
  method: 'GET',
  path: '/shop/getOwnReview/{id}',
  summary:
    "Returns your review of a product, if any, whether you're in the team of its store, and for which business you may reply to its reviews",
  access: 'signed_in',
  params: z.object({ id: z.string().regex(idPattern('product'), 'This is not a product id.') }),
  answer: Envelope.extend({
    review: ReviewView.nullable(),
    isOwner: z.boolean(),
    /** The value for `saveReviewAnswer`'s header `x-business`; null for accounts that cannot reply. */
    repliesAs: z.string().nullable(),
  }),
  refusals: ['product_not_found'],
  limit: ACCOUNT_READ_LIMITS.row,
})

/** A review of the caller. */
const OwnReview = ReviewView.extend({ product: ReviewedProduct }).openapi('OwnReview')

export const getOwnReviews = endpoint({
  method: 'GET',
  path: '/shop/getOwnReviews',
  summary: 'Lists your reviews, newest first, 20 a page',
  access: 'signed_in',
  readsReplica: 'current',
  query: z.object({ page: Page.default(1) }),
  answer: Envelope.extend({ getReview: z.array(OwnReview), ...PAGE_FIELDS }),
  limit: ACCOUNT_READ_LIMITS.page,
})

const DueReview = z
  .object({ product: ReviewedProduct.extend({ id: z.string() }), boughtAt: z.string() })
  .openapi('DueReview')

export const getReviewsDue = endpoint({
  method: 'GET',
  path: '/shop/getReviewsDue',
  summary: 'Lists products you bought and have not reviewed, the latest first: at most 50, and their total',
  access: 'signed_in',
  answer: Envelope.extend({ due: z.array(DueReview), total: z.number() }),
  limit: ACCOUNT_READ_LIMITS.wide,
})

export type ReviewViewData = z.input<typeof ReviewView>
export type ReviewPictureData = z.input<typeof ReviewPicture>
export type ReviewSummaryData = z.input<typeof ReviewSummary>
export type ReviewSort = (typeof REVIEW_SORTS)[number]
export type ReportReason = (typeof REPORT_REASONS)[number]
export type StoreReviewData = z.input<typeof StoreReview>
export type OwnReviewData = z.input<typeof OwnReview>
export type DueReviewData = z.input<typeof DueReview>
export type ReviewInputData = z.output<typeof ReviewInput>
