import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'

/** The header with the signature of a webhook event: `t=epoch seconds,v1=hex`. */
export const SANDBOX_SIGNATURE_HEADER = 'x-sandbox-signature'

/** The maximum age of a webhook event, which limits replays of recorded ones. */
const TOLERANCE = 5 * MINUTE

/**
 * Returns the signature of a body sent at `now`. It is HMAC-SHA256 over `seconds.body`, the scheme that Stripe's
 * webhooks use.
 */
export function sign(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${digest(`${seconds}.${body}`, secret)}`
}

/** Throws `bad_signature` unless the header is a recent signature of this body with this secret. */
export function checkSandboxSignature(
  body: string,
  header: string | undefined,
  { secret, now }: { secret: string; now: Date },
): void {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '')
  const [, seconds = '', given = ''] = match ?? []
  const isFresh = Math.abs(now.getTime() - Number(seconds) * 1000) <= TOLERANCE
  const expected = digest(`${seconds}.${body}`, secret)
  if (match && isFresh && timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return
  throw new AppError('invalid', 'bad_signature', 'The signature of the webhook is invalid.')
}

function digest(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
