import { z } from '@hono/zod-openapi'
import { SALES_CHANNELS } from '#core/sales-channel.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }

/** The scope of a rule: a supplier by its id, a category by its name, a channel of sales. An omitted one means all. */
const Scope = {
  supplier: z.string().max(100).optional(),
  category: z.string().max(100).optional(),
  channel: z.enum(SALES_CHANNELS).optional(),
}

/** Whether a rule is in force, will be, or was replaced by a later one for the same sales. */
export const RULE_STATES = ['current', 'scheduled', 'replaced'] as const

/** A commission rule; without a percentage it ends the rule before it. */
const CommissionRule = z
  .object({
    id: z.string(),
    supplier: z.object({ id: z.string(), name: z.string() }).nullable(),
    category: z.string().nullable(),
    channel: z.enum(SALES_CHANNELS).nullable(),
    percent: z.number().nullable(),
    validFrom: z.string(),
    state: z.enum(RULE_STATES),
    createdAt: z.string(),
  })
  .openapi('CommissionRule')

const Percent = z
  .number()
  .min(0)
  .max(100)
  .refine((percent) => Number.isInteger(Math.round(percent * 1e6) / 1e4), 'Use at most two decimals.')
  .nullable()

export const listCommissionRules = endpoint({
  method: 'GET',
  path: '/commission-rules',
  summary:
    'Lists all commission rules, past and scheduled, newest first; the standard rate applies where there is none',
  access: { operator: 'money:read' },
  answer: Envelope.extend({
    rules: z.array(CommissionRule),
    standardPercent: z.number(),
    /** The commission on shipping, which no rule changes. */
    shippingPercent: z.number(),
    taxPercent: z.number(),
    /** The names of the categories that a rule can have. */
    categories: z.array(z.string()),
  }),
  limit: READ_LIMIT,
})

export const saveCommissionRule = endpoint({
  method: 'POST',
  path: '/commission-rules',
  summary:
    'Sets the commission of a supplier, a category, a supplier’s category or everything, in one channel or both, from now or a later time; a supplier’s rate takes precedence over a category’s, a channel’s over that of both. Earlier sales keep their rate',
  access: { operator: 'money:write' },
  body: z.object({
    ...Scope,
    percent: Percent,
    validFrom: z.iso.datetime({ offset: true }).optional(),
  }),
  answer: Envelope.extend({ id: z.string() }),
  refusals: ['supplier_not_found', 'category_not_found', 'day_is_over'],
  limit: { calls: 60, windowMs: MINUTE },
})

export const previewCommissionRule = endpoint({
  method: 'POST',
  path: '/commission-rules/preview',
  summary:
    'Returns what a rule would have changed in the last 90 days: the sales whose rate it changes, the commission at their rates and at the new one. Nothing is saved',
  access: { operator: 'money:read' },
  body: z.object({ ...Scope, percent: Percent }),
  answer: Envelope.extend({
    preview: z.object({
      days: z.number(),
      currency: z.string(),
      orders: z.number(),
      /** The price of these orders' items, without cancelled ones. */
      sales: z.number(),
      commission: z.number(),
      newCommission: z.number(),
    }),
  }),
  refusals: ['supplier_not_found', 'category_not_found'],
  // The call reads the sales of 90 days.
  limit: { calls: 30, windowMs: MINUTE },
})

export const readCommissionRate = endpoint({
  method: 'GET',
  path: '/commission-rate',
  summary:
    'Returns the current commission rate of a supplier in a category, on the marketplace unless a channel is named',
  access: { operator: 'money:read' },
  query: z.object(Scope),
  answer: Envelope.extend({ percent: z.number() }),
  refusals: ['supplier_not_found', 'category_not_found'],
  limit: READ_LIMIT,
})
