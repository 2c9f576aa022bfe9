import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { addMs, HOUR, MINUTE } from '#core/time.ts'

/** The feed of a synced store. `wanted`: what is still to be read beside noticed products. */
export type SourceFeed = Readonly<{
  polledUntil: Date
  checkedAt: Date | null
  fullAt: Date
  wanted: 'changed' | 'all' | null
  subscribedAt: Date | null
  lastWebhookAt: Date | null
  problem: string | null
  problemCode: string | null
  problemSince: Date | null
}>

const COLUMNS = sql`polled_until as "polledUntil", checked_at as "checkedAt", full_at as "fullAt", wanted, subscribed_at as "subscribedAt",
  last_webhook_at as "lastWebhookAt", problem, problem_code as "problemCode", problem_since as "problemSince"`

/** Returns the feed of a synced store and creates it if missing. */
export async function openFeed(
  db: Queryable,
  { connectionId, startedAt }: Readonly<{ connectionId: number; startedAt: Date }>,
): Promise<SourceFeed> {
  const [feed] = await queryRows<SourceFeed>(
    db,
    sql`
    insert into source_feeds (connection_id, polled_until, full_at) values (${connectionId}, ${startedAt}, ${startedAt})
    on conflict (connection_id) do update set connection_id = excluded.connection_id returning ${COLUMNS}`,
  )
  if (!feed) throw new Error('The feed of a store was not opened.')
  return feed
}

/** The codes of refusals that only the store's owner can fix; such a store is called once an hour. */
export const OWNER_FIXABLE_CODES: readonly string[] = [
  'store_access_denied',
  'store_rights_missing',
  'store_not_found',
]

/** Returns the synced stores that are due for a check. */
export async function listDueStores(db: Queryable, now: Date): Promise<number[]> {
  const found = await queryRows<{ id: number }>(
    db,
    sql`
    select s.connection_id::int as id from synced_stores s left join source_feeds f using (connection_id)
    where not s.is_paused and (f.checked_at is null or f.checked_at <= case
      when f.problem_code = any(${sql.param([...OWNER_FIXABLE_CODES])}::text[]) then ${addMs(now, -HOUR)}::timestamptz
      else ${addMs(now, -9 * MINUTE)}::timestamptz end)
    order by f.checked_at nulls first limit 1000`,
  )
  return found.map(({ id }) => id)
}

/** Sets what is still to be read of a store; a request to read all is never reduced. */
export async function savePendingRead(
  db: Queryable,
  connectionId: number,
  wanted: SourceFeed['wanted'],
): Promise<void> {
  await db.execute(sql`update source_feeds set wanted = case
      when ${wanted}::text is null then null when wanted = 'all' then 'all' else ${wanted} end
    where connection_id = ${connectionId}`)
}

/** Records that a check has begun. */
export async function saveCheckTime(db: Queryable, connectionId: number, now: Date): Promise<void> {
  await db.execute(sql`update source_feeds set checked_at = ${now} where connection_id = ${connectionId}`)
}

/** Records a reading of a store. If it was read to its end, stores the moment up to which all changes are known. */
export async function saveReading(
  db: Queryable,
  connectionId: number,
  { until, isFull }: Readonly<{ until: Date | null; isFull: boolean }>,
): Promise<void> {
  await db.execute(sql`
    update source_feeds set problem = null, problem_code = null, problem_since = null,
      polled_until = greatest(polled_until, ${until}::timestamptz),
      full_at = case when ${isFull}::boolean then greatest(full_at, ${until}::timestamptz) else full_at end
    where connection_id = ${connectionId}`)
}

/** Records why a store could not be read. */
export async function saveProblem(
  db: Queryable,
  connectionId: number,
  { problem, code, now }: Readonly<{ problem: string; code: string; now: Date }>,
): Promise<void> {
  await db.execute(sql`
    update source_feeds set problem = ${problem.slice(0, 500)}, problem_code = ${code},
      problem_since = coalesce(problem_since, ${now}::timestamptz)
    where connection_id = ${connectionId}`)
}

/** Records that a store's webhooks were subscribed. */
export async function saveSubscription(db: Queryable, connectionId: number, now: Date): Promise<void> {
  await db.execute(sql`update source_feeds set subscribed_at = ${now} where connection_id = ${connectionId}`)
}

/** Records when a store last sent a webhook; returns whether it is synced. */
export async function saveLastWebhook(tx: Transaction, connectionId: number, now: Date): Promise<boolean> {
  const updated = await queryRows(
    tx,
    sql`update source_feeds set last_webhook_at = ${now} where connection_id = ${connectionId} returning 1`,
  )
  return updated.length > 0
}
