import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { SETTING_FIELDS, Version } from '#features/identity/settings/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const DeadlinesShape = z
  .object({
    holdMinutes: z.number(),
    acceptHours: z.number(),
    escalateHours: z.number(),
    cancelHours: z.number(),
    shipDays: z.number(),
    earningDays: z.number(),
    reportDays: z.number(),
    supplierDays: z.number(),
    buyerDays: z.number(),
    returnDays: z.number(),
    arrivalDays: z.number(),
    caseDays: z.number(),
  })
  .openapi('Deadlines')

export const readDeadlines = endpoint({
  method: 'GET',
  path: '/operator/settings/deadlines',
  summary: 'Returns the deadlines of orders and cases, and the history of changes',
  access: { operator: 'settings:read' },
  answer: Envelope.extend({ deadlines: DeadlinesShape, ...SETTING_FIELDS }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const saveDeadlines = endpoint({
  method: 'POST',
  path: '/operator/settings/deadlines',
  summary:
    'Changes the deadlines of orders that are placed from now on and of their cases; earlier orders keep theirs; needs your password first',
  access: { operator: 'settings:write' },
  confirmed: true,
  body: z.object({ deadlines: DeadlinesShape, version: Version }),
  answer: Envelope,
  refusals: ['changed_meanwhile', 'deadline_faulty'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})
