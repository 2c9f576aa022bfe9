import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

export { SETTING_FIELDS, Version } from './values/shapes.ts'

const Line = (max: number) => z.string().overwrite(toSingleLine).max(max)

/** The issuer of documents: a name and the lines below it, such as address, registration, tax number and email. */
const Issuer = z.object({ name: z.string(), lines: z.array(z.string()) }).openapi('Issuer')

const IssuerVersion = z.object({
  issuer: Issuer,
  /** Null for the initial value. */
  validFrom: z.string().nullable(),
  /** The account that saved it; null for the initial value, empty once the account is closed. */
  savedBy: z.string().nullable(),
})

export const readIssuer = endpoint({
  method: 'GET',
  path: '/operator/settings/issuer',
  summary: 'Returns the issuer of invoices and other documents, and the earlier issuers, newest first',
  access: { operator: 'settings:read' },
  answer: Envelope.extend({ issuer: Issuer, version: z.number(), history: z.array(IssuerVersion) }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const saveIssuer = endpoint({
  method: 'POST',
  path: '/operator/settings/issuer',
  summary:
    'Changes the issuer of new documents; existing documents stay unchanged; needs your password first',
  access: { operator: 'settings:write' },
  confirmed: true,
  body: z.object({
    name: Line(200).min(1, 'Enter the name of the company.'),
    lines: z
      .array(Line(200))
      .max(20)
      .transform((lines) => lines.filter((line) => line !== ''))
      .pipe(z.array(z.string()).min(1, 'Enter the address.').max(12, 'Use at most 12 lines.')),
    /** The version that was changed; refused if another one was saved meanwhile. */
    version: z.number().int().min(0),
  }),
  answer: Envelope,
  refusals: ['changed_meanwhile'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})
