import type { PgBoss } from 'pg-boss'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { asPreparedStatements } from './prepared-statements.ts'

/** A job that failed on its last attempt: its input and the error as text, for people. */
export type FailedJob = Readonly<{
  id: string
  queue: string
  input: string
  error: string | null
  attempts: number
  createdAt: Date
  failedAt: Date
}>

/** Changes failed jobs in the transaction of the caller. Both return the job as it was; undefined if it isn't failed. */
export type FailedJobs = Readonly<{
  /** Runs a job once more, as soon as the transaction has committed. */
  retry(tx: Transaction, id: string): Promise<FailedJob | undefined>
  /** Deletes a job, which then never runs. */
  dismiss(tx: Transaction, id: string): Promise<FailedJob | undefined>
}>

/** Returns the functions for failed jobs of a queue. */
export function createFailedJobs(boss: PgBoss): FailedJobs {
  return {
    retry: async (tx, id) => {
      const job = await lockFailedJob(tx, id)
      if (job) await boss.retry(job.queue, id, { db: asPreparedStatements(tx) })
      return job
    },
    dismiss: async (tx, id) => {
      const job = await lockFailedJob(tx, id)
      if (job) await boss.deleteJob(job.queue, id, { db: asPreparedStatements(tx) })
      return job
    },
  }
}

const COLUMNS = `
  id, name as queue, left(data::text, 500) as input,
  left(coalesce(output ->> 'message', output ->> 'value', output::text), 1000) as error,
  retry_count + 1 as attempts, created_on as "createdAt", completed_on as "failedAt"`

async function lockFailedJob(tx: Transaction, id: string): Promise<FailedJob | undefined> {
  const [job] = await queryPrepared<FailedJob>(tx, LOCK, [id])
  return job
}

const LOCK = {
  name: 'jobs_lock_failed',
  text: `select ${COLUMNS} from pgboss.job where id = $1::uuid and state = 'failed' for update`,
}

/** Lists failed jobs, the newest failure first, from after the job `after` on. */
export async function listFailedJobs(
  db: Queryable,
  { after, limit }: Readonly<{ after: Readonly<{ time: string; id: string }> | undefined; limit: number }>,
): Promise<FailedJob[]> {
  return queryPrepared<FailedJob>(db, LIST, [after?.time ?? null, after?.id ?? null, limit])
}

// JavaScript's dates have no microseconds.
const LIST = {
  name: 'jobs_list_failed',
  text: `
    select ${COLUMNS}
    from pgboss.job
    where state = 'failed' and ($1::timestamptz is null or (date_trunc('milliseconds', completed_on), id) < ($1, $2::uuid))
    order by date_trunc('milliseconds', completed_on) desc, id desc
    limit $3`,
}
