import type { SentWebhook } from '#tests/contracts/provider-steps.ts'
import {
  toDisputeObject,
  type FakeDispute,
  type FakeEvent,
  createFakeId,
  type FakeIntent,
  type FakeRefund,
  type FakeSession,
  toIntentObject,
  toRefundObject,
  toSessionObject,
} from './objects.ts'
import { METHOD_CURRENCIES, type RefundParams, type SessionParams, MIN_AMOUNTS } from './params.ts'
import { FakeStripeError } from './refusal.ts'
import { signEvent } from './webhooks.ts'

/** The options of the fake: its address, its clock, and its signing secret. */
export type FakeStripeOptions = Readonly<{ url: () => string; clock: () => Date; webhookSecret: string }>

/** The outcomes of a payment attempt. */
export type PaymentAttempt = 'pay' | 'decline' | 'begin'

/** An in-memory Stripe account with its records, and everything that can happen to them. */
export type FakeStripeState = Readonly<{
  sessions: FakeSession[]
  refunds: FakeRefund[]
  /** The session, ended if its time is over. */
  find(id: string): FakeSession | undefined
  expire(session: FakeSession): void
  /** Expires a session like the API, which refuses it for one that has ended. */
  end(id: string): FakeSession
  createSession(params: SessionParams): FakeSession
  /** The payer's attempt: paid, declined (the page stays open), or begun and pending. */
  attempt(session: FakeSession, outcome: PaymentAttempt): void
  /** Money that was on its way arrives, or does not. */
  settle(session: FakeSession, isPaid: boolean): void
  createRefund(params: RefundParams): FakeRefund
  /** The bank's result of a refund: a pending one succeeds, and any may fail. */
  endRefund(refund: FakeRefund, status: 'succeeded' | 'failed'): void
  /** Opens an inquiry (`warning_needs_response`) or a dispute that takes the money (`needs_response`). */
  openDispute(intent: FakeIntent, status: 'warning_needs_response' | 'needs_response'): FakeDispute
  closeDispute(dispute: FakeDispute, status: 'won' | 'lost' | 'warning_closed'): void
  /** Returns the events since the last call, signed now; `overrides` replaces fields of the events. */
  takeWebhookEvents(overrides?: object): SentWebhook[]
}>

type StripeState = FakeStripeOptions & { sessions: FakeSession[]; refunds: FakeRefund[]; events: FakeEvent[] }

/** Creates an empty state. */
export function createFakeStripeState(settings: FakeStripeOptions): FakeStripeState {
  const state: StripeState = { ...settings, sessions: [], refunds: [], events: [] }
  const { sessions, refunds, events, clock, webhookSecret: secret } = state
  return {
    sessions,
    refunds,
    find(id) {
      const session = sessions.find((one) => one.id === id)
      if (session && session.expiresAt <= getSeconds(state)) expire(state, session)
      return session
    },
    expire: (session) => expire(state, session),
    end: (id) => expireOpen(state, id),
    createSession(params) {
      const session = createFakeSession(params, getSeconds(state))
      sessions.push(session)
      return session
    },
    attempt: (session, outcome) => attempt(state, session, outcome),
    settle: (session, isPaid) => completePayment(state, session, isPaid),
    createRefund: (params) => createRefund(state, params),
    endRefund(refund, status) {
      refund.status = status
      refund.failureReason = status === 'failed' ? 'expired_or_canceled_card' : undefined
      addEvent(state, status === 'failed' ? 'refund.failed' : 'refund.updated', toRefundObject(refund))
    },
    openDispute: (intent, status) => openDispute(state, intent, status),
    closeDispute(dispute, status) {
      dispute.status = status
      addEvent(state, 'charge.dispute.closed', toDisputeObject(dispute))
    },
    takeWebhookEvents: (overrides = {}) =>
      events.splice(0).map((event) => signEvent(event, { secret, now: clock(), over: overrides })),
  }
}

function getSeconds({ clock }: StripeState): number {
  return Math.floor(clock().getTime() / 1000)
}

function addEvent(state: StripeState, type: string, object: unknown): void {
  state.events.push({ id: createFakeId('evt'), type, created: getSeconds(state), object })
}

function addSessionEvent(state: StripeState, type: string, session: FakeSession): void {
  addEvent(state, `checkout.session.${type}`, toSessionObject(session, { url: state.url(), isWhole: false }))
}

function expire(state: StripeState, session: FakeSession): void {
  if (session.status !== 'open') return
  session.status = 'expired'
  addSessionEvent(state, 'expired', session)
}

function expireOpen(state: StripeState, id: string): FakeSession {
  const session = state.sessions.find((one) => one.id === id)
  if (!session)
    throw new FakeStripeError(404, `No such checkout.session: '${id}'`, { code: 'resource_missing' })
  if (session.status !== 'open')
    throw new FakeStripeError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
  expire(state, session)
  return session
}

