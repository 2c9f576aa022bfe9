import type { Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { findByOwner, updateSupplier, updateVerified } from './queries.ts'
import { REMOVE_LOGO } from './store-logo.ts'

/** Closes the store of a manufacturer who leaves: nothing of it is listed, its logo goes, and nobody is written to any more. */
export async function closeStore(
  tx: Transaction,
  { ownerId, enqueue }: Readonly<{ ownerId: number; enqueue: Enqueue }>,
): Promise<void> {
  const store = await findByOwner(tx, ownerId)
  if (!store) return
  await updateVerified(tx, store.id, false)
  await updateSupplier(tx, store.id, { contactEmail: null, logoKey: null, logoTint: null })
  if (store.logoKey) await enqueue(tx, { job: REMOVE_LOGO, input: { key: store.logoKey } })
}
