import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { FieldOwnersData, PublishPlanData, PublishPlanItemData } from '../contract.ts'
import type { PlannedItem } from './rules.ts'

/** A stored plan, with its internal keys and counts. */
export type StoredPlan = Readonly<{
  id: number
  public_id: string
  account_id: number
  connection_id: number
  store_id: string
  store_name: string
  state: PublishPlanData['state']
  product_ids: number[] | null
  failure: string | null
  read_count: number
  created_at: Date
  planned_at: Date | null
  fields: FieldOwnersData | null
  undone_at: Date | null
  undoable: number
  counts: PublishPlanData['counts']
}>

// A plan is applied by the run of its store, and is over when none of its products is pending.
const PLANS = sql`
  select p.id::int as id, p.public_id, p.account_id::int as account_id, p.connection_id::int as connection_id,
    c.public_id as store_id, c.name as store_name, p.product_ids::int[] as product_ids, p.failure, p.read_count,
    p.created_at, p.planned_at, p.fields, p.undone_at, counts.undoable,
    case when p.state = 'applying'
        and not exists (select from store_listings l where l.plan_id = p.id and l.state = 'pending')
      then 'applied' else p.state end as state, counts.counts
  from publish_plans p join store_connections c on c.id = p.connection_id
  cross join lateral (
    select count(*) filter (where outcome = 'applied' and ownership is not null)::int as undoable, json_build_object(
      'create', count(*) filter (where action = 'create'), 'update', count(*) filter (where action = 'update'),
      'skip', count(*) filter (where action = 'skip'), 'conflict', count(*) filter (where action = 'conflict'),
      'applied', count(*) filter (where outcome = 'applied'),
      'notApplied', count(*) filter (where outcome in ('stale', 'failed')),
      'due', count(*) filter (where action in ('create', 'update') and (outcome is null or outcome = 'failed'))) as counts
    from publish_plan_items where plan_id = p.id
  ) counts`

/** Lists an account's newest plans. */
export async function listPlans(db: Queryable, accountId: number): Promise<StoredPlan[]> {
  return queryRows<StoredPlan>(
    db,
    sql`${PLANS} where p.account_id = ${accountId} order by p.id desc limit 20`,
  )
}

/** Returns an account's plan by its public id. */
export async function findPlan(
  db: Queryable,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<StoredPlan | undefined> {
  const [found] = await queryRows<StoredPlan>(
    db,
    sql`${PLANS} where p.account_id = ${accountId} and p.public_id = ${id}`,
  )
  return found
}

/** Returns a plan by its internal key. */
export async function findPlanByKey(db: Queryable, key: number): Promise<StoredPlan | undefined> {
  const [found] = await queryRows<StoredPlan>(db, sql`${PLANS} where p.id = ${key}`)
  return found
}

/** Locks a plan until the transaction ends, so that concurrent requests are sequential. */
export async function lockPlan(tx: Transaction, key: number): Promise<void> {
  await tx.execute(sql`select from publish_plans where id = ${key} for update`)
}

/** Inserts a plan; returns its key. */
export async function insertPlan(
  tx: Transaction,
  plan: Readonly<{
    publicId: string
    accountId: number
    connectionId: number
    productKeys: readonly number[] | null
    fields: FieldOwnersData | null
    now: Date
  }>,
): Promise<number> {
  const [added] = await queryRows<{ id: number }>(
    tx,
    sql`
      insert into publish_plans (public_id, account_id, connection_id, state, product_ids, fields, created_at)
      values (${plan.publicId}, ${plan.accountId}, ${plan.connectionId}, 'planning',
        ${sql.param(plan.productKeys && [...plan.productKeys])}::bigint[],
        ${plan.fields && JSON.stringify(plan.fields)}::jsonb, ${plan.now})
      returning id::int as id`,
  )
  if (!added) throw new Error('a plan was not inserted')
  return added.id
}

/** Returns whether the same store has a newer plan. */
export async function hasNewerPlan(
  db: Queryable,
  { id, connection_id }: Pick<StoredPlan, 'id' | 'connection_id'>,
): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`
      select 1 from publish_plans where connection_id = ${connection_id} and id > ${id}
        and state not in ('failed', 'cancelled') limit 1`,
  )
  return found.length > 0
}

/** Sets the state of a plan that is in one of these states. */
export async function setPlanState(
  db: Queryable,
  key: number,
  change: Readonly<{ from: readonly string[]; to: StoredPlan['state']; failure?: string; now?: Date }>,
): Promise<void> {
  await db.execute(sql`
    update publish_plans set state = ${change.to}, failure = ${change.failure ?? null},
      finished_at = ${change.now ?? null}::timestamptz
    where id = ${key} and state = any(${sql.param([...change.from])}::text[])`)
}

