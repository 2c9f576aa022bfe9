import { inTransaction, type Database } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import {
  findConnectionByPublicId,
  openKeys,
  type WebhookDelivery,
} from '#features/stores/connections/service.ts'
import { getWebhookSecret, type ShopOrderDeps } from '../deps.ts'
import { insertEvent, saveLastWebhook } from './event-queries.ts'

/** The job that takes the order of a stored webhook in. */
export const TAKE_JOB = 'shop_orders.take'

/**
 * Keeps a webhook of a shop as it came, and orders its work in the same transaction; the same one again changes nothing. Throws
 * `bad_signature` (401) and `connection_not_found`.
 */
export async function receiveWebhook(
  db: Database,
  deps: ShopOrderDeps,
  { connectionId, delivery, now }: Readonly<{ connectionId: string; delivery: WebhookDelivery; now: Date }>,
): Promise<void> {
  const connection = await findConnectionByPublicId(db, connectionId)
  if (!connection) throw notFound('connection_not_found', 'This store isn’t connected.')
  const connector = deps.stores.connectorFor(connection.platform)
  const access = await openKeys(deps.stores, connection)
  const event = connector.readWebhook(access, delivery, getWebhookSecret(deps, connectionId))
  const { orderId, key, topic } = event
  if (orderId === null) return
  await inTransaction(db, async (tx) => {
    const stored = { connectionId: connection.id, key, topic, orderId, body: delivery.body, now }
    const eventId = await insertEvent(tx, stored)
    await saveLastWebhook(tx, connection.id, now)
    if (eventId !== undefined) await deps.stores.enqueue(tx, { job: TAKE_JOB, input: { eventId } })
  })
}
