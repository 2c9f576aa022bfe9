import type { Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { updateRefund, type RefundChange } from './refund-queries.ts'

/** Notes what is known of a refund, if it still is in one of the states, and writes to operators when it waits for a person; whether it was. */
export async function saveRefundChange(
  tx: Transaction,
  change: RefundChange,
  enqueue: Enqueue,
): Promise<boolean> {
  if (!(await updateRefund(tx, change))) return false
  if (change.state === 'refused')
    await enqueue(tx, { job: 'refunds.mail_waiting', input: { refundId: change.publicId } })
  return true
}