/** Stores how many products of the store were read. */
export async function setReadCount(db: Queryable, key: number, count: number): Promise<void> {
  await db.execute(sql`update publish_plans set read_count = ${count} where id = ${key}`)
}

/** Replaces the items of a plan, unless it was cancelled meanwhile. */
export async function writePlan(
  tx: Transaction,
  key: number,
  { items, now }: Readonly<{ items: readonly PlannedItem[]; now: Date }>,
): Promise<void> {
  const planned = await queryRows(
    tx,
    sql`
      update publish_plans set state = 'planned', planned_at = ${now}
      where id = ${key} and state = 'planning' returning id`,
  )
  if (planned.length === 0) return
  await tx.execute(sql`delete from publish_plan_items where plan_id = ${key}`)
  const rows = items.map((item, n) => ({ ...item, n }))
  await tx.execute(sql`
    insert into publish_plan_items (plan_id, product_id, n, action, reason, changes, adopted_id, fingerprint, ownership, previous)
    select ${key}, i."productKey", i.n, i.action, i.reason, i.changes, i."adoptedId", i.fingerprint, i.ownership, i.previous
    from json_to_recordset(${JSON.stringify(rows)}::json) as i("productKey" bigint, n int, action text, reason text,
      changes json, "adoptedId" text, fingerprint text, ownership jsonb, previous jsonb)`)
}

/** Lists the internal keys of a plan's products that are still to be pushed. */
export async function listDueKeys(db: Queryable, key: number): Promise<number[]> {
  const found = await queryRows<{ product_id: string }>(
    db,
    sql`
      update publish_plan_items set outcome = null
      where plan_id = ${key} and action in ('create', 'update') and (outcome is null or outcome = 'failed')
      returning product_id`,
  )
  return found.map(({ product_id }) => Number(product_id))
}

/**
 * Restores the owners of listings' fields before a plan; returns the internal keys of their products. The former values
 * are written back once. Listings whose owners have changed since are left out.
 */
export async function restorePlanned(tx: Transaction, key: number): Promise<number[]> {
  const restored = await queryRows<{ product_id: string }>(
    tx,
    sql`
      update store_listings l set restore = i.previous - 'ownership',
        price_source = i.previous -> 'ownership' ->> 'priceSource',
        supplier_fields = array(select jsonb_array_elements_text(i.previous -> 'ownership' -> 'supplierFields'))
      from publish_plan_items i join publish_plans p on p.id = i.plan_id
      where i.plan_id = ${key} and i.outcome = 'applied' and l.connection_id = p.connection_id
        and l.product_id = i.product_id and l.external_id is not null
        and l.price_source is not distinct from i.ownership ->> 'priceSource'
        and to_jsonb(l.supplier_fields) = i.ownership -> 'supplierFields'
      returning l.product_id`,
  )
  return restored.map(({ product_id }) => Number(product_id))
}

/** Marks a plan as undone. */
export async function markPlanUndone(tx: Transaction, key: number, now: Date): Promise<void> {
  await tx.execute(sql`update publish_plans set undone_at = ${now} where id = ${key}`)
}

/** The tabs of a plan's items: by action, or those that could not be applied. */
export type ItemTab = 'create' | 'update' | 'skip' | 'conflict' | 'not_applied'

/** Lists a range of a plan's items, and their total count. */
export async function listItems(
  db: Queryable,
  key: number,
  { tab, limit, offset }: Readonly<{ tab: ItemTab; limit: number; offset: number }>,
): Promise<{ items: PublishPlanItemData[]; total: number }> {
  const where = sql`i.plan_id = ${key} and ${
    tab === 'not_applied' ? sql`i.outcome in ('stale', 'failed')` : sql`i.action = ${tab}`
  }`
  const items = await queryRows<PublishPlanItemData>(
    db,
    sql`
      select p.public_id as "productId", p.name, p.sku, i.action, i.outcome, i.reason, i.changes
      from publish_plan_items i join products p on p.id = i.product_id
      where ${where} order by i.n limit ${limit} offset ${offset}`,
  )
  const [counted] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::int as total from publish_plan_items i where ${where}`,
  )
  return { items, total: counted?.total ?? 0 }
}

/** Deletes plans that are no longer needed. */
export async function deleteOldPlans(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from publish_plans where created_at < ${before}`)
}
