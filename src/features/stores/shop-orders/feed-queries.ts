import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import { addMs, DAY, MINUTE } from '#core/time.ts'

/** How it stands with hearing of a shop's orders. */
export type OrderFeed = Readonly<{
  connectionId: number
  polledUntil: Date
  subscribedAt: Date | null
}>

/** Begins to hear of the orders of each vendor's shop that is connected and not heard yet. */
export async function startFeeds(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into shop_order_feeds (connection_id, polled_until)
    select c.id, c.created_at from store_connections c join accounts a on a.id = c.account_id
    where a.type = 'vendor'
    on conflict do nothing`)
}

/** The feeds whose shops are asked now: those not asked for nine minutes. */
export async function listDueFeeds(db: Queryable, now: Date): Promise<number[]> {
  const found = await queryRows<{ id: string }>(
    db,
    sql`
      select connection_id as id from shop_order_feeds
      where polled_at is null or polled_at <= ${addMs(now, -9 * MINUTE)} order by polled_at nulls first limit 1000`,
  )
  return found.map(({ id }) => Number(id))
}

/** The feed of a connection; it is begun where there is none. */
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

/** Notes that a shop was asked: everything up to `until` is known, and so many orders no webhook had told of. */
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

/** Notes that a shop could not be asked, with the reason as a message. */
export async function saveFeedProblem(
  db: Queryable,
  connectionId: number,
  { now, problem }: Readonly<{ now: Date; problem: string }>,
): Promise<void> {
  await db.execute(sql`
    update shop_order_feeds set polled_at = ${now}, problem = ${problem} where connection_id = ${connectionId}`)
}

/** Notes that a shop was asked for webhooks. */
export async function saveSubscription(db: Queryable, connectionId: number, now: Date): Promise<void> {
  await db.execute(sql`
    update shop_order_feeds set subscribed_at = ${now} where connection_id = ${connectionId}`)
}

/** The feeds of somebody's shops, as they are shown. */
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
