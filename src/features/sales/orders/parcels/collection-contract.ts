import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { SupplierOrderResponse, Units } from '../contract.ts'

const Id = z.string().max(100)

export const markReadyToCollect = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/ready',
  summary:
    'Marks items of a pickup order as ready to collect: everything left unless lines are given. The buyer gets an email with the place, the time and a code to show. The same idempotency key is the same collection',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id }),
  body: z.object({
    /** Where and when the items can be collected, as text for the buyer. */
    where: z.string().overwrite(toSingleLine).min(5).max(500),
    lines: Units.optional(),
    idempotencyKey: z.string().min(8).max(100),
    version: z.int().min(1).optional(),
  }),
  answer: SupplierOrderResponse,
  refusals: [
    'order_not_found',
    'order_on_hold',
    'order_state',
    'order_changed',
    'units_not_there',
    'not_picked_up',
    'key_reused',
  ],
  limit: { calls: 120, windowMs: 60_000 },
})

export const confirmCollection = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/parcels/{parcel}/collected',
  summary:
    'Confirms a collection by the code that the buyer has shown; with the last items the order is delivered',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id, parcel: Id }),
  body: z.object({ code: z.string().max(40) }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'parcel_not_found', 'wrong_code'],
  // The limit prevents trying the thousand million codes.
  limit: { calls: 30, windowMs: 3_600_000 },
})
