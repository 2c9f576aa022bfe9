import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { RELIABILITY_PARTS } from './shapes.ts'

const LIMIT = { calls: 120, windowMs: 60_000 }

const PartName = z.enum(RELIABILITY_PARTS, 'This figure doesn’t exist.')

/** One figure: the orders counted, the bad ones among them, and the share in percent; null without enough orders. */
const ReliabilityPart = z.object({
  part: PartName,
  counted: z.number(),
  bad: z.number(),
  /** The percentage of good ones among `counted`, to one decimal. */
  percent: z.number().nullable(),
  /** The target, in percent. */
  target: z.number().nullable(),
})

export const readReliability = endpoint({
  method: 'GET',
  path: '/supplier/reliability',
  summary:
    'Returns how reliable your store is, counted from the events of its orders and cases of the last 180 days: shipped and delivered on time, not cancelled by you, tracking numbers that carriers know, answers, lost cases',
  access: { manufacturer: 'orders:read' },
  readsReplica: 'current',
  answer: Envelope.extend({
    parts: z.array(ReliabilityPart),
    /** The number of finished orders. Figures are shown from 20 on. */
    finished: z.number(),
    minimum: z.number(),
    days: z.number(),
    /** The number of orders cancelled for lack of stock. */
    outOfStock: z.number(),
    /** The median time between an order's arrival and its answer. */
    answerMinutes: z.number().nullable(),
  }),
  refusals: ['store_not_found'],
  limit: LIMIT,
})

export const listReliabilityOrders = endpoint({
  method: 'GET',
  path: '/supplier/reliability/{part}',
  summary:
    'Lists the orders of your store that a figure of its reliability counts, the bad ones first, fifty a page',
  access: { manufacturer: 'orders:read' },
  readsReplica: 'current',
  params: z.object({ part: PartName }),
  query: z.object({ page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1) }),
  answer: Envelope.extend({
    orders: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        isBad: z.boolean(),
        /** The expected and the actual time, if the figure compares times. */
        expectedAt: z.string().nullable(),
        happenedAt: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  refusals: ['store_not_found'],
  limit: LIMIT,
})
