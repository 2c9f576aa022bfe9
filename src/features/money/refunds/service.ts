import { REFUND_EFFECT, type RequestRefund } from '#features/sales/orders/service.ts'
import { RUN_EFFECT_JOB } from '#platform/effects/request-effects.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

export { refundEffect } from './refunds/send-refund.ts'
export { freezeEarning, unfreezeEarning } from './refunds/supplier-funds.ts'
export { type LockedReceipt, lockReceipt, markReceiptApplied } from './unapplied/receipt-queries.ts'
export { refundByDecision, refundOrder } from './refunds/refund-order.ts'
export { type DisputeOutcome, applyDispute } from './disputes/apply-dispute.ts'
export { type RefundOutcome, applyRefund } from './refunds/apply-refund.ts'
export { refundUnapplied, readUnappliedBalance } from './unapplied/unapplied.ts'
export { listRefundableTopUps } from './top-ups/top-up-queries.ts'
export { withdrawTopUps } from './top-ups/withdraw-top-ups.ts'

/** Returns a function for the orders feature that sends a refund once its transaction commits. */
export function createRefundRequester(enqueue: Enqueue): RequestRefund {
  return (tx, refundId) =>
    enqueue(tx, { job: RUN_EFFECT_JOB, input: { kind: REFUND_EFFECT, subject: refundId } })
}
