import { z } from '@hono/zod-openapi'
import { ProductId, ProductImage, Review } from '#features/catalogue/catalog/contract.ts'
import { idPattern } from '#core/ids.ts'
import { toMultiline } from '#core/text/normalize-text.ts'

/** The most pictures that a review may have. */
export const MAX_REVIEW_PICTURES = 4

/** The orders of reviews; among equals the newest come first. */
export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const

export const ReviewId = z.string().regex(idPattern('review'), 'This is not a review id.')
export const PictureId = z.string().regex(idPattern('picture'), 'This is not a picture id.')

/** A picture that a reviewer took; its files are stored beside those of products. */
export const ReviewPicture = ProductImage.extend({
  id: z.string(),
  width: z.number(),
  height: z.number(),
}).openapi('ReviewPicture')

/**
 * A review with all data for readers. It says whether its author is known to have bought the product, and when it was
 * last changed. It has its pictures and the store's answer.
 */
export const ReviewView = Review.extend({
  editedAt: z.string().nullable(),
  isBought: z.boolean(),
  pictures: z.array(ReviewPicture),
  answer: z.object({ store: z.string(), text: z.string(), answeredAt: z.string() }).nullable(),
}).openapi('ShownReview')

/** The product that a review is about; its `id` is null when it is no longer listed. */
export const ReviewedProduct = z.object({
  id: z.string().nullable(),
  name: z.string(),
  image: ProductImage.nullable(),
})

/** The rating of a product: `stars` counts the reviews of each rating, five stars first. */
export const ReviewSummary = z
  .object({
    average: z.number(),
    count: z.number(),
    stars: z.array(z.object({ rating: z.number(), count: z.number() })),
  })
  .openapi('ReviewSummary')

/** A rating from 0 to 5; plain forms send numbers as texts. */
const Rating = z.union([
  z.int().min(0).max(5),
  z
    .string()
    .regex(/^[0-5]$/)
    .transform(Number),
])

/** The text of a review. It may be empty here, as in a new form; the service requires a complete review. */
const ReviewText = z.string().overwrite(toMultiline).max(5000, 'Use at most 5000 characters.')

/** The input of a review; without `pictures` the current ones stay. */
export const ReviewInput = z.object({
  productId: ProductId,
  rating: Rating.default(0),
  review: ReviewText.default(''),
  pictures: z
    .array(PictureId)
    .max(MAX_REVIEW_PICTURES, `A review has at most ${MAX_REVIEW_PICTURES} pictures.`)
    .optional(),
})

/** A store's reply to a review. */
export const ReviewAnswerInput = z.object({
  reviewId: ReviewId,
  answer: z.string().overwrite(toMultiline).max(2000, 'Use at most 2000 characters.'),
})

/** The reasons of a report. */
export const REPORT_REASONS = ['offensive', 'untrue', 'advertising', 'personal_data', 'other'] as const
