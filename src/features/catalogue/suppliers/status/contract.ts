import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { STATUS_CHANGES, SUPPLIER_STATUSES } from './shapes.ts'

export const changeSupplierStatus = endpoint({
  method: 'POST',
  path: '/store-status/{supplier}',
  summary:
    'Verifies a supplier, removes the verification, suspends it or lifts the suspension: its products are listed or unlisted at once, its orders continue. The reason is in the store’s activity',
  access: { operator: 'suppliers:write' },
  params: z.object({ supplier: z.string().max(100) }),
  body: z.object({
    change: z.enum(STATUS_CHANGES),
    reason: z.string().overwrite(toSingleLine).min(3, 'Use at least 3 characters.').max(500),
  }),
  answer: Envelope.extend({ status: z.enum(SUPPLIER_STATUSES) }),
  refusals: ['supplier_not_found', 'store_unnamed', 'supplier_status'],
  limit: { calls: 60, windowMs: MINUTE },
})
