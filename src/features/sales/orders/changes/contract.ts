import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { SupplierOrderResponse } from '../contract.ts'

export const answerChangeRequest = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/changes/{change}/{answer}',
  summary:
    'Accepts or declines a change to an accepted order that its customer requests: a new address, or fewer items',
  access: { manufacturer: 'orders:write' },
  params: z.object({
    id: z.string().max(100),
    change: z.string().max(100),
    answer: z.enum(['accept', 'decline']),
  }),
  body: z
    .object({
      reason: z.string().overwrite(toSingleLine).max(500).optional(),
      version: z.int().min(1).optional(),
    })
    .default({}),
  answer: SupplierOrderResponse,
  refusals: [
    'order_not_found',
    'request_not_found',
    'order_state',
    'order_changed',
    'label_bought',
    'units_not_there',
  ],
  limit: { calls: 120, windowMs: 60_000 },
})
