import { z } from '@hono/zod-openapi'
import { toMultiline } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The most orders or cases in one call. */
const MAX_ITEMS = 100

const Ids = z.array(z.string().max(100)).min(1).max(MAX_ITEMS)

/** The preview of an order or case: the amount that its buyer gets back in minor units, or why it is left out. */
const PreviewRow = z
  .object({
    id: z.string(),
    /** The number of the order. */
    number: z.string(),
    isPossible: z.boolean(),
    /** What would happen, or why it cannot. */
    message: z.string(),
    amount: z.number(),
    currency: z.string(),
  })
  .openapi('BulkPreviewRow')

const PreviewAnswer = Envelope.extend({
  rows: z.array(PreviewRow),
  totals: z.array(z.object({ currency: z.string(), amount: z.number() })),
})

const ResultAnswer = Envelope.extend({
  results: z.array(
    z
      .object({
        id: z.string(),
        isDone: z.boolean(),
        /** The result as a message. */
        message: z.string(),
      })
      .openapi('BulkResult'),
  ),
})

/** The reason, which buyers and suppliers read. */
const Reason = z.string().overwrite(toMultiline).min(3, 'Enter a reason of at least 3 characters.').max(400)

const WRITE_LIMIT = { calls: 30, windowMs: MINUTE, scope: 'account' } as const

const RefundTerms = {
  orders: Ids,
  /** Whether the marketplace pays, so that suppliers keep their earnings. */
  byMarketplace: z.boolean().default(false),
}

export const previewBulkOrders = endpoint({
  method: 'POST',
  path: '/operator/orders/bulk-preview',
  summary: 'Previews cancelling, refunding or retrying up to 100 orders; nothing is changed',
  access: { operator: 'orders:read' },
  body: z.object({ action: z.enum(['cancel', 'refund', 'retry']), ...RefundTerms }),
  answer: PreviewAnswer,
  limit: WRITE_LIMIT,
})

export const cancelOrders = endpoint({
  method: 'POST',
  path: '/operator/orders/bulk-cancel',
  summary:
    'Cancels what is not shipped of up to 100 orders, each on its own; the answer has a result for each',
  access: { operator: 'orders:write' },
  body: z.object({ orders: Ids, reason: Reason }),
  answer: ResultAnswer,
  limit: WRITE_LIMIT,
})

export const refundOrders = endpoint({
  method: 'POST',
  path: '/operator/orders/bulk-refund',
  summary:
    'Refunds all that is left of up to 100 orders, each on its own; the same idempotency key refunds no order twice; needs your password first',
  access: { operator: 'money:write' },
  confirmed: true,
  body: z.object({ ...RefundTerms, reason: Reason, idempotencyKey: z.string().min(8).max(64) }),
  answer: ResultAnswer,
  limit: WRITE_LIMIT,
})

export const retryOrders = endpoint({
  method: 'POST',
  path: '/operator/orders/bulk-retry',
  summary:
    'Retries refused or unclear actions of outside systems for up to 100 orders, such as refunds; needs your password first',
  access: { operator: 'money:write' },
  confirmed: true,
  body: z.object({ orders: Ids }),
  answer: ResultAnswer,
  limit: WRITE_LIMIT,
})

const DecisionTerms = {
  cases: Ids,
  /** The share of each order's refundable amount, in percent. */
  percent: z.int().min(0).max(100),
  withReturn: z.boolean().default(false),
  byMarketplace: z.boolean().default(false),
}

const isOneOf = ({ withReturn, byMarketplace }: { withReturn: boolean; byMarketplace: boolean }) =>
  !(withReturn && byMarketplace)
const ONE_OF = 'A refund that the marketplace pays for doesn’t require a return.'

export const previewBulkDecisions = endpoint({
  method: 'POST',
  path: '/operator/cases/bulk-preview',
  summary: 'Previews one decision for up to 100 cases; nothing is changed',
  access: { operator: 'cases:read' },
  body: z.object(DecisionTerms).refine(isOneOf, ONE_OF),
  answer: PreviewAnswer,
  limit: WRITE_LIMIT,
})

export const decideCases = endpoint({
  method: 'POST',
  path: '/operator/cases/bulk-decide',
  summary:
    'Applies one decision to up to 100 cases, each independently; the answer has a result for each; needs your password first',
  access: { operator: 'cases:write' },
  confirmed: true,
  body: z
    .object({
      ...DecisionTerms,
      text: z
        .string()
        .overwrite(toMultiline)
        .min(10, 'Give the reasons for the decision (at least 10 characters).')
        .max(2_000),
    })
    .refine(isOneOf, ONE_OF),
  answer: ResultAnswer,
  limit: WRITE_LIMIT,
})

const Operator = z.object({ id: z.string(), name: z.string() })

export const listCaseAssignments = endpoint({
  method: 'GET',
  path: '/operator/cases/assignments',
  summary: 'Returns the operators assigned to open cases, and those whom a case can be assigned to',
  access: { operator: 'cases:read' },
  answer: Envelope.extend({
    assignments: z.array(z.object({ case: z.string(), operator: Operator })),
    operators: z.array(Operator),
  }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const assignCases = endpoint({
  method: 'POST',
  path: '/operator/cases/assign',
  summary: 'Assigns up to 100 cases to an operator, or unassigns them',
  access: { operator: 'cases:write' },
  body: z.object({ cases: Ids, to: z.string().max(100).nullable() }),
  answer: Envelope,
  refusals: ['case_not_found', 'operator_not_found'],
  limit: { calls: 120, windowMs: MINUTE, scope: 'account' },
})

export type BulkPreviewRowData = z.output<typeof PreviewRow>
