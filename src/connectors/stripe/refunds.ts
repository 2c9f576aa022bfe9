import { z } from 'zod'
import { AppError, unavailable } from '#core/errors.ts'
import type { ProviderRefund, RefundRequest } from '#features/money/payments/port.ts'
import { notTaken, toStripe } from './amounts.ts'
import { Refund, REFUND_ID, refundOf } from './objects.ts'
import { askStripe, type StripeAccount } from './stripe-api.ts'

const RefundList = z.object({ data: z.array(Refund), has_more: z.boolean() })

/** How many refunds one page of the list holds, and how many pages a payment's refunds can reasonably fill. */
const PAGE = 100
const MAX_PAGES = 20

/** Under which name a refund has, in Stripe's metadata, how often it was refused before. */
const REFUSALS = 'refusals'

/**
 * Gives money back, once for a refund id, however late it is asked again: Stripe forgets an idempotency key after a day, so the
 * refunds of the payment are looked through first. It also answers a refusal again for that day: what was surely refused is asked
 * for under a further key. Throws `refund_refused` when Stripe refuses.
 */
export async function refundPayment(account: StripeAccount, request: RefundRequest): Promise<ProviderRefund> {
  const before = await findRefund(account, request)
  if (before !== 'none') return sameRefund(before, request)
  const amount = toStripe(request.amount, request.currency)
  if (amount === undefined) throw refundRefused(notTaken(request.currency))
  const answer = await askStripe(
    account,
    {
      method: 'POST',
      path: '/v1/refunds',
      idempotencyKey: request.refusals === 0 ? request.refundId : `${request.refundId}:${request.refusals}`,
      params: {
        payment_intent: request.receiptId,
        amount,
        reason: 'requested_by_customer',
        metadata: {
          [REFUND_ID]: request.refundId,
          [REFUSALS]: String(request.refusals),
          reference: request.reference,
        },
      },
    },
    Refund,
  )
  if (!answer.ok) throw refundRefused(answer.refusal.message)
  return known(answer.data)
}

/** The refund with our id, among those of the payment; of those that failed only one that was asked for no earlier than this. */
export async function findRefund(
  account: StripeAccount,
  { refundId, receiptId, refusals }: RefundRequest,
): Promise<ProviderRefund | 'none'> {
  const isIt = ({ status, metadata }: Refund) =>
    metadata?.[REFUND_ID] === refundId && (!isOver(status) || Number(metadata[REFUSALS] ?? 0) >= refusals)
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = { payment_intent: receiptId, limit: PAGE, starting_after: after }
    const answer = await askStripe(account, { method: 'GET', path: '/v1/refunds', params }, RefundList)
    if (!answer.ok) {
      if (answer.refusal.code === 'resource_missing') return 'none'
      throw unavailable('provider_unreachable', answer.refusal.message)
    }
    const found = answer.data.data.find(isIt)
    if (found) return known(found)
    after = answer.data.data.at(-1)?.id
    if (!answer.data.has_more || after === undefined) return 'none'
  }
  throw new Error(`the payment ${receiptId} has more refunds than can be looked through`)
}

function isOver(status: Refund['status']): boolean {
  return status === 'failed' || status === 'canceled'
}

function sameRefund(before: ProviderRefund, { amount, currency }: RefundRequest): ProviderRefund {
  if (before.amount === amount && before.currency === currency) return before
  throw refundRefused('This refund id was used for another refund.')
}

function known(refund: Refund): ProviderRefund {
  const read = refundOf(refund)
  if (read) return read
  throw unavailable('provider_confused', 'The payment provider gave a refund of no payment.')
}

function refundRefused(message: string): AppError {
  return new AppError('refused', 'refund_refused', message)
}
