import { randomBytes } from 'node:crypto'

/** A Checkout Session of the fake. Amounts in minor units, times in epoch seconds. */
export type FakeSession = {
  id: string
  created: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  reference: string | undefined
  currency: string
  amount: number
  item: string
  email: string | undefined
  methods: readonly string[]
  successUrl: string
  cancelUrl: string | undefined
  metadata: Readonly<Record<string, string>>
  intentMetadata: Readonly<Record<string, string>>
  intent: FakeIntent | undefined
}

/** A payment intent, which exists after the first attempt to pay. */
export type FakeIntent = {
  id: string
  charge: string
  created: number
  currency: string
  amount: number
  method: string
  status: 'requires_payment_method' | 'processing' | 'succeeded'
  metadata: Readonly<Record<string, string>>
}

/** A refund. */
export type FakeRefund = {
  id: string
  created: number
  intent: FakeIntent
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  failureReason: string | undefined
  metadata: Readonly<Record<string, string>>
}

/** A dispute; `warning_…` is an inquiry, which takes no money. `fee` is charged with the money. */
export type FakeDispute = {
  id: string
  created: number
  intent: FakeIntent
  amount: number
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost'
  fee: number
}

/** An event as Stripe sends it: rendered at its time, so that later changes do not affect it. */
export type FakeEvent = Readonly<{ id: string; type: string; created: number; object: unknown }>

/** Returns an ID in Stripe's form: its kind, and random letters. */
export function createFakeId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64').replaceAll(/[+/=]/g, 'x')}`
}

/** Returns a session as the API shows it. */
export function toSessionObject(session: FakeSession, { url, isWhole }: { url: string; isWhole: boolean }) {
  const { intent } = session
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    amount_subtotal: session.amount,
    amount_total: session.amount,
    cancel_url: session.cancelUrl ?? null,
    client_reference_id: session.reference ?? null,
    created: session.created,
    currency: session.currency,
    customer: null,
    customer_details: session.email ? { email: session.email, name: null, phone: null } : null,
    customer_email: session.email ?? null,
    expires_at: session.expiresAt,
    livemode: false,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: intent ? (isWhole ? toIntentObject(intent) : intent.id) : null,
    payment_method_types: session.methods,
    payment_status: session.isPaid ? 'paid' : 'unpaid',
    status: session.status,
    success_url: session.successUrl,
    url: session.status === 'open' ? `${url}/c/pay/${session.id}` : null,
  }
}

/** Returns an intent as the API shows it. */
export function toIntentObject(intent: FakeIntent) {
  const isPaid = intent.status === 'succeeded'
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: isPaid ? intent.amount : 0,
    capture_method: 'automatic_async',
    created: intent.created,
    currency: intent.currency,
    latest_charge: isPaid ? intent.charge : null,
    livemode: false,
    metadata: intent.metadata,
    payment_method_types: [intent.method],
    status: intent.status,
  }
}

/** Returns a refund as the API shows it. */
export function toRefundObject(refund: FakeRefund) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.intent.charge,
    created: refund.created,
    currency: refund.intent.currency,
    metadata: refund.metadata,
    payment_intent: refund.intent.id,
    reason: 'requested_by_customer',
    status: refund.status,
    ...(refund.failureReason && { failure_reason: refund.failureReason }),
  }
}

/** Returns a dispute as the API shows it. */
export function toDisputeObject(dispute: FakeDispute) {
  const { intent, fee, amount } = dispute
  const isWithdrawn = !dispute.status.startsWith('warning_')
  const balanceTransaction = { id: `txn_${dispute.id}`, object: 'balance_transaction', amount: -amount, fee }
  return {
    id: dispute.id,
    object: 'dispute',
    amount,
    balance_transactions: isWithdrawn ? [{ ...balanceTransaction, currency: intent.currency }] : [],
    charge: intent.charge,
    created: dispute.created,
    currency: intent.currency,
    evidence_details: { due_by: dispute.created + 7 * 86_400, has_evidence: false, past_due: false },
    is_charge_refundable: !isWithdrawn,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: dispute.status,
  }
}
