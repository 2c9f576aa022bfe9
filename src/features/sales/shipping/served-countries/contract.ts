import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { SETTING_FIELDS, Version } from '#features/identity/settings/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

export const readServedCountries = endpoint({
  method: 'GET',
  path: '/operator/settings/countries',
  summary: 'Lists all countries with whether they are delivered to, and the history of changes',
  access: { operator: 'settings:read' },
  answer: Envelope.extend({
    countries: z.array(z.object({ code: z.string(), name: z.string(), isServed: z.boolean() })),
    ...SETTING_FIELDS,
  }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const saveServedCountries = endpoint({
  method: 'POST',
  path: '/operator/settings/countries',
  summary:
    'Closes countries to new orders and opens the others; existing orders continue; needs your password first',
  access: { operator: 'settings:write' },
  confirmed: true,
  body: z.object({ closed: z.array(z.string().length(2)).max(300), version: Version }),
  answer: Envelope,
  refusals: ['changed_meanwhile', 'no_country_left', 'unknown_country'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})
