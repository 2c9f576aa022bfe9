import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }

/**
 * The kinds of a supplier's documents: payout statements, which are invoices of the commission, and credit notes of
 * refunds.
 */
const DOCUMENT_KINDS = ['statement', 'credit_note'] as const

const SupplierDocument = z
  .object({
    kind: z.enum(DOCUMENT_KINDS),
    number: z.string(),
    issuedAt: z.string(),
    currency: z.string(),
    /** The amount paid out, or refunded to the buyer. */
    amount: z.number(),
    /** The order of a credit note. */
    order: z.object({ id: z.string(), number: z.string() }).nullable(),
    /** Whether the money of a credit note was returned. */
    isVoid: z.boolean(),
    /** The path of its PDF. */
    path: z.string(),
  })
  .openapi('SupplierDocument')

export const listSupplierDocuments = endpoint({
  method: 'GET',
  path: '/supplier/documents',
  summary:
    'Lists the statements of your payouts and the credit notes of your orders, newest first, fifty a page: of a kind, or whose number or order contains a text',
  access: { manufacturer: 'money:read' },
  query: z.object({
    kind: z.enum(DOCUMENT_KINDS).optional(),
    /** A part of the number, or of the order’s number. */
    search: z.string().trim().max(100).default(''),
    page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
  }),
  answer: Envelope.extend({
    documents: z.array(SupplierDocument),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  refusals: ['store_not_found'],
  limit: READ_LIMIT,
})

export const getSupplierCreditNote = endpoint({
  method: 'GET',
  path: '/supplier/credit-notes/{number}',
  summary: 'Returns a credit note of one of your orders as PDF, without the buyer’s address',
  access: { manufacturer: 'money:read' },
  params: z.object({ number: z.string().max(100) }),
  answer: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  refusals: ['credit_note_not_found'],
  // Rendering a document blocks the process for some hundredths of a second.
  limit: { calls: 30, windowMs: MINUTE },
})

export type SupplierDocumentData = z.input<typeof SupplierDocument>
export type DocumentKind = SupplierDocumentData['kind']
