import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const Text = (max: number) => z.string().overwrite(toSingleLine).max(max).default('')

export const sendOrderLink = endpoint({
  method: 'POST',
  path: '/shop/mailOrderLink',
  summary:
    'Emails the link of an order to its buyer, given its number and email address; the answer is the same whether there is such an order or not',
  access: 'public',
  body: z.object({ number: Text(60), email: Text(254) }),
  answer: Envelope,
  refusals: ['fields_missing', 'bad_email'],
  limit: { calls: 10, windowMs: 10 * MINUTE },
  form: { page: '/find-order', done: '/find-order?sent=1' },
})

/** The limit of link requests for one email address, from all clients. */
export const LINK_LIMIT = { calls: 6, windowMs: HOUR } as const
