import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'

const Id = z.string().max(100)
/** The bytes of a PDF file. */
const PdfFile = z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' })
/** The limit of documents: rendering one blocks the process for some hundredths of a second. */
const LIMIT = { calls: 30, windowMs: 60_000 }

export const getPackingSlip = endpoint({
  method: 'GET',
  path: '/supplier/orders/{id}/packing-slip',
  summary: 'Returns the packing slip as PDF, without prices: of all items to ship, or of one parcel',
  access: { manufacturer: 'orders:read', operator: 'orders:read' },
  params: z.object({ id: Id }),
  query: z.object({ parcel: Id.optional() }),
  answer: PdfFile,
  refusals: ['order_not_found', 'parcel_not_found'],
  limit: LIMIT,
})

export const createPackingDocuments = endpoint({
  method: 'POST',
  path: '/supplier/packing-documents',
  summary:
    'Returns one PDF for up to 100 orders of your store: a pick list, then each order’s packing slip and bought labels',
  access: { manufacturer: 'orders:read' },
  body: z.object({
    orders: z.array(Id).min(1).max(100),
    documents: z
      .array(z.enum(['pick_list', 'slips', 'labels']))
      .min(1)
      .max(3)
      .default(['pick_list', 'slips', 'labels']),
  }),
  answer: PdfFile,
  refusals: ['order_not_found', 'nothing_to_print'],
  // A hundred slips block the process for seconds.
  limit: { calls: 10, windowMs: 60_000 },
})

export const getInvoice = endpoint({
  method: 'GET',
  path: '/orders/{purchase}/invoice',
  summary:
    'Returns the invoice of a paid purchase as PDF, for anyone who has the secret id of its link; it is numbered now unless it has a number',
  access: 'public',
  params: z.object({ purchase: Id }),
  answer: PdfFile,
  refusals: ['order_not_found', 'not_paid'],
  limit: LIMIT,
})

export const getCreditNote = endpoint({
  method: 'GET',
  path: '/orders/{purchase}/credit-notes/{number}',
  summary:
    'Returns a credit note of a purchase as PDF with the refunded part of its invoice, for anyone who has the secret id of its link',
  access: 'public',
  params: z.object({ purchase: Id, number: Id }),
  answer: PdfFile,
  refusals: ['order_not_found', 'credit_note_not_found'],
  limit: LIMIT,
})

const Month = z.object({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-03.'),
})

export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoices/{month}',
  summary: 'Exports the invoices issued in a month such as `2026-03`, by number, as CSV',
  access: { operator: 'money:read' },
  params: Month,
  answer: z.string(),
  limit: LIMIT,
})

export const listCreditNotes = endpoint({
  method: 'GET',
  path: '/credit-notes/{month}',
  summary:
    'Exports the credit notes issued in a month such as `2026-03`, by number, as CSV; `void` marks those whose money came back',
  access: { operator: 'money:read' },
  params: Month,
  answer: z.string(),
  limit: LIMIT,
})
