import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ParcelFields, ParcelLabel, QuotedAmount } from '../contract.ts'

const Id = z.string().max(100)

/** Names the labels of one call, made by the caller; the same again buys nothing twice. */
const Batch = z.string().min(8).max(100)

/** How many labels one call may buy. */
const MAX_LABELS = 100

export const buyLabels = endpoint({
  method: 'POST',
  path: '/supplier/labels',
  summary:
    'Buys labels for up to 100 orders of your store, each on its own and for no more than its quote; the answer says of each whether it is being bought',
  access: { manufacturer: 'orders:write' },
  body: z.object({
    batch: Batch,
    labels: z
      .array(
        z.object({
          ...ParcelFields,
          order: Id,
          service: z.string().trim().min(1).max(100),
          quote: QuotedAmount,
        }),
      )
      .min(1)
      .max(MAX_LABELS),
  }),
  answer: Envelope.extend({
    results: z.array(
      z.object({
        id: z.string(),
        isDone: z.boolean(),
        /** The result as a message. */
        message: z.string(),
      }),
    ),
  }),
  refusals: ['labels_not_offered'],
  limit: { calls: 10, windowMs: 60_000 },
})

const BatchLabel = ParcelLabel.extend({
  order: z.string(),
  number: z.string(),
  customer: z.string(),
}).openapi('BatchLabel')

export const listBatchLabels = endpoint({
  method: 'GET',
  path: '/supplier/label-batches/{batch}',
  summary: 'Lists the labels of your store that were bought by one call, with how each stands',
  access: { manufacturer: 'orders:read' },
  params: z.object({ batch: Batch }),
  answer: Envelope.extend({ labels: z.array(BatchLabel) }),
  limit: { calls: 240, windowMs: 60_000 },
})
