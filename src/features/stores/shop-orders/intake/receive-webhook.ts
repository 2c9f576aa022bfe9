import { inTransaction, type Database } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import {
  findConnectionByPublicId,
  openKeys,
  type StoreConnection,
  type WebhookDelivery,
  type WebhookEvent,
} from '#features/stores/connections/service.ts'
import { getWebhookSecret, type ShopOrderDeps } from '../deps.ts'
import { insertEvent, saveLastWebhook } from './event-queries.ts'

/** The job that takes the order of a stored webhook in. */
export const TAKE_JOB = 'shop_orders.take'

/** A webhook whose signature is right, and the store that has sent it. */
export type VerifiedWebhook = Readonly<{ connection: StoreConnection; event: WebhookEvent; body: Uint8Array }>

/** Returns what a webhook of a store says. Throws `bad_signature` (401) and `connection_not_found`. */
export async function verifyWebhook(
  db: Database,
  deps: Pick<ShopOrderDeps, 'stores' | 'webhookKey'>,
  { connectionId, delivery }: Readonly<{ connectionId: string; delivery: WebhookDelivery }>,
): Promise<VerifiedWebhook> {
  const connection = await findConnectionByPublicId(db, connectionId)
  if (!connection) throw notFound('connection_not_found', 'This store isn’t connected.')
  const connector = deps.stores.connectorFor(connection.platform)
  const access = await openKeys(deps.stores, connection)
  const event = connector.readWebhook(access, delivery, getWebhookSecret(deps, connectionId))
  return { connection, event, body: delivery.body }
}

/** Stores a webhook about an order as it came, and orders its work in the same transaction; the same one again changes nothing. */
export async function receiveOrderEvent(
  db: Database,
  deps: ShopOrderDeps,
  { connection, event, body, now }: VerifiedWebhook & Readonly<{ now: Date }>,
): Promise<void> {
  const { orderId, key, topic } = event
  if (orderId === null) return
  await inTransaction(db, async (tx) => {
    const stored = { connectionId: connection.id, key, topic, orderId, body, now }
    const eventId = await insertEvent(tx, stored)
    await saveLastWebhook(tx, connection.id, now)
    if (eventId !== undefined) await deps.stores.enqueue(tx, { job: TAKE_JOB, input: { eventId } })
  })
}
