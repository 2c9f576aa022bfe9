import { type Database, inTransaction } from '#database/database.ts'
import { findReturnAddress, findReturnPolicy } from '#features/sales/shipping/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { lockCaseWithOrder } from '../actions/perform-action.ts'
import { resetCaseTimers } from '../timers/reset-timers.ts'
import { findReturn, listAddressableReturns, updateReturnAddress } from './return-queries.ts'

const BATCH = 100

/** Gives returns that waited for an address the one that their warehouse has by now; their time begins then, and buyers are told. */
export async function addressReturns(
  db: Database,
  { enqueue, now }: Readonly<{ enqueue: Enqueue; now: Date }>,
): Promise<void> {
  for (const caseId of await listAddressableReturns(db, BATCH))
    await inTransaction(db, async (tx) => {
      const { found, locked } = await lockCaseWithOrder(tx, { caseId, scope: {} })
      const agreed = await findReturn(tx, found.id)
      const { supplierId, warehouse } = locked.order
      const address = await findReturnAddress(tx, { supplierId, name: warehouse })
      if (found.state !== 'awaiting_return' || !agreed || agreed.address || !address) return
      const { instructions } = await findReturnPolicy(tx, supplierId)
      await updateReturnAddress(tx, { caseKey: found.id, address, instructions })
      await resetCaseTimers(tx, { caseId: found.id, from: found.state, to: found.state, now })
      if (agreed.paidBy === 'supplier')
        await enqueue(tx, { job: 'cases.buy_return_label', input: { caseId } })
      await enqueue(tx, { job: 'cases.mail_return', input: { caseKey: found.id } })
    })
}
