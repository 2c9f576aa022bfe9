import { z } from 'zod'
import { AppError, unavailable } from '#core/errors.ts'
import type { ProviderRefund, RefundRequest } from '#features/money/payments/port.ts'
import { explainUnsupportedAmount, toStripeAmount } from './amounts.ts'
import { StripeRefund, REFUND_ID_KEY, fromStripeRefund } from './objects.ts'
import { callStripe, type StripeClient } from './stripe-api.ts'

const RefundList = z.object({ data: z.array(StripeRefund), has_more: z.boolean() })

/** The refunds per page of the list, and the most pages that a payment's refunds are expected to fill. */
const PAGE = 100
const MAX_PAGES = 20

/** The key in Stripe's metadata for the number of earlier refusals. */
const REFUSALS_KEY = 'refusals'

/**
 * Refunds a payment once per refund id, even if the call is repeated much later. Stripe forgets an idempotency key
 * after a day, so the refunds of the payment are searched first. It also repeats a refusal for that day, so a refused
 * refund is requested under a new key. Throws `refund_refused` when Stripe refuses.
 */
export async function refundStripePayment(
  client: StripeClient,
  request: RefundRequest,
): Promise<ProviderRefund> {
  const existing = await findStripeRefund(client, request)
  if (existing !== 'none') return requireSameRefund(existing, request)
  const amount = toStripeAmount(request.amount, request.currency)
  if (amount === undefined) throw refundRefused(explainUnsupportedAmount(request.currency))
  const params = {
    payment_intent: request.receiptId,
    amount,
    reason: 'requested_by_customer' as const,
    metadata: {
      [REFUND_ID_KEY]: request.refundId,
      [REFUSALS_KEY]: String(request.refusals),
      reference: request.reference,
    },
  }
  const idempotencyKey = request.refusals === 0 ? request.refundId : `${request.refundId}:${request.refusals}`
  const answer = await callStripe(
    client,
    (sdk) => sdk.refunds.create(params, { idempotencyKey }),
    StripeRefund,
  )
  if (!answer.ok) throw refundRefused(answer.refusal.message)
  return toProviderRefund(answer.data)
}

/**
 * Returns the refund with our id among those of the payment. Failed ones count only if they were requested no earlier
 * than this one.
 */
export async function findStripeRefund(
  client: StripeClient,
  { refundId, receiptId, refusals }: RefundRequest,
): Promise<ProviderRefund | 'none'> {
  const isMatch = ({ status, metadata }: StripeRefund) =>
    metadata?.[REFUND_ID_KEY] === refundId &&
    (!hasFailed(status) || Number(metadata[REFUSALS_KEY] ?? 0) >= refusals)
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = { payment_intent: receiptId, limit: PAGE, ...(cursor && { starting_after: cursor }) }
    const answer = await callStripe(client, (sdk) => sdk.refunds.list(params), RefundList)
    if (!answer.ok) {
      if (answer.refusal.code === 'resource_missing') return 'none'
      throw unavailable('provider_unreachable', answer.refusal.message)
    }
    const match = answer.data.data.find(isMatch)
    if (match) return toProviderRefund(match)
    cursor = answer.data.data.at(-1)?.id
    if (!answer.data.has_more || cursor === undefined) return 'none'
  }
  throw new Error(`the payment ${receiptId} has more refunds than can be looked through`)
}

function hasFailed(status: StripeRefund['status']): boolean {
  return status === 'failed' || status === 'canceled'
}

function requireSameRefund(existing: ProviderRefund, { amount, currency }: RefundRequest): ProviderRefund {
  if (existing.amount === amount && existing.currency === currency) return existing
  throw refundRefused('This refund id was used for another refund.')
}

function toProviderRefund(refund: StripeRefund): ProviderRefund {
  const providerRefund = fromStripeRefund(refund)
  if (providerRefund) return providerRefund
  throw unavailable('provider_confused', 'The payment provider gave a refund of no payment.')
}

function refundRefused(message: string): AppError {
  return new AppError('refused', 'refund_refused', message)
}
