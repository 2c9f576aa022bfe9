import type { AskRefund } from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

export { freezeEarning, thawEarning } from './refunds/legs.ts'
export { type Money, lockMoney, markApplied } from './unapplied/receipt-queries.ts'
export { refundOrder } from './refunds/refund-order.ts'
export { type TakenDispute, takeDispute } from './disputes/take-dispute.ts'
export { type TakenRefund, takeRefund } from './refunds/take-refund.ts'
export { giveUnappliedBack, leftUnapplied } from './unapplied/unapplied.ts'

/** Has a refund sent once its transaction commits: what orders are handed for theirs. */
export function askRefundBy(enqueue: Enqueue): AskRefund {
  return (tx, refundId) => enqueue(tx, { job: 'refunds.send', input: { refundId } })
}
