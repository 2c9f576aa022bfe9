import type { Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { selectSupplierByOwner, updateSupplier, updateSupplierVerified } from './queries.ts'
import { DELETE_LOGO_JOB } from './store-logo.ts'

/** Closes the store of a closed account: unlists its products, deletes its logo and stops its emails. */
export async function closeStore(
  tx: Transaction,
  { ownerId, enqueue }: Readonly<{ ownerId: number; enqueue: Enqueue }>,
): Promise<void> {
  const store = await selectSupplierByOwner(tx, ownerId)
  if (!store) return
  await updateSupplierVerified(tx, store.id, false)
  await updateSupplier(tx, store.id, { contactEmail: null, logoKey: null, logoTint: null })
  if (store.logoKey) await enqueue(tx, { job: DELETE_LOGO_JOB, input: { key: store.logoKey } })
}
