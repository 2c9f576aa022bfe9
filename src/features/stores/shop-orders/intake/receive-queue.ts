import { sql } from 'drizzle-orm'
import { queryPrepared, queryRows, type Transaction } from '#database/database.ts'
import { MINUTE, SECOND } from '#core/time.ts'

/** The interval in which further webhooks do not update the time of the last one. */
const RECEIVED_STEP_MS = 5 * SECOND

/** How long until a queued job counts as lost and is queued again, which is harmless. */
const LOST_MS = 5 * MINUTE

/** The feed of a store's orders: since when its job is queued, and the time of the last webhook. */
export type FeedRow = { connection_id: number; take_queued_at: Date | null; last_webhook_at: Date | null }

/** Returns whether webhooks change a feed: no job is queued, or the time of the last one is old. */
export function isFeedDue(feed: FeedRow, now: Date): boolean {
  return isUnqueued(feed, now) || isOlder(feed.last_webhook_at, now, RECEIVED_STEP_MS)
}

function isUnqueued({ take_queued_at: queuedAt }: FeedRow, now: Date): boolean {
  return isOlder(queuedAt, now, LOST_MS)
}

/**
 * Records that stores' webhooks arrived, and returns the stores with waiting ones whose job the caller enqueues. The
 * stores’ rows stay locked until the transaction ends.
 */
export async function recordWebhooks(
  tx: Transaction,
  { senders, now }: Readonly<{ senders: readonly number[]; now: Date }>,
): Promise<number[]> {
  const feeds = (await lockFeeds(tx, senders, now)).filter((feed) => isFeedDue(feed, now))
  const unqueued = feeds.filter((feed) => feed.has_waiting && isUnqueued(feed, now))
  const ids = unqueued.map((feed) => Number(feed.connection_id))
  if (feeds.length > 0)
    await queryPrepared(tx, RECORD_WEBHOOKS, [feeds.map((feed) => feed.connection_id), ids, now])
  return ids
}

const RECORD_WEBHOOKS = {
  name: 'shop_orders_record_webhooks',
  text: `
    update shop_order_feeds set last_webhook_at = greatest(last_webhook_at, $3::timestamptz),
      take_queued_at = case when connection_id = any($2::bigint[]) then $3::timestamptz else take_queued_at end
    where connection_id = any($1::bigint[])`,
}

function isOlder(time: Date | null, now: Date, ms: number): boolean {
  return time === null || new Date(time).getTime() < now.getTime() - ms
}

type LockedFeed = FeedRow & { has_waiting: boolean }

/** Locks the feeds of stores in the order of their keys, and creates missing ones. */
async function lockFeeds(tx: Transaction, ids: readonly number[], now: Date): Promise<LockedFeed[]> {
  const feeds = await queryPrepared<LockedFeed>(tx, LOCK_FEEDS, [ids])
  if (feeds.length === ids.length) return feeds
  await tx.execute(sql`
    insert into shop_order_feeds (connection_id, polled_until, last_webhook_at)
    select id, created_at, ${now} from store_connections where id = any(${sql.param([...ids])}::bigint[])
    on conflict (connection_id) do nothing`)
  return queryPrepared<LockedFeed>(tx, LOCK_FEEDS, [ids])
}

const LOCK_FEEDS = {
  name: 'shop_orders_lock_feeds',
  text: `
    select f.connection_id, f.take_queued_at, f.last_webhook_at, exists (
        select from shop_order_events e where e.connection_id = f.connection_id and e.handled_at is null) as has_waiting
    from shop_order_feeds f where f.connection_id = any($1::bigint[])
    order by f.connection_id for no key update of f`,
}

/** Locks a store's queue until the transaction ends, after webhooks that are being stored. */
export async function lockReceiveQueue(tx: Transaction, connectionId: number): Promise<void> {
  await queryRows(
    tx,
    sql`select 1 from shop_order_feeds where connection_id = ${connectionId} for no key update`,
  )
}

/** Stores when the job of a store's orders was queued; null if none is queued. */
export async function saveReceiveQueued(
  tx: Transaction,
  connectionId: number,
  queuedAt: Date | null,
): Promise<void> {
  await tx.execute(sql`
    update shop_order_feeds set take_queued_at = ${queuedAt} where connection_id = ${connectionId}`)
}
