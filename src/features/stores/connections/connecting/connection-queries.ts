import { and, asc, eq, sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { storeConnections } from '../tables.ts'

/** A connection as stored. */
export type StoreConnection = typeof storeConnections.$inferSelect

/** The newest run of a kind at a connection, and how far it has come. */
export type RunSummary = Readonly<{
  connectionId: number
  kind: 'push' | 'pull'
  state: 'running' | 'done' | 'failed'
  problem: string | null
  startedAt: Date
  finishedAt: Date | null
  done: number
  failed: number
  waiting: number
}>

/** Returns an account's connections, first connected first. */
export async function selectConnections(db: Queryable, accountId: number): Promise<StoreConnection[]> {
  return db
    .select()
    .from(storeConnections)
    .where(eq(storeConnections.accountId, accountId))
    .orderBy(asc(storeConnections.id))
}

/**
 * Returns an account's connections, locked until the transaction ends, so that concurrent requests are sequential.
 * Orders of the stores, which refer to their connection, are stored meanwhile.
 */
export async function lockConnections(tx: Transaction, accountId: number): Promise<StoreConnection[]> {
  return tx
    .select()
    .from(storeConnections)
    .where(eq(storeConnections.accountId, accountId))
    .orderBy(asc(storeConnections.id))
    .for('no key update')
}

/** Returns an account's connection by its public id. */
export async function findConnection(
  db: Queryable,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<StoreConnection | undefined> {
  const [found] = await db
    .select()
    .from(storeConnections)
    .where(and(eq(storeConnections.publicId, id), eq(storeConnections.accountId, accountId)))
  return found
}

/** Returns a connection by its internal key. */
export async function findConnectionByKey(db: Queryable, key: number): Promise<StoreConnection | undefined> {
  const [found] = await db.select().from(storeConnections).where(eq(storeConnections.id, key))
  return found
}

/** Returns a connection by its public id, of any account. */
export async function findConnectionByPublicId(
  db: Queryable,
  publicId: string,
): Promise<StoreConnection | undefined> {
  const [found] = await db.select().from(storeConnections).where(eq(storeConnections.publicId, publicId))
  return found
}

/** A new connection. */
type NewConnection = Omit<typeof storeConnections.$inferInsert, 'id' | 'problem'>

/** Stores a connection; an existing one to the same store gets the new keys. */
export async function upsertConnection(tx: Transaction, connection: NewConnection): Promise<StoreConnection> {
  const { name, currency, limits, access, isPractice, checkedAt } = connection
  const [stored] = await tx
    .insert(storeConnections)
    .values(connection)
    .onConflictDoUpdate({
      target: [storeConnections.accountId, storeConnections.platform, storeConnections.address],
      set: {
        name,
        currency,
        limits: limits ?? [],
        access,
        isPractice: isPractice ?? false,
        checkedAt,
        problem: null,
        previousAccess: sql`${storeConnections.access}`,
        keysChangedAt: checkedAt,
      },
    })
    .returning()
  if (!stored) throw new Error('the connection was not kept')
  return stored
}

/** Stores new keys of a connected store beside the old ones. */
export async function saveKeys(
  tx: Transaction,
  id: number,
  {
    access,
    name,
    currency,
    limits,
    now,
  }: Pick<StoreConnection, 'access' | 'name' | 'currency' | 'limits'> & Readonly<{ now: Date }>,
): Promise<void> {
  const previousAccess = sql`${storeConnections.access}`
  await tx
    .update(storeConnections)
    .set({
      previousAccess,
      access,
      name,
      currency,
      limits,
      problem: null,
      checkedAt: now,
      keysChangedAt: now,
    })
    .where(eq(storeConnections.id, id))
}

/** Stores what happens to products that are removed from the selection. */
export async function saveWhenRemoved(
  tx: Transaction,
  id: number,
  whenRemoved: StoreConnection['whenRemoved'],
): Promise<void> {
  await tx.update(storeConnections).set({ whenRemoved }).where(eq(storeConnections.id, id))
}

/** Marks a store's unselected products for an update. */
export async function markUnselectedProducts(
  tx: Transaction,
  { id, accountId }: Pick<StoreConnection, 'id' | 'accountId'>,
): Promise<void> {
  await tx.execute(sql`
    insert into store_listing_changes (product_id)
    select l.product_id from store_listings l
    where l.connection_id = ${id} and l.external_id is not null and not exists (
      select from store_selections s where s.account_id = ${accountId} and s.product_id = l.product_id)`)
}

/** Stores the result of a shop's check. */
export async function saveCheck(
  db: Queryable,
  id: number,
  check: Partial<Pick<StoreConnection, 'name' | 'currency' | 'limits'>> &
    Pick<StoreConnection, 'problem' | 'checkedAt'>,
): Promise<void> {
  await db.update(storeConnections).set(check).where(eq(storeConnections.id, id))
}

/** Deletes a connection; returns it, undefined without one. */
export async function deleteConnection(
  db: Queryable,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<StoreConnection | undefined> {
  const [deleted] = await db
    .delete(storeConnections)
    .where(and(eq(storeConnections.publicId, id), eq(storeConnections.accountId, accountId)))
    .returning()
  return deleted
}

/** Deletes all connections of an account. */
export async function deleteConnections(db: Queryable, accountId: number): Promise<void> {
  await db.delete(storeConnections).where(eq(storeConnections.accountId, accountId))
}

type RunRow = {
  connection_id: string
  kind: RunSummary['kind']
  state: RunSummary['state']
  problem: string | null
  started_at: Date
  finished_at: Date | null
  done: string
  failed: string
  waiting: string
}

/** Lists the newest run of each kind of an account's connections. */
export async function listRuns(db: Queryable, accountId: number): Promise<RunSummary[]> {
  const found = await queryRows<RunRow>(
    db,
    sql`
      select r.connection_id, r.kind, r.state, r.problem, r.started_at, r.finished_at,
        case when r.kind = 'push' then l.done else p.done end as done, l.failed, l.waiting
      from (
        select distinct on (r.connection_id, r.kind) r.*
        from store_runs r join store_connections c on c.id = r.connection_id
        where c.account_id = ${accountId}
        order by r.connection_id, r.kind, r.id desc
      ) r
      cross join lateral (
        select count(*) filter (where state = 'synced') as done,
          count(*) filter (where state = 'failed') as failed,
          count(*) filter (where state = 'pending') as waiting
        from store_listings where run_id = r.id and r.kind = 'push'
      ) l
      cross join lateral (
        select count(*) as done from store_products
        where connection_id = r.connection_id and run_id = r.id and r.kind = 'pull'
      ) p`,
  )
  return found.map((run) => ({
    connectionId: Number(run.connection_id),
    kind: run.kind,
    state: run.state,
    problem: run.problem,
    startedAt: new Date(run.started_at),
    finishedAt: run.finished_at === null ? null : new Date(run.finished_at),
    done: Number(run.done),
    failed: Number(run.failed),
    waiting: Number(run.waiting),
  }))
}
