import type { PgBoss } from 'pg-boss'
import type { Queryable } from '#database/database.ts'
import { batched } from '../concurrency/batch.ts'
import type { Enqueue, JobRequest } from './job.ts'
import { asPreparedStatements } from './prepared-statements.ts'

/**
 * Returns the function that requests jobs. Those that a transaction requests at once, without awaiting each, enter a
 * queue by one statement. `clock` is the shop's time.
 */
export function createEnqueue(boss: PgBoss, clock: () => Date): Enqueue {
  const batches = new WeakMap<Queryable, (jobRequest: JobRequest) => Promise<void>>()
  return async (tx, jobRequest) => {
    // Requests of a database belong to different callers, of whom one must not fail for another.
    if (jobRequest.startAfter || !('isolation' in tx.$client)) return send(tx, jobRequest, { boss, clock })
    const insert = batches.get(tx) ?? batched((jobRequests) => insertAll(boss, tx, jobRequests))
    batches.set(tx, insert)
    await insert(jobRequest)
  }
}

async function send(
  tx: Queryable,
  { job, input, startAfter }: JobRequest,
  { boss, clock }: Readonly<{ boss: PgBoss; clock: () => Date }>,
): Promise<void> {
  // Relative to the shop's clock, independent of the database's.
  const waitSeconds = startAfter && (startAfter.getTime() - clock().getTime()) / 1000
  const options = { db: asPreparedStatements(tx), ...(waitSeconds ? { startAfter: waitSeconds } : {}) }
  await boss.send(job, input, options)
}

async function insertAll(
  boss: PgBoss,
  tx: Queryable,
  jobRequests: readonly JobRequest[],
): Promise<undefined[]> {
  for (const [queue, group] of Map.groupBy(jobRequests, ({ job }) => job)) {
    const jobs = group.map(({ input }) => ({ data: input }))
    await boss.insert(queue, jobs, { db: asPreparedStatements(tx) })
  }
  return jobRequests.map(() => undefined)
}
