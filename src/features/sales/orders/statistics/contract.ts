import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The periods of a store's sales figures, in days. */
export const SALES_PERIODS = ['7', '30', '90'] as const

const Totals = z.object({
  orders: z.number(),
  /** Products and shipping of paid orders, in dollars, including amounts refunded later. */
  revenue: z.number(),
  units: z.number(),
  /** Rejected or cancelled orders. */
  cancelled: z.number(),
})

export const readSupplierSales = endpoint({
  method: 'GET',
  path: '/supplier/sales',
  summary:
    'Returns the paid orders and revenue of your store by day over the last 7, 30 or 90 days, against the period before, its best sellers, how long orders took to ship, and why orders were cancelled',
  access: { manufacturer: 'statistics:read' },
  readsReplica: 'current',
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
        ordersBefore: z.number(),
        /** The revenue of the corresponding day of the previous period. */
        revenueBefore: z.number(),
      }),
    ),
    totals: Totals,
    totalsBefore: Totals,
    products: z.array(
      z.object({ productId: z.string(), title: z.string(), units: z.number(), revenue: z.number() }),
    ),
    cancellations: z.array(z.object({ reason: z.string(), orders: z.number() })),
    /** How long shipped orders took from payment, in days of 24 hours; the last entry has no upper end. */
    leadTimes: z.array(z.object({ fromDays: z.number(), toDays: z.number().nullable(), orders: z.number() })),
  }),
  limit: { calls: 120, windowMs: 60_000 },
})

/** Why earnings are pending: within the complaint window, in transit, or part of an unfinished order. */
export const PENDING_STAGES = ['delivered', 'in_transit', 'unfinished'] as const

export const readEarningsForecast = endpoint({
  method: 'GET',
  path: '/supplier/earnings-forecast',
  summary:
    'Returns when the pending earnings of your store become available, by day and currency, with the largest orders behind each day',
  access: { manufacturer: 'money:read' },
  query: z.object({
    /** Minutes that local time is ahead of UTC, so that a day is the reader's own. */
    utcOffset: z.coerce.number().int().min(-840).max(840).default(0),
  }),
  answer: Envelope.extend({
    /** Earliest day first, earnings without a day last. Together they are the pending balance. */
    days: z.array(
      z.object({
        /** Null while it depends on the supplier or on a case. */
        day: z.string().nullable(),
        stage: z.enum(PENDING_STAGES),
        currency: z.string(),
        amount: z.number(),
        orders: z.number(),
        /** At most five. */
        largest: z.array(z.object({ id: z.string(), number: z.string(), amount: z.number() })),
      }),
    ),
  }),
  limit: { calls: 120, windowMs: 60_000 },
})
