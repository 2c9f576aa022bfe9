import { inTransaction, isConnectionFailure, violatedConstraint, type Database } from '#database/database.ts'
import { batched } from '#platform/concurrency/batch.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ShopOrderDeps } from '../deps.ts'
import { insertEvents, type NewEvent } from './event-queries.ts'
import { isFeedDue, recordWebhooks } from './receive-queue.ts'
import { unknownStoreError, type VerifiedWebhook } from './verify-webhook.ts'

/** The name of the job that stores the orders of a store's pending webhooks. */
export const RECEIVE_JOB = 'shop_orders.take_waiting'

/** Stores a webhook about an order; it resolves once the webhook is committed. */
export type OrderEventReceiver = (webhook: VerifiedWebhook & Readonly<{ now: Date }>) => Promise<void>

/**
 * Returns a function that stores order webhooks and enqueues their stores' jobs. A repeated webhook changes nothing.
 * Webhooks that arrive while others are being stored share the next statement.
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
      await storeTogether(db, enqueue, events)
      return events.map(() => true)
    } catch (error) {
      const failure = toFailure(error)
      if (events.length === 1 || isConnectionFailure(error)) return events.map(() => failure)
    }
  const half = Math.ceil(events.length / 2)
  const first = await storeEvents(db, enqueue, events.slice(0, half))
  return [...first, ...(await storeEvents(db, enqueue, events.slice(half)))]
}

/** The constraint that refuses webhooks of a store that was disconnected since it was read. */
const STORE_CONSTRAINT = 'shop_order_events_connection_id_fkey'

function toFailure(error: unknown): Error {
  if (violatedConstraint(error) === STORE_CONSTRAINT) return unknownStoreError()
  return error instanceof Error ? error : new Error(String(error))
}

/**
 * Stores webhooks by one statement. Only where a store's feed is to be changed, a transaction follows: if that fails,
 * the webhooks are not acknowledged, and their repetition enqueues the job.
 */
async function storeTogether(db: Database, enqueue: Enqueue, events: readonly NewEvent[]): Promise<void> {
  const senders = [...new Set(events.map(({ connectionId }) => connectionId))]
  const now = events.reduce((latest, event) => (event.now > latest ? event.now : latest), new Date(0))
  const feeds = await insertEvents(db, senders, events)
  if (feeds.length === senders.length && !feeds.some((feed) => isFeedDue(feed, now))) return
  await inTransaction(db, async (tx) => {
    for (const connectionId of await recordWebhooks(tx, { senders, now }))
      await enqueue(tx, { job: RECEIVE_JOB, input: { connectionId } })
  })
}
