import type { Transaction } from '#database/database.ts'
import { dropReturnLabel, findReturnLabel } from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Case } from '../case-queries.ts'
import { isSentBy } from './return-rules.ts'

/**
 * Settles the return label as its case ends, and returns the supplier's share of the refund. That share pays for the label; it is
 * in cents. An unused label is refunded. Items that came back unannounced count as sent by the label.
 */
export async function settleReturnLabel(
  tx: Transaction,
  { found, isBack, enqueue, now }: Readonly<{ found: Case; isBack: boolean; enqueue: Enqueue; now: Date }>,
): Promise<number> {
  const label = await findReturnLabel(tx, found.id)
  if (!label) return 0
  const { trackingNumber, amount, chargedTo } = label
  const isUsed =
    label.state === 'used' &&
    trackingNumber !== null &&
    (isSentBy(found.returnTracking, trackingNumber) || (isBack && found.returnTracking === null))
  if (!isUsed) {
    await dropReturnLabel(tx, { caseKey: found.id, enqueue, now })
    return 0
  }
  return isBack && chargedTo === 'buyer' ? (amount ?? 0) : 0
}
