import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { EffectTrailShape } from '#platform/effects/effect-shapes.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

export const listOperatorEffects = endpoint({
  method: 'GET',
  path: '/operator/effects',
  summary:
    'Lists actions in outside systems, newest first, fifty a page: those that need a decision, those in progress, or all',
  access: { operator: 'money:read' },
  query: z.object({
    view: z.enum(['to_decide', 'open', 'all']).default('to_decide'),
    cursor: z.string().max(100).optional(),
  }),
  answer: Envelope.extend({ effects: z.array(EffectTrailShape), nextCursor: z.string().nullable() }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const retryOperatorEffect = endpoint({
  method: 'POST',
  path: '/operator/effects/{id}/retry',
  summary:
    'Retries an action that an outside system refused or whose outcome is unknown; what it may have done is looked up first',
  access: { operator: 'money:write' },
  confirmed: true,
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope,
  refusals: ['effect_not_found', 'effect_state'],
  limit: { calls: 60, windowMs: MINUTE },
})
