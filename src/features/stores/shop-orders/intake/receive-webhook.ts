import { inTransaction, isConnectionFailure, type Database, type Transaction } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import {
  findConnectionByPublicId,
  readStoreWebhook,
  type StoreConnection,
  type WebhookDelivery,
  type WebhookEvent,
} from '#features/stores/connections/service.ts'
import { batched } from '#platform/concurrency/batch.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { getWebhookSecret, type ShopOrderDeps } from '../deps.ts'
import { insertEvents, type NewEvent } from './event-queries.ts'
import { noteWebhooks } from './take-queue.ts'

/** The name of the job that takes in the orders of a store's waiting webhooks. */
export const TAKE_JOB = 'shop_orders.take_waiting'

/** A webhook with a valid signature, and its store. */
export type VerifiedWebhook = Readonly<{ connection: StoreConnection; event: WebhookEvent; body: Uint8Array }>

/** Returns the content of a store's webhook. Throws `bad_signature` (401) and `connection_not_found`. */
export async function verifyWebhook(
  db: Database,
  deps: Pick<ShopOrderDeps, 'stores' | 'webhookKey'>,
  { connectionId, delivery }: Readonly<{ connectionId: string; delivery: WebhookDelivery }>,
): Promise<VerifiedWebhook> {
  const connection = await findConnectionByPublicId(db, connectionId)
  if (!connection) throw notFound('connection_not_found', 'This store isn’t connected.')
  const secret = getWebhookSecret(deps, connectionId)
  const event = await readStoreWebhook(deps.stores, connection, { delivery, secret })
  return { connection, event, body: delivery.body }
}

/** Stores a webhook about an order; it resolves once the webhook is committed. */
export type OrderEventReceiver = (webhook: VerifiedWebhook & Readonly<{ now: Date }>) => Promise<void>

/**
 * Returns a function that stores order webhooks and enqueues their stores' jobs in the same transaction. A repeated
 * webhook changes nothing. Webhooks that arrive while others are being stored share the next transaction.
 */
export function createOrderEventReceiver(db: Database, { stores }: ShopOrderDeps): OrderEventReceiver {
  const store = batched((events: readonly NewEvent[]) => storeEvents(db, stores.enqueue, events))
  return async ({ connection, event, body, now }) => {
    const { orderId, key, topic } = event
    if (orderId !== null) await store({ connectionId: connection.id, key, topic, orderId, body, now })
  }
}

/**
 * The size limit of a batch in bytes: webhooks have some kilobytes, and a batch needs many times its size in memory.
 */
const MAX_BATCH_BYTES = 4 * 1024 * 1024

/**
 * Returns for each webhook whether it is stored, or its error. An invalid one is isolated by bisection; the others are
 * stored.
 */
async function storeEvents(
  db: Database,
  enqueue: Enqueue,
  events: readonly NewEvent[],
): Promise<(true | Error)[]> {
  const bytes = events.reduce((sum, { body }) => sum + body.byteLength, 0)
  if (events.length === 1 || bytes <= MAX_BATCH_BYTES)
    try {
      await inTransaction(db, (tx) => storeTogether(tx, enqueue, events))
      return events.map(() => true)
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      if (events.length === 1 || isConnectionFailure(error)) return events.map(() => failure)
    }
  const half = Math.ceil(events.length / 2)
  const first = await storeEvents(db, enqueue, events.slice(0, half))
  return [...first, ...(await storeEvents(db, enqueue, events.slice(half)))]
}

async function storeTogether(tx: Transaction, enqueue: Enqueue, events: readonly NewEvent[]): Promise<void> {
  const withNew = await insertEvents(tx, events)
  const senders = [...new Set(events.map(({ connectionId }) => connectionId))]
  const now = events.reduce((latest, event) => (event.now > latest ? event.now : latest), new Date(0))
  for (const connectionId of await noteWebhooks(tx, { senders, withNew, now }))
    await enqueue(tx, { job: TAKE_JOB, input: { connectionId } })
}
