import { z } from '@hono/zod-openapi'
import { ProductImage, Review } from '#features/catalog/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'

export const fetchReview = endpoint({
  method: 'GET',
  path: '/shop/fetchReview/{id}',
  summary: 'The reviews of a piece, newest first',
  access: 'public',
  params: z.object({ id: z.string().max(100) }),
  answer: z.object({ success: z.literal(true), message: z.string(), getReview: z.array(Review) }),
})

/** A review beside other pieces' reviews: with the piece it is about; its `id` is null when it is no longer listed. */
const StoreReview = Review.extend({
  product: z.object({ id: z.string().nullable(), name: z.string(), image: ProductImage.nullable() }),
}).openapi('StoreReview')

export const getStoreReviews = endpoint({
  method: 'GET',
  path: '/shop/getStoreReviews/{id}',
  summary: "The newest reviews of a verified supplier's pieces",
  access: 'public',
  params: z.object({ id: z.string().max(100) }),
  answer: z.object({ success: z.literal(true), message: z.string(), getReview: z.array(StoreReview) }),
})

export type StoreReviewData = z.input<typeof StoreReview>
