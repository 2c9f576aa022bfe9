import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const Line = (max: number) => z.string().overwrite(toSingleLine).min(1).max(max)

export const createFirstOperator = endpoint({
  method: 'POST',
  path: '/operator/setup',
  summary:
    'Creates the first operator of a new shop, an owner, by the token of the link that is logged at start; refused once there is an operator',
  access: 'public',
  body: z.object({
    token: z.string().max(200),
    firstName: Line(100),
    lastName: Line(100),
    email: Line(254),
    password: z.string().max(1_000),
  }),
  answer: Envelope,
  refusals: ['setup_link_over', 'form_faulty', 'email_taken'],
  limit: { calls: 20, windowMs: HOUR },
})
