import { z } from 'zod'
import { invalid } from '#core/errors.ts'
import type { NoticeContent, ProviderNotice } from '#features/money/payments/port.ts'
import { keptOf } from './kept.ts'
import { Dispute, disputeOf, paymentOf, Refund, refundOf, Session } from './objects.ts'

const Event = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('event'),
  type: z.string(),
  livemode: z.boolean(),
  account: z.unknown().optional(),
  data: z.object({ object: z.unknown() }),
})

const NOTHING: NoticeContent = { about: 'nothing' }

type Reader = (object: unknown) => NoticeContent | undefined

const payment: Reader = (object) => {
  const known = paymentOf(Session.parse(object))
  return known && { about: 'payment', payment: known }
}

/** What a later attempt to pay by another method cannot change: the session is over, without money. */
const failedPayment: Reader = (object) => {
  const known = paymentOf(Session.parse(object))
  return known && { about: 'payment', payment: { ...known, state: 'failed', receiptId: undefined } }
}

const refund: Reader = (object) => {
  const known = refundOf(Refund.parse(object))
  return known && { about: 'refund', refund: known }
}

const dispute: Reader = (object) => {
  const known = disputeOf(Dispute.parse(object))
  return known && { about: 'dispute', dispute: known }
}

/**
 * The events that tell us something. Not among them: `payment_intent.payment_failed`, after which the shopper tries
 * another card on the same page, and `charge.refunded`, whose charge no longer carries its refunds.
 */
const READERS: Readonly<Record<string, Reader>> = {
  'checkout.session.completed': payment,
  'checkout.session.async_payment_succeeded': payment,
  'checkout.session.async_payment_failed': failedPayment,
  'checkout.session.expired': payment,
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.dispute.created': dispute,
  'charge.dispute.updated': dispute,
  'charge.dispute.closed': dispute,
  'charge.dispute.funds_withdrawn': dispute,
  'charge.dispute.funds_reinstated': dispute,
}

/** The types of the events that are read: those that a webhook has to be made for. */
export const EVENTS_READ: readonly string[] = Object.keys(READERS)

/**
 * Reads an event whose signature was right. One of the other mode (test events reach a live endpoint by Connect) is about
 * nothing, and so is one that names an `account`: it happened in a connected account, whose owner may give a session any
 * reference, and whose money is not the shop's (https://docs.stripe.com/connect/webhooks). Throws `bad_notice` when it cannot be read, so that Stripe sends it again.
 */
export function readEvent(body: string, { isLive }: { isLive: boolean }): ProviderNotice {
  try {
    const event: unknown = JSON.parse(body)
    const { id: eventId, type, livemode, account, data } = Event.parse(event)
    const isOurs = livemode === isLive && (account ?? undefined) === undefined
    const reader = isOurs ? READERS[type] : undefined
    return { eventId, kept: keptOf(event), ...(reader?.(data.object) ?? NOTHING) }
  } catch {
    throw invalid('bad_notice', 'The notice cannot be read.')
  }
}
