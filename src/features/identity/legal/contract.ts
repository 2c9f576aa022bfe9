import { z } from '@hono/zod-openapi'
import { endpoint, PUBLIC_READ } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The shop's legal texts. */
export const LEGAL_NAMES = ['terms', 'privacy', 'returns', 'imprint'] as const

export type LegalName = (typeof LEGAL_NAMES)[number]

/** A legal text: its title, its version (YYYY-MM-DD, of a second one on that day YYYY-MM-DD-2), and its body as sanitised HTML. */
const LegalText = z.object({ title: z.string(), version: z.string(), html: z.string() }).openapi('LegalText')

export const getLegalText = endpoint({
  method: 'GET',
  path: '/shop/getLegalText/{name}',
  summary: 'Returns the terms of service, privacy policy, returns policy or imprint',
  ...PUBLIC_READ,
  params: z.object({ name: z.enum(LEGAL_NAMES) }),
  answer: Envelope.extend({ text: LegalText }),
})

export type LegalTextData = z.output<typeof LegalText>
