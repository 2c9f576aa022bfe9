import type { SentNotice } from '#tests/contracts/provider-steps.ts'
import {
  disputeObject,
  type FakeDispute,
  type FakeEvent,
  fakeId,
  type FakeIntent,
  type FakeRefund,
  type FakeSession,
  intentObject,
  refundObject,
  sessionObject,
} from './books.ts'
import { ONLY, type RefundParams, type SessionParams, SMALLEST } from './params.ts'
import { StripeRefuses } from './refusal.ts'
import { signedEvent } from './webhooks.ts'

/** Where the fake is, what time it is there, and what its webhook signs with. */
export type FakeSettings = Readonly<{ url: () => string; clock: () => Date; webhookSecret: string }>

/** What may become of an attempt to pay. */
export type Attempt = 'pay' | 'decline' | 'begin'

/** A Stripe account without a network: its books, and everything that can happen in them. */
export type StripeMachine = Readonly<{
  sessions: FakeSession[]
  refunds: FakeRefund[]
  /** The session, ended if its time is over. */
  find(id: string): FakeSession | undefined
  expire(session: FakeSession): void
  /** Ends a session as the API does, which refuses it for one that is over. */
  end(id: string): FakeSession
  createSession(params: SessionParams): FakeSession
  /** The payer tries: money comes, is declined (the page stays), or is begun and on its way. */
  attempt(session: FakeSession, how: Attempt): void
  /** Money that was on its way arrives, or does not. */
  settle(session: FakeSession, isPaid: boolean): void
  createRefund(params: RefundParams): FakeRefund
  /** The bank's word on a refund: a pending one succeeds, any may fail. */
  endRefund(refund: FakeRefund, status: 'succeeded' | 'failed'): void
  /** The payer's bank asks (`warning_needs_response`) or takes the money (`needs_response`). */
  openDispute(intent: FakeIntent, status: 'warning_needs_response' | 'needs_response'): FakeDispute
  closeDispute(dispute: FakeDispute, status: 'won' | 'lost' | 'warning_closed'): void
  /** Takes the events since they were last taken, each signed now; `over` changes the events themselves. */
  takeNotices(over?: object): SentNotice[]
}>

type Books = FakeSettings & { sessions: FakeSession[]; refunds: FakeRefund[]; events: FakeEvent[] }

/** Opens empty books. */
export function stripeMachine(settings: FakeSettings): StripeMachine {
  const books: Books = { ...settings, sessions: [], refunds: [], events: [] }
  const { sessions, refunds, events, clock, webhookSecret: secret } = books
  return {
    sessions,
    refunds,
    find(id) {
      const session = sessions.find((one) => one.id === id)
      if (session && session.expiresAt <= secondsOf(books)) expire(books, session)
      return session
    },
    expire: (session) => expire(books, session),
    end: (id) => end(books, id),
    createSession(params) {
      const session = newSession(params, secondsOf(books))
      sessions.push(session)
      return session
    },
    attempt: (session, how) => attempt(books, session, how),
    settle: (session, isPaid) => settle(books, session, isPaid),
    createRefund: (params) => createRefund(books, params),
    endRefund(refund, status) {
      refund.status = status
      refund.failureReason = status === 'failed' ? 'expired_or_canceled_card' : undefined
      tell(books, status === 'failed' ? 'refund.failed' : 'refund.updated', refundObject(refund))
    },
    openDispute: (intent, status) => openDispute(books, intent, status),
    closeDispute(dispute, status) {
      dispute.status = status
      tell(books, 'charge.dispute.closed', disputeObject(dispute))
    },
    takeNotices: (over = {}) =>
      events.splice(0).map((event) => signedEvent(event, { secret, now: clock(), over })),
  }
}

function secondsOf({ clock }: Books): number {
  return Math.floor(clock().getTime() / 1000)
}

function tell(books: Books, type: string, object: unknown): void {
  books.events.push({ id: fakeId('evt'), type, created: secondsOf(books), object })
}

function tellSession(books: Books, type: string, session: FakeSession): void {
  tell(books, `checkout.session.${type}`, sessionObject(session, { url: books.url(), isWhole: false }))
}

function expire(books: Books, session: FakeSession): void {
  if (session.status !== 'open') return
  session.status = 'expired'
  tellSession(books, 'expired', session)
}

