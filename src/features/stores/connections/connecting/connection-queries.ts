import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { rows, type Queryable, type Transaction } from '#database/database.ts'
import { storeConnections } from '../tables.ts'

/** A connection as kept. */
export type KeptConnection = typeof storeConnections.$inferSelect

/** The newest run of a kind at a connection, and how far it has come. */
export type KeptRun = Readonly<{
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

/** Somebody's connections, the first one first. */
export async function listKept(db: Queryable, personId: number): Promise<KeptConnection[]> {
  return db
    .select()
    .from(storeConnections)
    .where(eq(storeConnections.personId, personId))
    .orderBy(asc(storeConnections.id))
}

/** The same, locked until the transaction ends, so that clicks are done one after the other. */
export async function lockKept(tx: Transaction, personId: number): Promise<KeptConnection[]> {
  return tx
    .select()
    .from(storeConnections)
    .where(eq(storeConnections.personId, personId))
    .orderBy(asc(storeConnections.id))
    .for('update')
}

/** A connection of somebody by its public id. */
export async function findKept(
  db: Queryable,
  { personId, id }: Readonly<{ personId: number; id: string }>,
): Promise<KeptConnection | undefined> {
  const [found] = await db
    .select()
    .from(storeConnections)
    .where(and(eq(storeConnections.publicId, id), eq(storeConnections.personId, personId)))
  return found
}

/** A connection by its internal key. */
export async function findByKey(db: Queryable, key: number): Promise<KeptConnection | undefined> {
  const [found] = await db.select().from(storeConnections).where(eq(storeConnections.id, key))
  return found
}

/** A connection to be kept. */
type NewConnection = Omit<typeof storeConnections.$inferInsert, 'id' | 'problem'>

/** Keeps a connection; one to the same shop gets the new keys, one to another shop of that kind gives way with all it had. */
export async function keepConnection(tx: Transaction, connection: NewConnection): Promise<KeptConnection> {
  const { personId, platform, address, name, currency, access, checkedAt } = connection
  await tx
    .delete(storeConnections)
    .where(
      and(
        eq(storeConnections.personId, personId),
        eq(storeConnections.platform, platform),
        ne(storeConnections.address, address),
      ),
    )
  const [kept] = await tx
    .insert(storeConnections)
    .values(connection)
    .onConflictDoUpdate({
      target: [storeConnections.personId, storeConnections.platform],
      set: { address, name, currency, access, checkedAt, problem: null },
    })
    .returning()
  if (!kept) throw new Error('the connection was not kept')
  return kept
}

/** Notes what a shop has said. */
export async function noteCheck(
  db: Queryable,
  id: number,
  said: Partial<Pick<KeptConnection, 'name' | 'currency'>> & Pick<KeptConnection, 'problem' | 'checkedAt'>,
): Promise<void> {
  await db.update(storeConnections).set(said).where(eq(storeConnections.id, id))
}

/** Forgets a connection; gives whether there was one. */
export async function deleteKept(
  db: Queryable,
  { personId, id }: Readonly<{ personId: number; id: string }>,
): Promise<boolean> {
  const gone = await db
    .delete(storeConnections)
    .where(and(eq(storeConnections.publicId, id), eq(storeConnections.personId, personId)))
    .returning({ id: storeConnections.id })
  return gone.length > 0
}

/** Forgets all connections of somebody. */
export async function deleteAllKept(db: Queryable, personId: number): Promise<void> {
  await db.delete(storeConnections).where(eq(storeConnections.personId, personId))
}

type RunRow = {
  connection_id: string
  kind: KeptRun['kind']
  state: KeptRun['state']
  problem: string | null
  started_at: Date
  finished_at: Date | null
  done: string
  failed: string
  waiting: string
}

/** The newest run of each kind at each of somebody's connections. */
export async function listRuns(db: Queryable, personId: number): Promise<KeptRun[]> {
  const found = await rows<RunRow>(
    db,
    sql`
      select r.connection_id, r.kind, r.state, r.problem, r.started_at, r.finished_at,
        case when r.kind = 'push' then l.done else p.done end as done, l.failed, l.waiting
      from (
        select distinct on (r.connection_id, r.kind) r.*
        from store_runs r join store_connections c on c.id = r.connection_id
        where c.person_id = ${personId}
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
