import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }

const Day = z.iso.date('Enter a day such as 2026-03-02.').optional()

/** A period: the last days including today, or from one day to another; at most 366 days. */
const Period = z.object({
  days: z.enum(['1', '7', '30', '90']).default('30'),
  /** The first and last day, instead of `days`. */
  from: Day,
  to: Day,
  /** The reader's time zone in minutes ahead of UTC, which defines the days. */
  utcOffset: z.coerce.number().int().min(-840).max(840).default(0),
})

/** How many orders are not in the figures yet, as after an import; the next calls include them. */
const Preparing = z.number()

const SalesTotals = z.object({
  /** The number of paid supplier orders. */
  orders: z.number(),
  /** The amount that buyers paid for them, in dollars, including amounts refunded later. */
  sales: z.number(),
  /** The commission at the rates stored at purchase, in dollars. */
  commission: z.number(),
})

export const readMarketplaceSales = endpoint({
  method: 'GET',
  path: '/operator/sales',
  summary: 'Returns the marketplace’s sales by day of a period, against the same number of days before it',
  access: { operator: 'overview:read' },
  readsReplica: 'current',
  query: Period,
  answer: Envelope.extend({
    preparing: Preparing,
    /** One for each day, oldest first. */
    days: z.array(z.object({ day: z.string(), sales: z.number(), salesBefore: z.number() })),
    totals: SalesTotals,
    totalsBefore: SalesTotals,
    /** The current escrow of undelivered orders, in dollars. */
    escrow: z.number(),
  }),
  refusals: ['bad_period'],
  limit: READ_LIMIT,
})

const OrderCounts = z.object({
  /** The number of supplier orders paid in the period. */
  orders: z.number(),
  /** The number of these that were not shipped in time. */
  late: z.number(),
  /** The number of these that their supplier cancelled for lack of stock. */
  outOfStock: z.number(),
  /** The number of these that have a case or a dispute. */
  inCase: z.number(),
  /** The number of shop orders from vendors’ stores, and of those that no webhook reported. */
  storeOrders: z.number(),
  recovered: z.number(),
})

export const readMarketplaceRates = endpoint({
  method: 'GET',
  path: '/operator/rates',
  summary: 'Counts the orders of a period that were late, out of stock, in a case, or missed by webhooks',
  access: { operator: 'overview:read' },
  readsReplica: 'current',
  query: Period,
  answer: Envelope.extend({
    preparing: Preparing,
    /** Whether the period is counted by day or by week; by week if it is longer than 31 days. */
    unit: z.enum(['day', 'week']),
    /** One for each day or week, identified by its first day, oldest first. */
    spans: z.array(z.object({ day: z.string(), now: OrderCounts, before: OrderCounts })),
    totals: OrderCounts,
    totalsBefore: OrderCounts,
  }),
  refusals: ['bad_period'],
  limit: READ_LIMIT,
})

const Funnel = z.object({
  /** The number of supplier orders placed, and of those paid, shipped, delivered and completed by now. */
  placed: z.number(),
  paid: z.number(),
  shipped: z.number(),
  delivered: z.number(),
  completed: z.number(),
})

export const readOrderFunnel = endpoint({
  method: 'GET',
  path: '/operator/funnel',
  summary: 'Counts the orders placed in a period by stage',
  access: { operator: 'overview:read' },
  readsReplica: 'current',
  query: Period,
  answer: Envelope.extend({ preparing: Preparing, funnel: Funnel, funnelBefore: Funnel }),
  refusals: ['bad_period'],
  limit: READ_LIMIT,
})

export const readVendorCohorts = endpoint({
  method: 'GET',
  path: '/operator/vendor-cohorts',
  summary:
    'Returns the vendors of the last twelve months by the month of their first paid order, with who ordered in each later month and for how much',
  access: { operator: 'overview:read' },
  readsReplica: 'current',
  answer: Envelope.extend({
    currency: z.string(),
    cohorts: z.array(
      z.object({
        /** The month, such as `2026-03`, in UTC; the oldest first. */
        month: z.string(),
        vendors: z.number(),
        /** One for each month from that one until now; `revenue` is what they paid, in the smallest unit. */
        months: z.array(z.object({ vendors: z.number(), revenue: z.number() })),
      }),
    ),
  }),
  limit: READ_LIMIT,
})
