import { z } from '@hono/zod-openapi'
import { CARRIERS } from '#core/shipping/carriers.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The most orders that one call changes, and the most rows of a file of tracking numbers. */
const MAX_ORDERS = 100
const MAX_CSV_LENGTH = 200_000

const OrderResult = z.object({
  id: z.string(),
  isDone: z.boolean(),
  /** The result as a message. */
  message: z.string(),
})

export const acceptSupplierOrders = endpoint({
  method: 'POST',
  path: '/supplier/orders/accept',
  summary: 'Accepts up to 100 orders, each on its own; the answer says of each whether it was accepted',
  access: { manufacturer: 'orders:write' },
  body: z.object({
    orders: z
      .array(z.object({ id: z.string().max(100), version: z.int().min(1).optional() }))
      .min(1)
      .max(MAX_ORDERS),
  }),
  answer: Envelope.extend({ results: z.array(OrderResult) }),
  limit: { calls: 30, windowMs: 60_000 },
})

const TrackingRow = z
  .object({
    /** The line of the file, counted from 1. */
    line: z.number(),
    number: z.string(),
    carrier: z.enum(CARRIERS).nullable(),
    trackingNumber: z.string(),
    /**
     * `ready`: it can be added; `added`: it was; `known`: its parcel exists already; `refused`: it cannot be, with the
     * reason.
     */
    status: z.enum(['ready', 'added', 'known', 'refused']),
    message: z.string(),
  })
  .openapi('TrackingRow')

export const importTracking = endpoint({
  method: 'POST',
  path: '/supplier/orders/tracking',
  summary:
    'Reads tracking numbers from CSV text with the columns order, carrier and tracking number; each row ships all that is left of its order. Without `confirm` nothing changes and each row says what it would do. The same row twice is one parcel',
  access: { manufacturer: 'orders:write' },
  body: z.object({ csv: z.string().min(1).max(MAX_CSV_LENGTH), confirm: z.boolean().default(false) }),
  answer: Envelope.extend({ rows: z.array(TrackingRow) }),
  refusals: ['csv_unreadable', 'columns_missing', 'too_many_rows'],
  limit: { calls: 30, windowMs: 60_000 },
})

export type TrackingRowData = z.input<typeof TrackingRow>
