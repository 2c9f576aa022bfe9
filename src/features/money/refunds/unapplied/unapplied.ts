import type { Transaction } from '#database/database.ts'
import { newSecretId } from '#core/ids.ts'
import { post, readBalances, unappliedRefundedPosting } from '#features/money/ledger/service.ts'
import { REFUND_EFFECT } from '#features/sales/orders/service.ts'
import { requestEffects } from '#platform/effects/request-effects.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { LockedReceipt } from './receipt-queries.ts'
import { countReceiptRefunds, insertRefundRequest } from '../refunds/refund-queries.ts'
import type { RefundActor } from '../shapes.ts'

/** An unapplied receipt, with the reason and actor of its refund. */
export type UnappliedRefundInput = Readonly<{
  money: LockedReceipt
  reason: string
  actor: RefundActor
  accountId: number | null
  enqueue: Enqueue
  now: Date
}>

/** Returns what is left of an unapplied receipt, in cents. */
export async function readUnappliedBalance(
  tx: Transaction,
  { receiptId, currency }: LockedReceipt,
): Promise<number> {
  const key = { account: 'unapplied_receipts', subledger: String(receiptId), currency } as const
  const [left = 0] = await readBalances(tx, [key], { locked: true })
  return left
}

/**
 * Refunds all that is left of an unapplied receipt to its payment (P11). Returns the refund's id; undefined if nothing
 * is left.
 */
export async function refundUnapplied(
  tx: Transaction,
  { money, reason, actor, accountId, enqueue, now }: UnappliedRefundInput,
): Promise<string | undefined> {
  const { receiptId, provider, method, currency } = money
  const amount = await readUnappliedBalance(tx, money)
  if (amount === 0) return undefined
  const refundId = newSecretId('refund')
  // Refunded money may have returned: a refund undone, a dispute won.
  const earlierCount = await countReceiptRefunds(tx, receiptId)
  await insertRefundRequest(tx, {
    ...NO_LIABILITY,
    publicId: refundId,
    key: earlierCount === 0 ? `unapplied:${receiptId}` : `unapplied:${receiptId}:${earlierCount}`,
    receiptId,
    currency,
    amount,
    reason,
    actor,
    accountId,
    state: 'asked',
    providerRefundId: null,
    now,
  })
  const to = { provider, method }
  const refund = { refundId, receiptId: String(receiptId), currency, amount, to }
  await post(tx, unappliedRefundedPosting(refund), now)
  await requestEffects(tx, [{ kind: REFUND_EFFECT, subject: refundId, lane: provider }], { enqueue, now })
  await enqueue(tx, { job: 'refunds.mail_refunded', input: { refundId } })
  return refundId
}

/** The liability for money without an order, which is none. */
export const NO_LIABILITY = {
  orderId: null,
  liability: { escrow: 0, net: 0, commission: 0, tax: 0, goodwill: 0 },
  shipping: 0,
  requestHash: null,
} as const
