import { z } from 'zod'
import { invalid } from '#core/errors.ts'
import { MINUTE, SECOND } from '#core/time.ts'
import type { PaymentWebhookContent, PaymentWebhookEvent } from '#features/money/payments/port.ts'
import { loadStripe } from './stripe-api.ts'
import {
  StripeDispute,
  fromStripeDispute,
  fromStripeSession,
  StripeRefund,
  fromStripeRefund,
  CheckoutSession,
} from './objects.ts'

const Event = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('event'),
  type: z.string(),
  livemode: z.boolean(),
  account: z.unknown().optional(),
  data: z.object({ object: z.unknown() }),
})

const UNHANDLED: PaymentWebhookContent = { about: 'nothing' }

type EventReader = (object: unknown) => PaymentWebhookContent | undefined

const readPayment: EventReader = (object) => {
  const providerPayment = fromStripeSession(CheckoutSession.parse(object))
  return providerPayment && { about: 'payment', payment: providerPayment }
}

/** Reads a final failure: the session has ended without money, so another payment method cannot be tried. */
const readFailedPayment: EventReader = (object) => {
  const providerPayment = fromStripeSession(CheckoutSession.parse(object))
  return (
    providerPayment && {
      about: 'payment',
      payment: { ...providerPayment, state: 'failed', receiptId: undefined },
    }
  )
}

const readRefund: EventReader = (object) => {
  const providerRefund = fromStripeRefund(StripeRefund.parse(object))
  return providerRefund && { about: 'refund', refund: providerRefund }
}

const readDispute: EventReader = (object) => {
  const providerDispute = fromStripeDispute(StripeDispute.parse(object))
  return providerDispute && { about: 'dispute', dispute: providerDispute }
}

/**
 * The handled events. Ignored are `payment_intent.payment_failed`, after which the shopper can try another card on
 * the same page, and `charge.refunded`, whose charge no longer contains its refunds.
 */
const READERS: Readonly<Record<string, EventReader>> = {
  'checkout.session.completed': readPayment,
  'checkout.session.async_payment_succeeded': readPayment,
  'checkout.session.async_payment_failed': readFailedPayment,
  'checkout.session.expired': readPayment,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.dispute.created': readDispute,
  'charge.dispute.updated': readDispute,
  'charge.dispute.closed': readDispute,
  'charge.dispute.funds_withdrawn': readDispute,
  'charge.dispute.funds_reinstated': readDispute,
}

/** The types of the handled events, which a webhook endpoint must subscribe to. */
export const HANDLED_EVENTS: readonly string[] = Object.keys(READERS)

/** The maximum difference between the sender's clock and ours, which limits replays of recorded events. */
const TOLERANCE = 5 * MINUTE

/**
 * Returns the event of a webhook that was signed with one of the secrets. During a rotation there are two. Throws
 * `bad_signature` when none matches, and `bad_webhook_event` for a signed body that is not JSON, so that Stripe sends
 * it again.
 */
export function verifyWebhook(
  body: string,
  header = '',
  { secrets, now }: { secrets: readonly string[]; now: Date },
): unknown {
  // The package refuses old events, but accepts timestamps in the future.
  const isOfTheFuture = readSignedAt(header) - now.getTime() > TOLERANCE
  const { webhooks, errors } = loadStripe()
  for (const secret of isOfTheFuture ? [] : secrets) {
    try {
      return webhooks.constructEvent(body, header, secret, TOLERANCE / SECOND, undefined, now.getTime())
    } catch (error) {
      if (!(error instanceof errors.StripeSignatureVerificationError)) throw badNotice()
    }
  }
  throw invalid('bad_signature', 'The signature of the webhook is invalid.')
}

/** Returns the timestamp of a header in epoch milliseconds; the last of several, as the package reads it. */
function readSignedAt(header: string): number {
  const item = header.split(',').findLast((part) => part.startsWith('t='))
  return Number.parseInt(item?.slice(2) ?? '', 10) * SECOND
}

function badNotice() {
  return invalid('bad_webhook_event', 'The webhook can’t be read.')
}

/**
 * Reads an event after its signature was verified. Events of the other mode (test events reach a live endpoint by
 * Connect) are ignored, and so are events with an `account`: they belong to a connected account, whose owner can set
 * any reference on a session, and whose money is not the shop's (https://docs.stripe.com/connect/webhooks). Throws
 * `bad_webhook_event` when it is invalid, so that Stripe sends it again.
 */
export function readEvent(event: unknown, { isLive }: { isLive: boolean }): PaymentWebhookEvent {
  try {
    const { id: eventId, type, livemode, account, data } = Event.parse(event)
    const isOurs = livemode === isLive && (account ?? undefined) === undefined
    const reader = isOurs ? READERS[type] : undefined
    return { eventId, storedBody: toStoredBody(event), ...(reader?.(data.object) ?? UNHANDLED) }
  } catch {
    throw badNotice()
  }
}

const Fields = z.record(z.string(), z.unknown()).catch({})

/** The stored fields of an event and its object: ids, amounts, states and times. */
const EVENT_FIELDS = ['id', 'object', 'type', 'created', 'livemode', 'account', 'api_version']
const OBJECT_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_received',
  'amount_refunded',
  'amount_total',
  'charge',
  'client_reference_id',
  'created',
  'currency',
  'failure_reason',
  'latest_charge',
  'livemode',
  'payment_intent',
  'payment_status',
  'reason',
  'status',
]

/**
 * Returns the stored form of an event. Stripe's objects contain the payer's name, email, telephone, address and last
 * card digits. The stored fields are listed explicitly, so that new fields are excluded. Migration 0045 did the same
 * to older events.
 */
function toStoredBody(event: unknown): string {
  const eventFields = Fields.parse(event)
  const { object } = Fields.parse(eventFields['data'])
  return JSON.stringify({
    ...pickScalars(eventFields, EVENT_FIELDS),
    data: { object: pickScalars(Fields.parse(object), OBJECT_FIELDS) },
  })
}

function pickScalars(object: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(
    Object.entries(object).filter(([name, value]) => names.includes(name) && isScalar(value)),
  )
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}
