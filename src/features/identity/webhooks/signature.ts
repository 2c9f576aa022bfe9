import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

/** Returns a new signing secret of 192 random bits, as the Standard Webhooks specification writes it. */
export function createSecret(): string {
  return SECRET_PREFIX + randomBytes(24).toString('base64')
}

/** A message to be signed: its id, the second it is sent at, and its body. */
export type SignedMessage = Readonly<{ id: string; sentAt: Date; body: string }>

/**
 * Returns the headers of a webhook, signed with each of the secrets (Standard Webhooks 1.0: HMAC-SHA256 of `id.timestamp.body`,
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export function signMessage(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
