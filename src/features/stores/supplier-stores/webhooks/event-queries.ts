import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { addMs, DAY } from '#core/time.ts'

/** A webhook about a product or its stock, to store as received. */
export type NewSourceEvent = Readonly<{
  connectionId: number
  key: string
  topic: string
  productId: string | null
  stockId: string | null
  body: Uint8Array
  now: Date
}>

/** Stores a webhook; returns whether it is new. */
export async function insertEvent(tx: Transaction, event: NewSourceEvent): Promise<boolean> {
  const { connectionId, key, topic, productId, stockId, body, now } = event
  const inserted = await queryRows(
    tx,
    sql`
    insert into source_events (connection_id, event_key, topic, product_id, stock_id, body, received_at)
    values (${connectionId}, ${key}, ${topic}, ${productId}, ${stockId}, ${Buffer.from(body)}, ${now})
    on conflict (connection_id, event_key) do nothing returning 1`,
  )
  return inserted.length > 0
}

/** A stored webhook that has not been handled. */
export type WaitingEvent = Readonly<{ id: number; productId: string | null; stockId: string | null }>

/** Returns the oldest unhandled webhooks of a store. */
export async function listWaitingEvents(
  db: Queryable,
  connectionId: number,
  limit: number,
): Promise<WaitingEvent[]> {
  return queryRows(
    db,
    sql`
    select id::int as id, product_id as "productId", stock_id as "stockId" from source_events
    where connection_id = ${connectionId} and handled_at is null order by id limit ${limit}`,
  )
}

/** Marks webhooks as handled. */
export async function markHandled(tx: Transaction, ids: readonly number[], now: Date): Promise<void> {
  await tx.execute(sql`
    update source_events set handled_at = ${now} where id = any(${sql.param([...ids])}::bigint[])`)
}

const RETENTION_MS = 30 * DAY

/** Deletes old webhooks. */
export async function deleteOldEvents(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from source_events where received_at < ${addMs(now, -RETENTION_MS)}`)
}
