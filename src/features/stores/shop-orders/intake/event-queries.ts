import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { addMs, DAY, SECOND } from '#core/time.ts'

/** A webhook to be stored as it came. */
export type NewEvent = Readonly<{
  connectionId: number
  key: string
  topic: string
  orderId: string
  body: Uint8Array
  now: Date
}>

/** Keeps a webhook; gives its number, undefined where it was stored before. */
export async function insertEvent(tx: Transaction, event: NewEvent): Promise<number | undefined> {
  const { connectionId, key, topic, orderId, body, now } = event
  const [stored] = await queryRows<{ id: string }>(
    tx,
    sql`
      insert into shop_order_events (connection_id, event_key, topic, external_order_id, body, received_at)
      values (${connectionId}, ${key}, ${topic}, ${orderId}, ${Buffer.from(body)}, ${now})
      on conflict (connection_id, event_key) do nothing
      returning id`,
  )
  return stored && Number(stored.id)
}

/** Webhooks that come so soon after another one do not write again when the shop was heard: they would wait for one row. */
const RECEIVED_STEP_MS = 5 * SECOND

/** Notes when a shop was last heard, to five seconds. */
export async function saveLastWebhook(tx: Transaction, connectionId: number, now: Date): Promise<void> {
  const changed = await tx.execute(sql`
    update shop_order_feeds set last_webhook_at = ${now}
    where connection_id = ${connectionId} and (last_webhook_at is null or last_webhook_at < ${addMs(now, -RECEIVED_STEP_MS)})`)
  if (changed.rowCount) return
  await tx.execute(sql`
    insert into shop_order_feeds (connection_id, polled_until, last_webhook_at)
    select id, created_at, ${now} from store_connections c
    where id = ${connectionId} and not exists (select from shop_order_feeds f where f.connection_id = c.id)
    on conflict (connection_id) do nothing`)
}

/** The order that a stored webhook is about, while it waits. */
export async function findPendingEvent(
  db: Queryable,
  id: number,
): Promise<{ connectionId: number; orderId: string } | undefined> {
  const [found] = await queryRows<{ connection_id: string; external_order_id: string }>(
    db,
    sql`
      select connection_id, external_order_id from shop_order_events where id = ${id} and handled_at is null`,
  )
  return found && { connectionId: Number(found.connection_id), orderId: found.external_order_id }
}

/** Notes that the webhooks of an order that came until then are done. */
export async function markHandled(
  tx: Transaction,
  { connectionId, orderId, now }: Readonly<{ connectionId: number; orderId: string; now: Date }>,
): Promise<void> {
  await tx.execute(sql`
    update shop_order_events set handled_at = ${now}
    where connection_id = ${connectionId} and external_order_id = ${orderId} and handled_at is null
      and received_at <= ${now}`)
}

/** Whether a webhook told of an order's newest change. Shops' times are in seconds. */
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

/** Webhooks hold what customers have typed: they are stored for so long. */
const RETENTION_MS = 30 * DAY

/** Deletes old webhooks. */
export async function deleteOldEvents(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from shop_order_events where received_at < ${addMs(now, -RETENTION_MS)}`)
}
