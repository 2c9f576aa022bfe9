import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The periods that a store's sales can be seen over, in days. */
export const SALES_PERIODS = ['7', '30', '90'] as const

const Totals = z.object({
  orders: z.number(),
  /** Products and shipping of paid orders, in dollars, whatever was refunded of them later. */
  revenue: z.number(),
  units: z.number(),
  /** Orders that were rejected or cancelled. */
  cancelled: z.number(),
})

export const readSupplierSales = endpoint({
  method: 'GET',
  path: '/supplier/sales',
  summary:
    'Returns the paid orders and revenue of your store by day over the last 7, 30 or 90 days, against the period before, its best sellers, and why orders were cancelled',
  access: ['manufacturer'],
  query: z.object({
    days: z.enum(SALES_PERIODS).default('30'),
    /** Minutes that local time is ahead of UTC, so that a day is the reader's own. */
    utcOffset: z.coerce.number().int().min(-840).max(840).default(0),
  }),
  answer: Envelope.extend({
    /** One for each day, oldest first; the last one is today. */
    days: z.array(
      z.object({
        day: z.string(),
        orders: z.number(),
        revenue: z.number(),
        /** The revenue of the same day of the period before. */
        revenueBefore: z.number(),
      }),
    ),
    totals: Totals,
    totalsBefore: Totals,
    products: z.array(
      z.object({ productId: z.string(), title: z.string(), units: z.number(), revenue: z.number() }),
    ),
    cancellations: z.array(z.object({ reason: z.string(), orders: z.number() })),
  }),
  limit: { calls: 120, windowMs: 60_000 },
})
