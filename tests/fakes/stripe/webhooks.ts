import { createHmac } from 'node:crypto'
import type { SentNotice } from '#tests/contracts/provider-steps.ts'
import type { FakeEvent } from './books.ts'

/** How an event is signed. `over` changes the event itself: another mode, another version. */
export type Signing = Readonly<{ secret: string; now: Date; over?: object }>

/** An event as Stripe posts it: the body, and the header that signs it. */
export function signedEvent({ id, type, created, object }: FakeEvent, signing: Signing): SentNotice {
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
    ...signing.over,
  }
  return signedBody(JSON.stringify(event, undefined, 2), signing)
}

/** Any body with a header that signs it, as `stripe.webhooks.generateTestHeaderString` makes it. */
export function signedBody(body: string, { secret, now }: Signing): SentNotice {
  const seconds = Math.floor(now.getTime() / 1000)
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` },
  }
}
