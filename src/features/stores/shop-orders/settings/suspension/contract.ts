import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const VENDOR_CHANGES = ['suspend', 'lift'] as const

/** The changes of a vendor's suspension. */
export type VendorChange = (typeof VENDOR_CHANGES)[number]

export const changeVendorStatus = endpoint({
  method: 'POST',
  path: '/operator/vendors/{id}/status',
  summary:
    'Suspends a vendor or lifts the suspension: while suspended, the listings in their stores are sold out and new orders are on hold; orders that suppliers have continue. The vendor is notified by email',
  access: { operator: 'accounts:write' },
  params: z.object({ id: z.string().max(100) }),
  body: z.object({
    change: z.enum(VENDOR_CHANGES),
    /** The reason, which the vendor reads. */
    reason: z.string().overwrite(toSingleLine).min(3, 'Say why, in a few words.').max(500),
  }),
  answer: Envelope,
  refusals: ['vendor_not_found', 'vendor_status'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})
