import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { LEGAL_NAMES } from '#features/identity/legal/contract.ts'

const READ_LIMIT = { calls: 120, windowMs: MINUTE, counted: 'in_memory' } as const

const TextParams = z.object({ name: z.enum(LEGAL_NAMES) })

const MAX_BODY = 100_000

const Title = z.string().overwrite(toSingleLine).min(1, 'Enter a title.').max(200)

/** Markdown with placeholders such as `{{operator}}`. */
const Body = z.string().min(1, 'Enter the text.').max(MAX_BODY)

const TextVersion = z.object({
  version: z.string(),
  title: z.string(),
  body: z.string(),
  /** Null for the initial value. */
  validFrom: z.string().nullable(),
  /** The account that saved it; null for the initial value, empty once the account is closed. */
  savedBy: z.string().nullable(),
})

export const readLegalSource = endpoint({
  method: 'GET',
  path: '/operator/settings/legal-texts/{name}',
  summary: 'Returns the source of a legal text, the values of its placeholders, and its versions',
  access: { operator: 'settings:read' },
  params: TextParams,
  answer: Envelope.extend({
    text: z.object({
      version: z.string(),
      title: z.string(),
      body: z.string(),
      /** Whether it was saved by screen, not read from a file of the server. */
      isOwn: z.boolean(),
    }),
    placeholders: z.array(
      z.object({
        name: z.string(),
        /** Null without a value: lines with this placeholder are left out. */
        value: z.string().nullable(),
      }),
    ),
    history: z.array(TextVersion),
  }),
  limit: READ_LIMIT,
})

export const previewLegalText = endpoint({
  method: 'POST',
  path: '/operator/settings/legal-texts/{name}/preview',
  summary: 'Returns a preview of a legal text with its errors',
  access: { operator: 'settings:read' },
  params: TextParams,
  body: z.object({ body: Body }),
  maxBytes: 4 * MAX_BODY,
  answer: Envelope.extend({ html: z.string() }),
  refusals: ['unknown_placeholder', 'empty_text'],
  limit: READ_LIMIT,
})

export const saveLegalText = endpoint({
  method: 'POST',
  path: '/operator/settings/legal-texts/{name}',
  summary:
    'Saves a new version of a legal text; new terms are accepted by accounts at their next visit; needs your password first',
  access: { operator: 'settings:write' },
  confirmed: true,
  params: TextParams,
  body: z.object({
    title: Title,
    body: Body,
    /** The version that was changed; refused if another one was saved meanwhile. */
    from: z.string().max(20),
  }),
  maxBytes: 4 * MAX_BODY,
  answer: Envelope.extend({ version: z.string() }),
  refusals: ['unknown_placeholder', 'empty_text', 'changed_meanwhile'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})
