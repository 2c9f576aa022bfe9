import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { PayoutStop } from '../shapes.ts'

const IdParam = z.string().max(100)
const Reason = z.string().trim().min(1).max(400)
const WRITE_LIMIT: Limit = { calls: 60, windowMs: MINUTE }

export const stopPayouts = endpoint({
  method: 'POST',
  path: '/payout-stops',
  summary:
    'Pauses a supplier’s payouts, for example on suspicion of fraud: none are created, put into a file or sent to Stripe until they are resumed. The reason is for operators; the supplier sees the message',
  access: { operator: 'money:write' },
  body: z.object({ supplier: IdParam, reason: Reason, message: Reason.optional() }),
  answer: Envelope,
  refusals: ['supplier_not_found', 'stopped_already'],
  limit: WRITE_LIMIT,
})

export const resumePayouts = endpoint({
  method: 'POST',
  path: '/payout-stops/{supplier}/end',
  summary: 'Resumes a supplier’s payouts',
  access: { operator: 'money:write' },
  params: z.object({ supplier: IdParam }),
  body: z.object({ reason: Reason }),
  answer: Envelope,
  refusals: ['supplier_not_found', 'not_stopped'],
  limit: WRITE_LIMIT,
})

export const listPayoutStops = endpoint({
  method: 'GET',
  path: '/payout-stops',
  summary:
    'Lists paused payouts first, then resumed ones, newest first, twenty a page: of all suppliers, or of one',
  access: { operator: 'money:read' },
  query: z.object({
    supplier: IdParam.optional(),
    page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
  }),
  answer: Envelope.extend({
    stops: z.array(PayoutStop),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})
