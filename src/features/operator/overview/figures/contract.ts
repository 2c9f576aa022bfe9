import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }

const Day = z.iso.date('Enter a day such as 2026-03-02.').optional()

/** A period: the last days, today included, or the days from one to another; at most 366. */
const Period = z.object({
  days: z.enum(['1', '7', '30', '90']).default('30'),
  /** The first and last day, instead of `days`. */
  from: Day,
  to: Day,
  /** Minutes that local time is ahead of UTC, so that a day is the reader's own. */
  utcOffset: z.coerce.number().int().min(-840).max(840).default(0),
})

const SalesTotals = z.object({
  /** Paid orders of suppliers. */
  orders: z.number(),
  /** The amount that buyers paid for them, in dollars, whatever was refunded of it later. */
  sales: z.number(),
  /** The commission by the rates that were frozen at purchase, in dollars. */
  commission: z.number(),
})

export const readMarketplaceSales = endpoint({
  method: 'GET',
  path: '/operator/sales',
  summary: 'Returns the marketplace’s sales by day of a period, against the same number of days before it',
  access: { operator: 'overview:read' },
  query: Period,
  answer: Envelope.extend({
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
