import { type Database, inTransaction } from '#database/database.ts'
import { type AppError, notFound } from '#core/errors.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { findAutoAccept, lockStoreByOwner, upsertAutoAccept } from './lifecycle-queries.ts'

/** Sets whether the orders of an account's store are accepted automatically, and records it. Throws `store_not_found`. */
export async function saveOrderSettings(
  db: Database,
  source: AuditSource,
  autoAccept: boolean,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const supplierId = await lockStoreByOwner(tx, source.businessId)
    if (supplierId === undefined) throw storeNotFoundError()
    const before = { autoAccept: await findAutoAccept(tx, supplierId) }
    await upsertAutoAccept(tx, { supplierId, autoAccept, now: source.now })
    await recordChange(tx, source, {
      supplierId,
      kind: 'order_settings',
      action: autoAccept ? 'Turned on automatic acceptance' : 'Turned off automatic acceptance',
      entity: 'order_settings',
      before,
      after: { autoAccept },
    })
  })
}

/** Returns the error for an account that owns no store. */
export function storeNotFoundError(): AppError {
  return notFound('store_not_found', 'You don’t have a store yet.')
}
