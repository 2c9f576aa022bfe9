import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#database/database.ts'
import { addMs } from '#core/time.ts'
import { LEASE_MS } from '../rules.ts'
import { storeRuns } from '../tables.ts'

/** A run as stored. */
export type StoreRun = typeof storeRuns.$inferSelect

/** A request of a connection's run. */
export type RunRequest = Readonly<{ connectionId: number; kind: StoreRun['kind']; now: Date }>

/** Inserts a run; returns undefined if one of its kind is active already. */
export async function insertRun(tx: Transaction, request: RunRequest): Promise<number | undefined> {
  const { connectionId, kind, now } = request
  const [run] = await tx
    .insert(storeRuns)
    .values({ connectionId, kind, startedAt: now, movedAt: now })
    .onConflictDoNothing()
    .returning({ id: storeRuns.id })
  return run?.id
}

/** Returns a connection's active run of a kind. */
export async function findActiveRun(
  db: Queryable,
  { connectionId, kind }: Pick<RunRequest, 'connectionId' | 'kind'>,
): Promise<StoreRun | undefined> {
  const [run] = await db
    .select()
    .from(storeRuns)
    .where(
      and(eq(storeRuns.connectionId, connectionId), eq(storeRuns.kind, kind), eq(storeRuns.state, 'running')),
    )
  return run
}

/** Claims a run for a while; returns undefined if it is over or claimed elsewhere. */
export async function claimRun(db: Queryable, id: number, now: Date): Promise<StoreRun | undefined> {
  const [run] = await db
    .update(storeRuns)
    .set({ leasedUntil: addMs(now, LEASE_MS), movedAt: now })
    .where(
      and(
        eq(storeRuns.id, id),
        eq(storeRuns.state, 'running'),
        or(isNull(storeRuns.leasedUntil), lte(storeRuns.leasedUntil, now)),
      ),
    )
    .returning()
  return run
}

/** The condition that a claim still has its run: each later claim or restart changes `movedAt`. */
function isClaim({ id, movedAt }: StoreRun) {
  return and(eq(storeRuns.id, id), eq(storeRuns.movedAt, movedAt), isNotNull(storeRuns.leasedUntil))
}

/** Extends the claim of a run, unless another worker has it. */
export async function renewClaim(db: Queryable, run: StoreRun, now: Date): Promise<void> {
  await db
    .update(storeRuns)
    .set({ leasedUntil: addMs(now, LEASE_MS) })
    .where(isClaim(run))
}

/** Returns whether a claim still has its run, and locks that until the transaction ends. */
export async function isClaimed(db: Queryable, run: StoreRun): Promise<boolean> {
  const found = await db.select({ id: storeRuns.id }).from(storeRuns).where(isClaim(run)).for('update')
  return found.length > 0
}

/** Lists the active runs whose claim has ended, because the worker's process did. */
export async function listLostRuns(db: Queryable, now: Date): Promise<StoreRun[]> {
  return db
    .select()
    .from(storeRuns)
    .where(and(eq(storeRuns.state, 'running'), lte(storeRuns.leasedUntil, now)))
    .limit(1_000)
}

/** Returns a run by its key. */
export async function findRun(db: Queryable, id: number): Promise<StoreRun | undefined> {
  const [run] = await db.select().from(storeRuns).where(eq(storeRuns.id, id))
  return run
}

/** Stores a run's progress, and where it continues. */
export async function advanceRun(
  db: Queryable,
  id: number,
  { now, cursor }: Readonly<{ now: Date; cursor?: string }>,
): Promise<void> {
  const set = { misses: 0, movedAt: now, leasedUntil: null }
  await db
    .update(storeRuns)
    .set(cursor === undefined ? set : { ...set, cursor })
    .where(eq(storeRuns.id, id))
}

/** Counts an attempt without progress. */
export async function countMiss(db: Queryable, id: number): Promise<void> {
  await db
    .update(storeRuns)
    .set({ misses: sql`${storeRuns.misses} + 1`, leasedUntil: null })
    .where(eq(storeRuns.id, id))
}

/** Ends a run; `problem` says why it could not be finished. */
export async function endRun(
  db: Queryable,
  id: number,
  { now, problem }: Readonly<{ now: Date; problem: string | null }>,
): Promise<void> {
  await db
    .update(storeRuns)
    .set({ state: problem === null ? 'done' : 'failed', problem, finishedAt: now, leasedUntil: null })
    .where(and(eq(storeRuns.id, id), eq(storeRuns.state, 'running')))
}
