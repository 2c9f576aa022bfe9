import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { DOCUMENT_TYPES, STATED_ITEMS, VERIFICATION_ITEMS, VERIFICATION_STATUSES } from './shapes.ts'

const LIMIT = { calls: 60, windowMs: MINUTE }

/** A document that proves a statement; without `deletedAt` it can be opened. */
export const VerificationDocument = z
  .object({
    id: z.string(),
    /** The name of the uploaded file; empty once the file is deleted. */
    name: z.string(),
    type: z.enum(DOCUMENT_TYPES),
    /** The size of the stored file in bytes. */
    size: z.number(),
    uploadedAt: z.string(),
    deletedAt: z.string().nullable(),
  })
  .openapi('VerificationDocument')

const Item = z
  .object({
    item: z.enum(VERIFICATION_ITEMS),
    status: z.enum(VERIFICATION_STATUSES),
    statement: z.string().nullable(),
    /** The version of the statement; 0 while there is none. */
    version: z.number(),
    statedAt: z.string().nullable(),
    /** Why the item was rejected. */
    reason: z.string().nullable(),
    documents: z.array(VerificationDocument),
  })
  .openapi('VerificationItem')

/** The items of a store to verify, and whether the store is verified. */
export const Checklist = z.object({ isVerified: z.boolean(), items: z.array(Item) })

export const readVerification = endpoint({
  method: 'GET',
  path: '/supplier/verification',
  summary: 'Returns the verification items of your store with their states',
  access: { manufacturer: 'settings:read' },
  answer: Envelope.extend({ verification: Checklist }),
  refusals: ['no_store'],
  limit: LIMIT,
})

export const stateVerificationItem = endpoint({
  method: 'POST',
  path: '/supplier/verification/{item}',
  summary: 'Submits an item for the verification of your store; changes are reviewed again',
  access: { manufacturer: 'settings:write' },
  params: z.object({ item: z.enum(STATED_ITEMS) }),
  body: z.object({
    statement: z.string().overwrite(toSingleLine).min(3, 'Use at least 3 characters.').max(500),
    isCorrect: z.literal(true, 'Confirm that this is correct.'),
  }),
  answer: Envelope.extend({ verification: Checklist }),
  refusals: ['no_store'],
  limit: LIMIT,
})

export const readSupplierVerification = endpoint({
  method: 'GET',
  path: '/store-verification/{supplier}',
  summary: 'Returns the verification items of a store with their states',
  access: { operator: 'suppliers:read' },
  params: z.object({ supplier: z.string().max(100) }),
  answer: Envelope.extend({ verification: Checklist }),
  refusals: ['supplier_not_found'],
  limit: LIMIT,
})

export const decideVerificationItem = endpoint({
  method: 'POST',
  path: '/store-verification/{supplier}/{item}',
  summary:
    'Approves or rejects a verification item; refused if the supplier has changed it since it was read',
  access: { operator: 'suppliers:write' },
  params: z.object({ supplier: z.string().max(100), item: z.enum(STATED_ITEMS) }),
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('approved'), version: z.int() }),
    z.object({
      decision: z.literal('rejected'),
      version: z.int(),
      /** The reason, which the supplier can read. */
      reason: z.string().trim().min(3, 'Use at least 3 characters.').max(500),
    }),
  ]),
  answer: Envelope.extend({ verification: Checklist }),
  refusals: ['supplier_not_found', 'statement_changed'],
  limit: LIMIT,
})

export type VerificationData = z.input<typeof Checklist>
