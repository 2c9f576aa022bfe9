import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { SETTING_FIELDS, Version } from '#features/identity/settings/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** What a provider takes of a payment: basis points, and a fixed amount in cents. */
const Fee = z.object({
  provider: z.string().max(40),
  bps: z.int().min(0, 'Enter a percentage from 0 to 100.').max(10_000, 'Enter a percentage from 0 to 100.'),
  fixed: z.int().min(0, 'Enter an amount from 0 to 100.').max(10_000, 'Enter an amount from 0 to 100.'),
})

export const readProviderFees = endpoint({
  method: 'GET',
  path: '/operator/settings/fees',
  summary:
    'Returns the fees agreed with payment providers, the currency of the shop, and the history of changes',
  access: { operator: 'settings:read' },
  answer: Envelope.extend({
    currency: z.string(),
    /** The providers that are set up. */
    providers: z.array(z.string()),
    /** The agreed fees; a provider without one is not checked. */
    fees: z.array(Fee),
    ...SETTING_FIELDS,
  }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const saveProviderFees = endpoint({
  method: 'POST',
  path: '/operator/settings/fees',
  summary:
    'Changes the fees that settlement reports imported from now on are checked against; needs your password first',
  access: { operator: 'settings:write' },
  confirmed: true,
  body: z.object({ fees: z.array(Fee).max(20), version: Version }),
  answer: Envelope,
  refusals: ['changed_meanwhile', 'provider_unknown'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})
