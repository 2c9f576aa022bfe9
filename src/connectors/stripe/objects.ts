import { z } from 'zod'
import type { ProviderDispute, ProviderPayment, ProviderRefund } from '#features/money/payments/port.ts'
import { fromStripeAmount } from './amounts.ts'

const Currency = z
  .string()
  .length(3)
  .transform((currency) => currency.toUpperCase())

const Reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined)

const Intent = z.object({ id: z.string(), status: z.string() })

/** The used fields of a Checkout Session. The intent is an object if it was expanded, else its id. */
export const CheckoutSession = z.object({
  id: z.string(),
  object: z.literal('checkout.session'),
  url: z.string().nullish(),
  success_url: z.string().nullish(),
  cancel_url: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  client_reference_id: z.string().nullish(),
  amount_total: z.int().nonnegative().nullish(),
  currency: Currency.nullish(),
  payment_intent: z.union([z.string(), Intent]).nullish(),
})
export type CheckoutSession = z.output<typeof CheckoutSession>

/** The used fields of a refund. */
export const StripeRefund = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: z.int().positive(),
  currency: Currency,
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  payment_intent: Reference,
  metadata: z.record(z.string(), z.string()).nullish(),
})
export type StripeRefund = z.output<typeof StripeRefund>

/** The used fields of a dispute. */
export const StripeDispute = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  amount: z.int().nonnegative(),
  currency: Currency,
  status: z.string(),
  reason: z.string(),
  payment_intent: Reference,
  balance_transactions: z.array(z.object({ fee: z.int(), currency: Currency })).default([]),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
})
export type StripeDispute = z.output<typeof StripeDispute>

/**
 * Converts a session for the port; undefined for one that is not ours. The receipt has the id of the intent, because
 * refunds and disputes name the intent, never the session.
 */
export function fromStripeSession(session: CheckoutSession): ProviderPayment | undefined {
  const {
    id,
    client_reference_id: reference,
    amount_total: amount,
    currency,
    payment_intent: intent,
  } = session
  if (!reference || !amount || !currency) return undefined
  const receiptId = typeof intent === 'string' ? intent : intent?.id
  const state =
    receiptId === undefined && session.payment_status === 'paid' ? 'pending' : toPaymentState(session)
  return {
    providerRef: id,
    reference,
    currency,
    amount: fromStripeAmount(amount, currency),
    state,
    receiptId: state === 'paid' ? receiptId : undefined,
  }
}

/**
 * Returns the payment state of a session. A completed session may be unpaid: PayNow and similar methods may be
 * pending or have failed, which only the intent states.
 */
function toPaymentState({
  status,
  payment_status: paid,
  payment_intent: intent,
}: CheckoutSession): ProviderPayment['state'] {
  if (paid === 'paid') return 'paid'
  if (status === 'expired') return 'cancelled'
  if (status !== 'complete') return 'pending'
  const hasIntentFailed =
    typeof intent === 'object' && ['requires_payment_method', 'canceled'].includes(intent?.status ?? '')
  return hasIntentFailed || paid === 'no_payment_required' ? 'failed' : 'pending'
}

/** The key of our own refund id in a refund's metadata. */
export const REFUND_ID_KEY = 'refund_id'

/** Converts a refund for the port; undefined for money that was not paid in our sessions. */
export function fromStripeRefund(refund: StripeRefund): ProviderRefund | undefined {
  const { id, amount, currency, status, payment_intent: receiptId, metadata } = refund
  if (receiptId === undefined) return undefined
  const isFailed = status === 'failed' || status === 'canceled'
  return {
    providerRefundId: id,
    refundId: metadata?.[REFUND_ID_KEY],
    receiptId,
    currency,
    amount: fromStripeAmount(amount, currency),
    state: isFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    reason: isFailed ? (refund.failure_reason ?? status) : undefined,
  }
}

/**
 * Converts a dispute for the port; undefined for money that was not paid in our sessions. States that begin with
 * `warning` are inquiries, in which no money moves; after a closed or prevented one the money stays here.
 */
export function fromStripeDispute(dispute: StripeDispute): ProviderDispute | undefined {
  const { id, amount, currency, reason, payment_intent: receiptId, balance_transactions: moves } = dispute
  if (receiptId === undefined) return undefined
  const due = dispute.evidence_details?.due_by
  const feeCurrency = moves[0]?.currency ?? currency
  return {
    disputeId: id,
    receiptId,
    currency,
    amount: fromStripeAmount(amount, currency),
    fee: fromStripeAmount(
      moves.reduce((sum, move) => sum + move.fee, 0),
      feeCurrency,
    ),
    feeCurrency,
    state: toDisputeState(dispute.status),
    reason,
    respondBy: due ? new Date(due * 1000) : undefined,
  }
}

function toDisputeState(status: string): ProviderDispute['state'] {
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  if (status === 'lost') return 'lost'
  return status.startsWith('warning_') ? 'inquiry' : 'open'
}
