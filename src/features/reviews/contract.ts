import { z } from '@hono/zod-openapi'
import { Review } from '#features/catalog/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'

export const fetchReview = endpoint({
  method: 'GET',
  path: '/shop/fetchReview/{id}',
  summary: 'The reviews of a piece, newest first',
  params: z.object({ id: z.string().max(100) }),
  answer: z.object({ success: z.literal(true), message: z.string(), getReview: z.array(Review) }),
})