function end(books: Books, id: string): FakeSession {
  const session = books.sessions.find((one) => one.id === id)
  if (!session)
    throw new StripeRefuses(404, `No such checkout.session: '${id}'`, { code: 'resource_missing' })
  if (session.status !== 'open')
    throw new StripeRefuses(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
  expire(books, session)
  return session
}

function attempt(books: Books, session: FakeSession, how: Attempt): void {
  if (session.status !== 'open') return
  const intent = (session.intent ??= newIntent(session, secondsOf(books)))
  if (how === 'decline') {
    intent.status = 'requires_payment_method'
    return tell(books, 'payment_intent.payment_failed', intentObject(intent))
  }
  session.status = 'complete'
  session.isPaid = how === 'pay'
  intent.status = how === 'pay' ? 'succeeded' : 'processing'
  if (how === 'pay') tell(books, 'payment_intent.succeeded', intentObject(intent))
  tellSession(books, 'completed', session)
}

function settle(books: Books, session: FakeSession, isPaid: boolean): void {
  if (session.intent?.status !== 'processing') return
  session.isPaid = isPaid
  session.intent.status = isPaid ? 'succeeded' : 'requires_payment_method'
  tellSession(books, isPaid ? 'async_payment_succeeded' : 'async_payment_failed', session)
}

function createRefund(books: Books, { payment_intent: id, amount, metadata }: RefundParams): FakeRefund {
  const { sessions, refunds } = books
  const intent = sessions.find((session) => session.intent?.id === id)?.intent
  if (!intent) throw new StripeRefuses(404, `No such payment_intent: '${id}'`, { code: 'resource_missing' })
  const left = leftOf(intent, refunds)
  const asked = amount ?? left
  if (asked > left)
    throw new StripeRefuses(
      400,
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${left})`,
    )
  const status = intent.method === 'card' ? 'succeeded' : 'pending'
  const created = secondsOf(books)
  const refund: FakeRefund = {
    id: fakeId('re'),
    created,
    intent,
    amount: asked,
    status,
    failureReason: undefined,
    metadata,
  }
  refunds.push(refund)
  tell(books, 'refund.created', refundObject(refund))
  const refunded = intent.amount - left + asked
  tell(books, 'charge.refunded', { id: intent.charge, object: 'charge', amount_refunded: refunded })
  return refund
}

function leftOf(intent: FakeIntent, refunds: readonly FakeRefund[]): number {
  if (intent.status !== 'succeeded')
    throw new StripeRefuses(
      400,
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    )
  const given = refunds.filter((refund) => refund.intent === intent && refund.status !== 'failed')
  const left = intent.amount - given.reduce((sum, refund) => sum + refund.amount, 0)
  if (left > 0) return left
  throw new StripeRefuses(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' })
}

function openDispute(
  books: Books,
  intent: FakeIntent,
  status: 'warning_needs_response' | 'needs_response',
): FakeDispute {
  const fee = status === 'needs_response' ? 1_500 : 0
  const dispute: FakeDispute = {
    id: fakeId('dp'),
    created: secondsOf(books),
    intent,
    amount: intent.amount,
    status,
    fee,
  }
  tell(books, 'charge.dispute.created', disputeObject(dispute))
  if (fee > 0) tell(books, 'charge.dispute.funds_withdrawn', disputeObject(dispute))
  return dispute
}

function newSession(params: SessionParams, now: number): FakeSession {
  const [line] = params.line_items
  if (!line)
    throw new StripeRefuses(400, 'Missing required param: line_items.', { code: 'parameter_missing' })
  const { currency, unit_amount: price, product_data: product } = line.price_data
  const amount = price * line.quantity
  const smallest = SMALLEST[currency]
  if (smallest === undefined) throw new StripeRefuses(400, `Invalid currency: ${currency}.`)
  if (amount < smallest)
    throw new StripeRefuses(400, 'The total amount due is too small.', { code: 'amount_too_small' })
  const wanted = params.allowed_payment_method_types ?? ['card']
  const methods = wanted.filter((method) => ONLY[method]?.includes(currency) ?? true)
  if (methods.length === 0)
    throw new StripeRefuses(400, 'No valid payment method types for this Checkout Session.')
  const expiresAt = params.expires_at ?? now + 86_400
  if (expiresAt < now + 1_800)
    throw new StripeRefuses(
      400,
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    )
  if (expiresAt > now + 86_400)
    throw new StripeRefuses(
      400,
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    )
  return {
    id: fakeId('cs_test'),
    created: now,
    expiresAt,
    status: 'open',
    isPaid: false,
    reference: params.client_reference_id,
    currency,
    amount,
    item: product.name,
    email: params.customer_email,
    methods,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url,
    metadata: params.metadata,
    intentMetadata: params.payment_intent_data.metadata,
    intent: undefined,
  }
}

function newIntent({ currency, amount, methods, intentMetadata }: FakeSession, now: number): FakeIntent {
  return {
    id: fakeId('pi'),
    charge: fakeId('ch'),
    created: now,
    currency,
    amount,
    method: methods[0] ?? 'card',
    status: 'requires_payment_method',
    metadata: intentMetadata,
  }
}
