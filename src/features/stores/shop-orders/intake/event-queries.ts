import { sql } from 'drizzle-orm'
import { queryPrepared, queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { addMs, DAY, SECOND } from '#core/time.ts'
import type { FeedRow } from './receive-queue.ts'

/** A webhook to store as received. */
export type NewEvent = Readonly<{
  connectionId: number
  key: string
  topic: string
  orderId: string
  body: Uint8Array
  now: Date
}>

/**
 * Stores webhooks; returns the feeds of their stores. It locks these before it stores, so that a job that ends
 * meanwhile either sees the webhooks, or its end is seen here.
 */
export async function insertEvents(
  db: Queryable,
  senders: readonly number[],
  events: readonly NewEvent[],
): Promise<FeedRow[]> {
  return queryPrepared<FeedRow>(db, INSERT_EVENTS, [
    events.map(({ connectionId }) => connectionId),
    events.map(({ key }) => key),
    events.map(({ topic }) => topic),
    events.map(({ orderId }) => orderId),
    events.map(({ body }) => Buffer.from(body.buffer, body.byteOffset, body.byteLength)),
    events.map(({ now }) => now),
    senders,
  ])
}

// In the order of the keys, so that two processes storing the same webhooks do not deadlock.
const INSERT_EVENTS = {
  name: 'shop_orders_insert_events',
  text: `
    with stored as (
      insert into shop_order_events (connection_id, event_key, topic, external_order_id, body, received_at)
      select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[])
        as e (connection_id, event_key, topic, external_order_id, body, received_at)
      order by connection_id, event_key
      on conflict (connection_id, event_key) do nothing)
    select connection_id, take_queued_at, last_webhook_at from shop_order_feeds where connection_id = any($7::bigint[])
    order by connection_id for no key update`,
}

/** A store’s waiting webhooks about one order. */
export type WaitingOrder = Readonly<{ orderId: string; eventIds: readonly number[] }>

/** Returns the orders of a store's waiting webhooks, newest webhook first; at most `limit`. */
export async function listWaitingOrders(
  db: Queryable,
  connectionId: number,
  limit: number,
): Promise<WaitingOrder[]> {
  const found = await queryRows<{ order_id: string; event_ids: (number | string)[] }>(
    db,
    sql`
      select external_order_id as order_id, array_agg(id) as event_ids
      from (
        select id, external_order_id from shop_order_events
        where connection_id = ${connectionId} and handled_at is null order by id desc limit ${limit}
      ) e
      group by external_order_id order by max(id) desc`,
  )
  return found.map(({ order_id: orderId, event_ids: ids }) => ({ orderId, eventIds: ids.map(Number) }))
}

/** Returns whether a store has waiting webhooks. */
export async function hasWaitingEvents(db: Queryable, connectionId: number): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`select 1 from shop_order_events where connection_id = ${connectionId} and handled_at is null limit 1`,
  )
  return found.length > 0
}

/** Marks webhooks as handled. */
export async function markHandled(tx: Transaction, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update shop_order_events set handled_at = ${now} where id = any(${sql.param([...ids])}::bigint[])`)
}

/** Returns whether a webhook reported an order's newest change. Stores' times are in whole seconds. */
export async function hasEventSince(
  db: Queryable,
  { connectionId, orderId, since }: Readonly<{ connectionId: number; orderId: string; since: Date }>,
): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`
      select 1 from shop_order_events where connection_id = ${connectionId} and external_order_id = ${orderId}
        and received_at >= ${addMs(since, -5 * SECOND)} limit 1`,
  )
  return found.length > 0
}

/** How long webhooks are stored, which contain customers' data. */
const RETENTION_MS = 30 * DAY

/** Deletes old webhooks. */
export async function deleteOldEvents(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from shop_order_events where received_at < ${addMs(now, -RETENTION_MS)}`)
}
