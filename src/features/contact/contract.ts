import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/endpoint.ts'

export const subscribe = endpoint({
  method: 'POST',
  path: '/shop/subscribe',
  summary: 'Puts an e-mail address on the newsletter list; a repeat is no error',
  body: z.object({ email: z.string().trim().max(254).pipe(z.email('That is not an e-mail address.')) }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
  limit: { calls: 10, windowMs: 60_000 },
})
