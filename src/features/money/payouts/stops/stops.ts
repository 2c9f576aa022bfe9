import { type Database, inTransaction, violatedConstraint } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { lockPayoutSupplier } from '../accounts/account-queries.ts'
import { endStop, insertStop } from './stop-queries.ts'

/** The message to the supplier if the operator gives none; it mentions no suspicion. */
const DEFAULT_MESSAGE =
  'We’re reviewing your account before the next payout. The money stays yours. Contact us if you have questions.'

type StopInput = Readonly<{ supplier: string; reason: string; by: number; now: Date }>

/**
 * Stops a supplier's payouts: none are created, put into a file or requested from a provider until they resume. Those
 * already submitted to the bank or the provider continue. Throws `supplier_not_found` and `stopped_already`.
 */
export async function stopPayouts(
  db: Database,
  {
    supplier: publicId,
    reason,
    message = DEFAULT_MESSAGE,
    by,
    now,
  }: StopInput & Readonly<{ message?: string | undefined }>,
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const supplier = await lockPayoutSupplier(tx, { publicId })
      if (!supplier) throw supplierNotFound()
      await insertStop(tx, { supplierId: supplier.id, reason, message, createdBy: by, now })
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'payout_stops_current') throw error
    throw refused('stopped_already', 'Payouts to this store are already paused.')
  }
}

/**
 * Resumes a supplier's payouts: waiting ones go into the next file and the next sweep. Throws `supplier_not_found` and
 * `not_stopped`.
 */
export async function resumePayouts(
  db: Database,
  { supplier: publicId, reason, by, now }: StopInput,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const supplier = await lockPayoutSupplier(tx, { publicId })
    if (!supplier) throw supplierNotFound()
    if (!(await endStop(tx, { supplierId: supplier.id, reason, endedBy: by, now })))
      throw refused('not_stopped', 'Payouts to this store aren’t paused.')
  })
}

function supplierNotFound() {
  return notFound('supplier_not_found', 'This supplier doesn’t exist.')
}
