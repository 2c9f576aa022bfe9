import { createHmac } from 'node:crypto'
import type { SentWebhook } from '#tests/contracts/provider-steps.ts'
import type { FakeEvent } from './objects.ts'

/** The options of an event's signature. `over` changes the event itself: another mode, another version. */
export type SigningOptions = Readonly<{ secret: string; now: Date; over?: object }>

/** Returns an event as Stripe posts it: the body, and the header that signs it. */
export function signEvent({ id, type, created, object }: FakeEvent, options: SigningOptions): SentWebhook {
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    ...options.over,
  }
  return signBody(JSON.stringify(event, undefined, 2), options)
}

/** Returns any body with a header that signs it, as `stripe.webhooks.generateTestHeaderString` makes it. */
export function signBody(body: string, { secret, now }: SigningOptions): SentWebhook {
  const seconds = Math.floor(now.getTime() / 1000)
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` },
  }
}
