import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'

/** The header of a webhook: `t=epoch seconds,v1=hex[,v1=hex…][,v0=…]`. */
export const SIGNATURE_HEADER = 'stripe-signature'

/** How far the sender's clock and ours may be apart: a recorded notice cannot be played again later. */
const TOLERANCE = 5 * MINUTE

/**
 * Throws `bad_signature` unless one of the header's `v1` signatures is HMAC-SHA256 over `t.body` with one of the
 * secrets: while a secret is changed over, Stripe signs with both and the shop may know both. Other schemes (`v0`, of
 * test events) are worth nothing. https://docs.stripe.com/webhooks#verify-manually
 */
export function checkSignature(
  body: string,
  header: string | undefined,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): void {
  const items = (header ?? '').split(',').map((item) => item.trim().split('='))
  const seconds = items.find(([scheme]) => scheme === 't')?.[1] ?? ''
  const isFresh = /^\d{1,12}$/.test(seconds) && Math.abs(now.getTime() - Number(seconds) * 1000) <= TOLERANCE
  const given = items.flatMap(([scheme, value]) => (scheme === 'v1' && value ? [Buffer.from(value)] : []))
  const expected = secrets.map((secret) => Buffer.from(signatureOf(`${seconds}.${body}`, secret)))
  const isSigned = expected.some((right) => given.some((one) => isSame(one, right)))
  if (isFresh && isSigned) return
  throw new AppError('invalid', 'bad_signature', 'The signature of the notice is not right.')
}

function isSame(given: Buffer, right: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right)
}

function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
