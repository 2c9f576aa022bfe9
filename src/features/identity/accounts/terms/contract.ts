import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { wrapInData } from '../shapes.ts'

const TERMS_LIMIT = { calls: 60, windowMs: 10 * MINUTE }

export const getTermsState = endpoint({
  method: 'GET',
  path: '/users/getTermsState',
  summary: 'Returns the current version of the terms (YYYY-MM-DD) and whether the account has accepted it',
  access: 'signed_in',
  answer: Envelope.extend({ version: z.string(), isAccepted: z.boolean() }),
  limit: TERMS_LIMIT,
})

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/users/acceptTerms',
  summary: 'Accepts the current version of the terms; repeating it changes nothing',
  access: 'signed_in',
  body: wrapInData(z.object({ version: z.string().max(20) })),
  answer: Envelope,
  refusals: ['terms_changed'],
  limit: TERMS_LIMIT,
})
