import type { Transaction } from '#database/database.ts'
import type { LockedOrder } from '#features/sales/orders/service.ts'
import { findReturnAddress, findReturnPolicy } from '#features/sales/shipping/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Case } from '../case-queries.ts'
import { insertReturn } from './return-queries.ts'
import { getReturnPayer } from './return-rules.ts'

/** A case on its locked order with an agreed return. */
export type AgreedReturn = Readonly<{
  case: Pick<Case, 'id' | 'publicId' | 'kind' | 'reason'>
  locked: LockedOrder
  enqueue: Enqueue
  now: Date
}>

/** Stores a return's address and who pays for it, and enqueues a label the supplier pays for. */
export async function agreeReturn(tx: Transaction, agreed: AgreedReturn): Promise<void> {
  const { locked, enqueue, now } = agreed
  const { id: caseKey, publicId: caseId } = agreed.case
  const { supplierId, warehouse, returnPaidBy } = locked.order
  const [address, { instructions }] = await Promise.all([
    findReturnAddress(tx, { supplierId, name: warehouse }),
    findReturnPolicy(tx, supplierId),
  ])
  const paidBy = getReturnPayer(agreed.case, returnPaidBy)
  const isNew = await insertReturn(tx, { caseKey, paidBy, address: address ?? null, instructions, now })
  if (isNew && address && paidBy === 'supplier')
    await enqueue(tx, { job: 'cases.buy_return_label', input: { caseId } })
}
