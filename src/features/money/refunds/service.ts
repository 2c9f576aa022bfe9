import type { AskRefund } from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

export { freezeEarning, unfreezeEarning as thawEarning } from './refunds/supplier-funds.ts'
export {
  type LockedReceipt as Money,
  lockReceipt as lockMoney,
  markReceiptApplied as markApplied,
} from './unapplied/receipt-queries.ts'
export { refundOrder } from './refunds/refund-order.ts'
export { type DisputeOutcome as TakenDispute, applyDispute as takeDispute } from './disputes/apply-dispute.ts'
export { type RefundOutcome as TakenRefund, applyRefund as takeRefund } from './refunds/apply-refund.ts'
export {
  refundUnapplied as giveUnappliedBack,
  readUnappliedBalance as leftUnapplied,
} from './unapplied/unapplied.ts'

/** Has a refund sent once its transaction commits: what orders are handed for theirs. */
export function createRefundRequester(enqueue: Enqueue): AskRefund {
  return (tx, refundId) => enqueue(tx, { job: 'refunds.send', input: { refundId } })
}
