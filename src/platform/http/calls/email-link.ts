import { z } from '@hono/zod-openapi'
import { idPattern, type IdKind } from '#core/ids.ts'
import { MINUTE } from '#core/time.ts'

/** Declares the token of email links as a query parameter. The token authorizes changes to these emails. */
export function linkTokenQuery(kind: IdKind) {
  return z.object({
    token: z.string().regex(idPattern(kind), 'This link is incomplete. Copy it again from the email.'),
  })
}

/** Mail providers unsubscribe many recipients from few addresses, so the limit is generous: tokens cannot be guessed. */
export const EMAIL_LINK_LIMIT = { calls: 600, windowMs: MINUTE }