function attempt(state: StripeState, session: FakeSession, outcome: PaymentAttempt): void {
  if (session.status !== 'open') return
  const intent = (session.intent ??= createFakeIntent(session, getSeconds(state)))
  if (outcome === 'decline') {
    intent.status = 'requires_payment_method'
    return addEvent(state, 'payment_intent.payment_failed', toIntentObject(intent))
  }
  session.status = 'complete'
  session.isPaid = outcome === 'pay'
  intent.status = outcome === 'pay' ? 'succeeded' : 'processing'
  if (outcome === 'pay') addEvent(state, 'payment_intent.succeeded', toIntentObject(intent))
  addSessionEvent(state, 'completed', session)
}

function completePayment(state: StripeState, session: FakeSession, isPaid: boolean): void {
  if (session.intent?.status !== 'processing') return
  session.isPaid = isPaid
  session.intent.status = isPaid ? 'succeeded' : 'requires_payment_method'
  addSessionEvent(state, isPaid ? 'async_payment_succeeded' : 'async_payment_failed', session)
}

function createRefund(
  state: StripeState,
  { payment_intent: id, amount, metadata }: RefundParams,
): FakeRefund {
  const { sessions, refunds } = state
  const intent = sessions.find((session) => session.intent?.id === id)?.intent
  if (!intent) throw new FakeStripeError(404, `No such payment_intent: '${id}'`, { code: 'resource_missing' })
  const refundable = getRefundable(intent, refunds)
  const requestedAmount = amount ?? refundable
  if (requestedAmount > refundable)
    throw new FakeStripeError(
      400,
      `Refund amount (${requestedAmount}) is greater than unrefunded amount on charge (${refundable})`,
    )
  const status = intent.method === 'card' ? 'succeeded' : 'pending'
  const created = getSeconds(state)
  const refund: FakeRefund = {
    id: createFakeId('re'),
    created,
    intent,
    amount: requestedAmount,
    status,
    failureReason: undefined,
    metadata,
  }
  refunds.push(refund)
  addEvent(state, 'refund.created', toRefundObject(refund))
  const refunded = intent.amount - refundable + requestedAmount
  addEvent(state, 'charge.refunded', { id: intent.charge, object: 'charge', amount_refunded: refunded })
  return refund
}

function getRefundable(intent: FakeIntent, refunds: readonly FakeRefund[]): number {
  if (intent.status !== 'succeeded')
    throw new FakeStripeError(
      400,
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    )
  const activeRefunds = refunds.filter((refund) => refund.intent === intent && refund.status !== 'failed')
  const refundable = intent.amount - activeRefunds.reduce((sum, refund) => sum + refund.amount, 0)
  if (refundable > 0) return refundable
  throw new FakeStripeError(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' })
}

function openDispute(
  state: StripeState,
  intent: FakeIntent,
  status: 'warning_needs_response' | 'needs_response',
): FakeDispute {
  const fee = status === 'needs_response' ? 1_500 : 0
  const dispute: FakeDispute = {
    id: createFakeId('dp'),
    created: getSeconds(state),
    intent,
    amount: intent.amount,
    status,
    fee,
  }
  addEvent(state, 'charge.dispute.created', toDisputeObject(dispute))
  if (fee > 0) addEvent(state, 'charge.dispute.funds_withdrawn', toDisputeObject(dispute))
  return dispute
}

function createFakeSession(params: SessionParams, now: number): FakeSession {
  const [line] = params.line_items
  if (!line)
    throw new FakeStripeError(400, 'Missing required param: line_items.', { code: 'parameter_missing' })
  const { currency, unit_amount: price, product_data: product } = line.price_data
  const amount = price * line.quantity
  const smallest = MIN_AMOUNTS[currency]
  if (smallest === undefined) throw new FakeStripeError(400, `Invalid currency: ${currency}.`)
  if (amount < smallest)
    throw new FakeStripeError(400, 'The total amount due is too small.', { code: 'amount_too_small' })
  const paymentMethods = params.allowed_payment_method_types ?? ['card']
  const methods = paymentMethods.filter((method) => METHOD_CURRENCIES[method]?.includes(currency) ?? true)
  if (methods.length === 0)
    throw new FakeStripeError(400, 'No valid payment method types for this Checkout Session.')
  const expiresAt = params.expires_at ?? now + 86_400
  if (expiresAt < now + 1_800)
    throw new FakeStripeError(
      400,
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    )
  if (expiresAt > now + 86_400)
    throw new FakeStripeError(
      400,
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    )
  return {
    id: createFakeId('cs_test'),
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

function createFakeIntent(
  { currency, amount, methods, intentMetadata }: FakeSession,
  now: number,
): FakeIntent {
  return {
    id: createFakeId('pi'),
    charge: createFakeId('ch'),
    created: now,
    currency,
    amount,
    method: methods[0] ?? 'card',
    status: 'requires_payment_method',
    metadata: intentMetadata,
  }
}
