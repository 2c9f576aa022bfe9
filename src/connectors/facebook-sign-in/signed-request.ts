import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'

const Payload = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  user_id: z.string().min(1).max(255),
  issued_at: z.int().positive(),
})

/** What Facebook says about a person who has left the app: their id there, and when that was said. */
export type DeauthorizedUser = Readonly<{ subject: string; issuedAt: Date }>

/**
 * Reads a `signed_request`, as Facebook posts it when somebody removes the app or asks for their data to be deleted: the
 * HMAC-SHA256 of the second part with the app's secret, a dot, and JSON, both base64url
 * (https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback). Throws
 * `bad_signature` (400) unless Facebook signed it.
 */
export function readSignedRequest(text: string, appSecret: string): DeauthorizedUser {
  const [signature = '', payload = '', ...rest] = text.split('.')
  const receivedSignature = Buffer.from(signature, 'base64url')
  const expected = createHmac('sha256', appSecret).update(payload).digest()
  const isSigned =
    receivedSignature.length === expected.length && timingSafeEqual(receivedSignature, expected)
  const parsed = isSigned && rest.length === 0 ? Payload.safeParse(parseJson(payload)) : undefined
  if (!parsed?.success)
    throw new AppError('invalid', 'bad_signature', 'The signature of the request is invalid.')
  return { subject: parsed.data.user_id, issuedAt: new Date(parsed.data.issued_at * 1000) }
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
