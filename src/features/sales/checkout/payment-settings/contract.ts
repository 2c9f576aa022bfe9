import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { SETTING_FIELDS, Version } from '#features/identity/settings/contract.ts'
import { PAYMENT_METHODS } from '#features/money/payments/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const Method = z.enum(PAYMENT_METHODS)

export const readPaymentMethods = endpoint({
  method: 'GET',
  path: '/operator/settings/payment-methods',
  summary:
    'Lists the payment methods with the providers that take them, whether they are offered, and the history of changes',
  access: { operator: 'settings:read' },
  answer: Envelope.extend({
    methods: z.array(
      z.object({
        method: Method,
        name: z.string(),
        isOn: z.boolean(),
        /** The providers that are configured for it; without one it can’t be offered. */
        providers: z.array(z.string()),
      }),
    ),
    ...SETTING_FIELDS,
  }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const savePaymentMethods = endpoint({
  method: 'POST',
  path: '/operator/settings/payment-methods',
  summary:
    'Turns payment methods off for new payments and the others on; open payment pages continue to work; needs your password first',
  access: { operator: 'settings:write' },
  confirmed: true,
  body: z.object({ off: z.array(Method).max(PAYMENT_METHODS.length), version: Version }),
  answer: Envelope,
  refusals: ['changed_meanwhile', 'no_method_left'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})
