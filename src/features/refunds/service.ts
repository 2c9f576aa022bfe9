import type { AskRefund } from '#features/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

export { freezeEarning, thawEarning } from './legs.ts'
export { type Money, lockMoney, markApplied } from './receipt-queries.ts'
export { refundOrder } from './refund-order.ts'
export { type TakenDispute, takeDispute } from './take-dispute.ts'
export { type TakenRefund, takeRefund } from './take-refund.ts'
export { giveUnappliedBack, leftUnapplied } from './unapplied.ts'

/** Has a refund sent once its transaction commits: what orders are handed for theirs. */
export function askRefundBy(enqueue: Enqueue): AskRefund {
  return (tx, refundId) => enqueue(tx, { job: 'refunds.send', input: { refundId } })
}
