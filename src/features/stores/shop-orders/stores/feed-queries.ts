import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import { addMs, DAY, MINUTE } from '#core/time.ts'

/** The feed of a store's orders. */
export type OrderFeed = Readonly<{
  connectionId: number
  polledUntil: Date
  subscribedAt: Date | null
}>

/** Starts the feed of each vendor's connected store without one. */
export async function startFeeds(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into shop_order_feeds (connection_id, polled_until)
    select c.id, c.created_at from store_connections c join accounts a on a.id = c.account_id
    where a.type = 'vendor'
    on conflict do nothing`)
}

/** Lists feeds due for a poll: those not polled for nine minutes. */
export async function listDueFeeds(db: Queryable, now: Date): Promise<number[]> {
  const found = await queryRows<{ id: string }>(
    db,
    sql`
      select connection_id as id from shop_order_feeds
      where polled_at is null or polled_at <= ${addMs(now, -9 * MINUTE)} order by polled_at nulls first limit 1000`,
  )
  return found.map(({ id }) => Number(id))
}

/** Returns the feed of a connection and creates it if missing. */
export async function openFeed(db: Queryable, connectionId: number): Promise<OrderFeed> {
  const [feed] = await queryRows<{ polled_until: Date; subscribed_at: Date | null }>(
    db,
    sql`
      insert into shop_order_feeds (connection_id, polled_until)
      select id, created_at from store_connections where id = ${connectionId}
      on conflict (connection_id) do update set connection_id = excluded.connection_id
      returning polled_until, subscribed_at`,
  )
  if (!feed) throw new Error('the connection has gone')
  return {
    connectionId,
    polledUntil: new Date(feed.polled_until),
    subscribedAt: feed.subscribed_at && new Date(feed.subscribed_at),
  }
}

/**
 * Records a poll of a store, after which all changes up to `until` are known. Adds the number of orders that no webhook
 * reported.
 */
export async function savePoll(
  db: Queryable,
  connectionId: number,
  { now, until, recovered }: Readonly<{ now: Date; until: Date; recovered: number }>,
): Promise<void> {
  await db.execute(sql`
    update shop_order_feeds set polled_at = ${now}, polled_until = greatest(polled_until, ${until}::timestamptz),
      recovered = case when ${recovered} > 0 or polled_at < ${addMs(now, -DAY)} then ${recovered} else recovered end,
      recovered_total = recovered_total + ${recovered}, problem = null
    where connection_id = ${connectionId}`)
}

/** Records why a store could not be polled, as a message. */
export async function saveFeedProblem(
  db: Queryable,
  connectionId: number,
  { now, problem }: Readonly<{ now: Date; problem: string }>,
): Promise<void> {
  await db.execute(sql`
    update shop_order_feeds set polled_at = ${now}, problem = ${problem} where connection_id = ${connectionId}`)
}

/** Records that a store's webhooks were subscribed. */
export async function saveSubscription(db: Queryable, connectionId: number, now: Date): Promise<void> {
  await db.execute(sql`
    update shop_order_feeds set subscribed_at = ${now} where connection_id = ${connectionId}`)
}

/** Lists the feeds of an account's stores as view models. */
export async function listFeeds(db: Queryable, accountId: number) {
  return queryRows<{
    id: string
    store: string
    last_webhook_at: Date | null
    polled_at: Date | null
    recovered: number
    recovered_total: number
    problem: string | null
  }>(
    db,
    sql`
      select c.public_id as id, c.name as store, f.last_webhook_at, f.polled_at, f.recovered, f.recovered_total, f.problem
      from shop_order_feeds f join store_connections c on c.id = f.connection_id
      where c.account_id = ${accountId} order by c.id`,
  )
}

/** Returns when all changes of a store's orders were last read; undefined without a store. */
export async function findPolledAt(db: Queryable, connectionId: string | null): Promise<Date | undefined> {
  if (connectionId === null) return undefined
  const [feed] = await queryRows<{ polled_at: Date | null }>(
    db,
    sql`select polled_at from shop_order_feeds where connection_id = ${connectionId}`,
  )
  return feed?.polled_at ? new Date(feed.polled_at) : undefined
}
