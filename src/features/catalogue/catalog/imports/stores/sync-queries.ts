import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { addMs, HOUR } from '#core/time.ts'
import { DEFAULT_FOLLOWED_FIELDS, type FollowedField } from '../../store-products/field-shapes.ts'

/** The handling of new products of a synced store, and of those that it no longer has. */
export type SyncSettings = Readonly<{
  followed: readonly FollowedField[]
  missing: 'archive' | 'sold_out'
  added: 'publish' | 'draft' | 'leave'
  isPaused: boolean
}>

/** Settings of a synced store to change; omitted ones are unchanged. */
export type SyncSettingsChange = Readonly<{ [Name in keyof SyncSettings]?: SyncSettings[Name] | undefined }>

/** A connected store whose products stay synced; keys of its products begin with `keyPrefix`. */
export type SyncedStore = SyncSettings &
  Readonly<{ connectionId: number; supplierId: number; keyPrefix: string; startedAt: Date }>

const COLUMNS = sql`connection_id::int as "connectionId", supplier_id::int as "supplierId", key_prefix as "keyPrefix", followed, missing,
  added, is_paused as "isPaused", started_at as "startedAt"`

/** Returns the sync settings of a connected store; undefined where it is not synced. */
export async function findSyncedStore(db: Queryable, connectionId: number): Promise<SyncedStore | undefined> {
  const [found] = await queryRows<SyncedStore>(
    db,
    sql`select ${COLUMNS} from synced_stores where connection_id = ${connectionId}`,
  )
  return found
}

/** Locks a synced store, so that only one sync at a time is started. */
export async function lockSyncedStore(tx: Transaction, connectionId: number): Promise<void> {
  await tx.execute(sql`select 1 from synced_stores where connection_id = ${connectionId} for update`)
}

/** The age after which an unfinished sync counts as abandoned by its job. */
const SYNC_MS = HOUR

/** Returns whether a store is being read, planned or applied by a sync. */
export async function isSyncing(tx: Transaction, connectionId: number, now: Date): Promise<boolean> {
  const found = await queryRows(
    tx,
    sql`
    select 1 from product_imports
    where connection_id = ${connectionId} and cause is not null
      and (state = 'reading' or state in ('planning', 'applying') and created_at > ${addMs(now, -SYNC_MS)}) limit 1`,
  )
  return found.length > 0
}

/** Inserts a synced store; existing settings stay. Returns whether it was not synced before. */
export async function insertSyncedStore(
  tx: Transaction,
  store: Readonly<{ connectionId: number; supplierId: number; keyPrefix: string; startedAt: Date }>,
): Promise<boolean> {
  const inserted = await queryRows(
    tx,
    sql`
    insert into synced_stores (connection_id, supplier_id, key_prefix, followed, started_at)
    values (${store.connectionId}, ${store.supplierId}, ${store.keyPrefix},
      ${sql.param([...DEFAULT_FOLLOWED_FIELDS])}::text[], ${store.startedAt})
    on conflict (connection_id) do nothing returning 1`,
  )
  return inserted.length > 0
}

/** Updates the sync settings of a store; omitted ones are unchanged. */
export async function updateSyncedStore(
  tx: Queryable,
  connectionId: number,
  { followed, missing, added, isPaused }: SyncSettingsChange,
): Promise<void> {
  await tx.execute(sql`
    update synced_stores set followed = coalesce(${followed ? sql.param([...followed]) : null}::text[], followed),
      missing = coalesce(${missing ?? null}, missing), added = coalesce(${added ?? null}, added),
      is_paused = coalesce(${isPaused ?? null}::boolean, is_paused)
    where connection_id = ${connectionId}`)
}

/** The source of a change: a webhook, or a check that found what no webhook reported. */
export type SyncCause = 'webhook' | 'check'

/** Records products of a store that may have changed there; products that are already noticed keep their cause. */
export async function insertPossibleChanges(
  db: Queryable,
  {
    connectionId,
    externalIds,
    cause,
    now,
  }: Readonly<{
    connectionId: number
    externalIds: readonly string[]
    cause: SyncCause
    now: Date
  }>,
): Promise<void> {
  if (externalIds.length === 0) return
  await db.execute(sql`
    insert into noticed_store_products (connection_id, external_id, cause, noticed_at)
    select distinct ${connectionId}::bigint, id, ${cause}, ${now}::timestamptz
    from unnest(${sql.param([...externalIds])}::text[]) id
    on conflict (connection_id, external_id) do nothing`)
}

/** Claims the next noticed products of one cause, those from webhooks first. */
export async function claimPossibleChanges(
  tx: Transaction,
  connectionId: number,
  limit: number,
): Promise<Readonly<{ cause: SyncCause; externalIds: string[] }> | undefined> {
  const taken = await queryRows<{ id: string; cause: SyncCause }>(
    tx,
    sql`
    with next as (
      select connection_id, external_id from noticed_store_products
      where connection_id = ${connectionId} and cause = (
        select max(cause) from noticed_store_products where connection_id = ${connectionId})
      order by noticed_at, external_id limit ${limit} for update skip locked)
    delete from noticed_store_products n using next
    where n.connection_id = next.connection_id and n.external_id = next.external_id
    returning n.external_id as id, n.cause`,
  )
  const [first] = taken
  return first && { cause: first.cause, externalIds: taken.map(({ id }) => id) }
}

/** Returns whether noticed products of a store wait to be read. */
export async function hasPossibleChanges(db: Queryable, connectionId: number): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`select 1 from noticed_store_products where connection_id = ${connectionId} limit 1`,
  )
  return found.length > 0
}

/** Returns the number of a supplier's products on sale with keys that begin with a prefix. */
export async function countOnSale(
  db: Queryable,
  { supplierId, prefix }: Readonly<{ supplierId: number; prefix: string }>,
): Promise<number> {
  const [counted] = await queryRows<{ n: number }>(
    db,
    sql`select count(*)::int as n from products
      where supplier_id = ${supplierId} and status = 'active' and starts_with(external_key, ${prefix})`,
  )
  return counted?.n ?? 0
}
