import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { CaseShape } from '../shapes.ts'

const Id = z.string().max(100)
const LIMIT = { calls: 30, windowMs: MINUTE }
const BuyerParams = z.object({ purchase: Id, id: Id })
const CaseParams = z.object({ id: Id })

/** A label for a return: `amount` in its currency’s major units, `minorAmount` in minor ones. */
const ReturnRate = z
  .object({
    carrier: z.string(),
    service: z.string(),
    currency: z.string(),
    amount: z.number(),
    minorAmount: z.number(),
    days: z.number().nullable(),
  })
  .openapi('ReturnRate')

const RateResponse = Envelope.extend({ rate: ReturnRate.nullable(), problem: z.string().nullable() })

/** The rate as shown: the label is bought with that service, for that price at most. */
const Rate = z.object({
  service: z.string().trim().min(1).max(100),
  currency: z.string().regex(/^[A-Z]{3}$/),
  amount: z.int().min(0).max(99_999_999_999),
})

const BUYER_REFUSALS = ['case_not_found', 'order_not_found', 'sign_in_first', 'case_state'] as const
const PDF = z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' })

export const quoteBuyerReturnLabel = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/cases/{id}/return-label-rate',
  summary: 'Returns what a label for sending the items of a case back costs the buyer, or why none is sold',
  access: 'optional',
  params: BuyerParams,
  body: z.object({}).default({}),
  answer: RateResponse,
  refusals: [...BUYER_REFUSALS, 'labels_not_offered'],
  limit: LIMIT,
})

export const buyBuyerReturnLabel = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/cases/{id}/return-label',
  summary:
    'Buys a label for sending the items of a case back; its price is taken off the refund, if it is used. Repeating it changes nothing',
  access: 'optional',
  params: BuyerParams,
  body: z.object({ rate: Rate }),
  answer: Envelope.extend({ case: CaseShape }),
  refusals: [
    ...BUYER_REFUSALS,
    'labels_not_offered',
    'label_too_dear',
    'labels_owed',
    'customs_unknown',
    'order_state',
  ],
  limit: LIMIT,
})

export const getBuyerReturnLabel = endpoint({
  method: 'GET',
  path: '/orders/{purchase}/cases/{id}/return-label',
  summary: 'Returns the label for sending the items of a case back, as PDF',
  access: 'optional',
  params: BuyerParams,
  answer: PDF,
  refusals: ['case_not_found', 'order_not_found', 'sign_in_first', 'label_not_found'],
  limit: LIMIT,
})

export const quoteReturnLabel = endpoint({
  method: 'POST',
  path: '/cases/{id}/return-label-rate',
  summary: 'Returns what a label for the return of a case costs your store, or why none is sold',
  access: { manufacturer: 'cases:read' },
  params: CaseParams,
  body: z.object({}).default({}),
  answer: RateResponse,
  refusals: ['case_not_found', 'case_state', 'labels_not_offered'],
  limit: LIMIT,
})

export const buyReturnLabel = endpoint({
  method: 'POST',
  path: '/cases/{id}/return-label',
  summary:
    'Buys a label for the return of a case, charged to your store, and sends it to the buyer. Repeating it changes nothing',
  access: { manufacturer: 'cases:write' },
  params: CaseParams,
  body: z.object({ rate: Rate }),
  answer: Envelope.extend({ case: CaseShape }),
  refusals: [
    'case_not_found',
    'case_state',
    'labels_not_offered',
    'labels_owed',
    'customs_unknown',
    'order_state',
  ],
  limit: LIMIT,
})

export const getReturnLabel = endpoint({
  method: 'GET',
  path: '/cases/{id}/return-label',
  summary: 'Returns the label for the return of a case, as PDF',
  access: { manufacturer: 'cases:read', operator: 'cases:read' },
  params: CaseParams,
  answer: PDF,
  refusals: ['case_not_found', 'label_not_found'],
  limit: LIMIT,
})

export type ReturnRateData = z.input<typeof ReturnRate>
