import { sql } from 'drizzle-orm'
import { addMs, DAY } from '#core/time.ts'
import { type Database, inTransaction, queryRows, type Queryable } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { FOLLOWED_FIELDS } from '../../store-products/field-shapes.ts'
import {
  findSyncedStore,
  type SyncedStore,
  type SyncSettings,
  type SyncSettingsChange,
  updateSyncedStore,
} from './sync-queries.ts'

/** The number of days for which changes of syncs are counted. */
const COUNTED_DAYS = 30

/** A sync that has changed products, or waits for its supplier. */
export type SyncRun = Readonly<{
  id: string
  state: 'applied' | 'applying' | 'planned'
  cause: 'webhook' | 'check'
  at: Date
  created: number
  changed: number
  notApplied: number
  titles: readonly string[]
}>

/** The state of a synced store: changes of the last 30 days by webhooks and checks, and the active run. */
export type SyncState = Readonly<{
  products: number
  written: number
  byWebhook: number
  recovered: number
  isWorking: boolean
  runs: readonly SyncRun[]
}>

/** Returns the state of a synced store, with its newest syncs. */
export async function readSyncState(
  db: Queryable,
  { connectionId, supplierId, keyPrefix }: SyncedStore,
  now: Date,
): Promise<SyncState> {
  const since = addMs(now, -COUNTED_DAYS * DAY)
  const [counts] = await queryRows<Omit<SyncState, 'runs'>>(
    db,
    sql`
    select p.products, p.written, i."byWebhook", i.recovered, i."isWorking" from (
      select count(*)::int as products, count(w.product_id)::int as written
      from products p left join written_fields w on w.product_id = p.id
      where p.supplier_id = ${supplierId} and p.status <> 'archived' and starts_with(p.external_key, ${keyPrefix})) p,
    (select coalesce(sum(applied_count) filter (where cause = 'webhook'), 0)::int as "byWebhook",
        coalesce(sum(applied_count) filter (where cause = 'check'), 0)::int as recovered,
        coalesce(bool_or(state in ('reading', 'planning', 'applying')), false) as "isWorking"
      from product_imports where connection_id = ${connectionId} and cause is not null
        and created_at > ${since}::timestamptz) i`,
  )
  if (!counts) throw new Error('The syncs of a store were not counted.')
  return { ...counts, runs: await listRuns(db, connectionId) }
}

const LISTED_RUNS = 10

async function listRuns(db: Queryable, connectionId: number): Promise<SyncRun[]> {
  return queryRows(
    db,
    sql`
    select public_id as id, state, cause, coalesce(finished_at, planned_at, created_at) as at, created_count as created,
      changed_count as changed, stale_count + rejected_count as "notApplied",
      array(select title from product_import_items t where t.import_id = i.id and action in ('create', 'change')
        order by n limit 3) as titles
    from product_imports i
    where connection_id = ${connectionId} and cause is not null and state in ('applied', 'applying', 'planned')
    order by i.id desc limit ${LISTED_RUNS}`,
  )
}

/**
 * Sets how a store is synced, and records it. Omitted settings are unchanged; returns false if the store is not synced.
 */
export async function changeSyncSettings(
  db: Database,
  source: AuditSource,
  {
    connectionId,
    name,
    settings,
  }: Readonly<{
    connectionId: number
    name: string
    settings: SyncSettingsChange
  }>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const before = await findSyncedStore(tx, connectionId)
    if (!before) return false
    await updateSyncedStore(tx, connectionId, settings)
    const after = await findSyncedStore(tx, connectionId)
    await recordChange(tx, source, {
      supplierId: before.supplierId,
      kind: 'store',
      action: `Changed how ${name} is synced`,
      entity: `connected store ${name}`,
      before: toAuditValues(before),
      after: toAuditValues(after ?? before),
    })
    return true
  })
}

function toAuditValues({ followed, missing, added, isPaused }: SyncSettings) {
  const names = FOLLOWED_FIELDS.filter((field) => followed.includes(field))
  return { followed: names.join(', '), missing, added, paused: isPaused }
}
