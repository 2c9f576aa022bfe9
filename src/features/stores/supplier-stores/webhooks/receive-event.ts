import { inTransaction, type Database } from '#database/database.ts'
import { CHECK_STORE_JOB } from '#features/catalogue/catalog/service.ts'
import type { VerifiedWebhook } from '#features/stores/shop-orders/service.ts'
import { saveLastWebhook } from '../checks/feed-queries.ts'
import type { SupplierStoreDeps } from '../deps.ts'
import { insertEvent } from './event-queries.ts'

/**
 * Stores a webhook about a product or its stock and enqueues its job in the same transaction. A repeated webhook
 * changes nothing. Webhooks of stores that are not synced are ignored.
 */
export async function receiveProductEvent(
  db: Database,
  { stores: { enqueue } }: SupplierStoreDeps,
  { connection, event, body, now }: VerifiedWebhook & Readonly<{ now: Date }>,
): Promise<void> {
  const { key, topic, productId = null, stockId = null } = event
  if (productId === null && stockId === null) return
  await inTransaction(db, async (tx) => {
    const connectionId = connection.id
    const isSynced = await saveLastWebhook(tx, connectionId, now)
    if (!isSynced) return
    const isNew = await insertEvent(tx, { connectionId, key, topic, productId, stockId, body, now })
    if (isNew) await enqueue(tx, { job: CHECK_STORE_JOB, input: { connectionId, scope: 'noticed' } })
  })
}
