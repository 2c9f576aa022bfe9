import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { Checklist } from '../contract.ts'
import { STATED_ITEMS } from '../shapes.ts'

/** The largest accepted document, in bytes. */
const MAX_DOCUMENT_BYTES = 10_000_000

const Id = z.string().max(100)

export const uploadVerificationDocument = endpoint({
  method: 'POST',
  path: '/supplier/verification/{item}/documents',
  summary:
    'Adds a document to an item that you have stated, which is then reviewed again. The body is a PDF, JPEG, PNG or WebP of at most 10 MB',
  access: { manufacturer: 'settings:write' },
  params: z.object({ item: z.enum(STATED_ITEMS) }),
  /** The file's name as shown to the team and operators. */
  query: z.object({ name: z.string().overwrite(toSingleLine).min(1).max(120) }),
  takes: 'bytes',
  body: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  maxBytes: MAX_DOCUMENT_BYTES,
  answer: Envelope.extend({ verification: Checklist }),
  refusals: ['no_store', 'not_a_document', 'statement_missing', 'too_many_documents'],
  limit: { calls: 60, windowMs: HOUR },
})

export const removeVerificationDocument = endpoint({
  method: 'POST',
  path: '/verification-documents/{id}/remove',
  summary: 'Deletes a document of your store; the item it proves is reviewed again',
  access: { manufacturer: 'settings:write' },
  params: z.object({ id: Id }),
  answer: Envelope.extend({ verification: Checklist }),
  refusals: ['no_store', 'document_not_found'],
  limit: { calls: 60, windowMs: MINUTE },
})

export const getVerificationDocument = endpoint({
  method: 'GET',
  path: '/verification-documents/{id}',
  summary:
    'Returns a document: PDF, or a WebP picture. For the store’s own team and operators; access by operators is recorded in the store’s activity',
  access: { manufacturer: 'settings:read', operator: 'suppliers:read' },
  params: z.object({ id: Id }),
  answer: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  refusals: ['document_not_found'],
  limit: { calls: 120, windowMs: MINUTE },
})
