import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { BusinessTypeShape } from '../shapes.ts'

export const viewBusiness = endpoint({
  method: 'POST',
  path: '/operator/accounts/{id}/view',
  summary:
    'Gives this session read-only access to the console of a supplier or vendor for 30 minutes, by the header `x-business`; the access is recorded in the business’s activity',
  access: { operator: 'accounts:write' },
  params: z.object({ id: z.string().max(100) }),
  /** The reason, for the audit log. */
  body: z.object({ reason: z.string().trim().min(3, 'Use at least 3 characters.').max(500) }),
  answer: Envelope.extend({
    business: z.object({ id: z.string(), type: BusinessTypeShape, name: z.string() }),
    endsAt: z.string(),
  }),
  refusals: ['account_not_found', 'not_a_business'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})

export const endView = endpoint({
  method: 'POST',
  path: '/team/view/end',
  summary: 'Ends an operator’s read-only access to a business; repeating it changes nothing',
  access: 'signed_in',
  answer: Envelope,
  limit: { calls: 120, windowMs: MINUTE },
})
