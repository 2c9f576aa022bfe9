import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { ProductId } from '#features/catalogue/catalog/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** Revenue, cost and profit of orders, as decimals of one currency. `profit` is null without an exchange rate. */
const Sums = z.object({
  orders: z.number(),
  retail: z.number(),
  cost: z.number(),
  profit: z.number().nullable(),
})

/** A period of days up to today, and as many days before it. */
const Period = z.object({ days: z.number(), now: Sums, before: Sums })

export const getVendorFigures = endpoint({
  method: 'GET',
  path: '/vendor/figures',
  summary:
    'Returns revenue, cost and profit of the orders of your stores: today, in 7 and 30 days, and by day; practice orders separately',
  access: { vendor: 'statistics:read' },
  readsReplica: 'current',
  query: z.object({
    /** Your time zone in minutes ahead of UTC. */
    utcOffset: z.coerce.number().int().min(-840).max(840).default(0),
    /** Practice orders or real ones; the default is real ones, or practice if there are no others. */
    kind: z.enum(['real', 'practice']).optional(),
  }),
  answer: Envelope.extend({
    figures: z
      .object({
        /** How many orders are not in the figures yet: they are still being prepared, and each call goes on with it. */
        preparing: z.number(),
        kind: z.enum(['real', 'practice']),
        /** Whether there are orders of both kinds. */
        hasBoth: z.boolean(),
        currency: z.string(),
        periods: z.array(Period),
        days: z.array(
          z.object({ day: z.string(), profit: z.number(), profitBefore: z.number(), orders: z.number() }),
        ),
        products: z.array(z.object({ title: z.string(), units: z.number() })),
      })
      .openapi('VendorFigures'),
  }),
  limit: { calls: 240, windowMs: MINUTE },
})

export const getProductFigures = endpoint({
  method: 'GET',
  path: '/vendor/products/{id}/figures',
  summary: 'Returns revenue and cost of your finished orders of a single product, from the ledger',
  access: { vendor: 'statistics:read' },
  readsReplica: 'current',
  params: z.object({ id: ProductId }),
  answer: Envelope.extend({
    /**
     * In the marketplace's currency, of practice orders if there are no real ones; orders of stores without your
     * exchange rate are left out.
     */
    figures: z
      .object({
        isPractice: z.boolean(),
        orders: z.number(),
        units: z.number(),
        retail: z.number(),
        cost: z.number(),
      })
      .openapi('VendorProductFigures'),
  }),
  limit: { calls: 240, windowMs: MINUTE },
})

export type ProductFiguresData = z.input<typeof getProductFigures.answer>['figures']
export type VendorFiguresData = z.input<typeof getVendorFigures.answer>['figures']
