import type { Transaction } from '#database/database.ts'
import { dropReturnLabel, findReturnLabel } from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Case } from '../case-queries.ts'
import { isSentBy } from './return-rules.ts'

/**
 * Settles the label of a case's return as the case ends; returns what the supplier keeps of the refund for it, in cents. A label that
 * was not used is given back. Items that are back without a word of their buyer count as sent by the label.
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
