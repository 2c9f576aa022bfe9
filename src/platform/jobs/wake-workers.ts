import { setTimeout as delay } from 'node:timers/promises'
import { queryPrepared, type Database } from '#database/database.ts'
import { paceStarts } from '../concurrency/pace-starts.ts'
import type { Log } from '../log.ts'

/** How often all queues are checked by one query, in milliseconds: the maximum delay of a job. */
const POLL_MS = 500

/** The milliseconds between wakes: the timers of a minute would otherwise take all connections at once. */
const WAKE_GAP_MS = 15

/** The options of waking workers: the queues, and `wake`, which gets the name of each with due jobs. */
export type WakeOptions = Readonly<{
  db: Database
  queues: readonly string[]
  wake: (queue: string) => void
  log: Log
}>

/**
 * Starts a loop that wakes the workers of queues with due jobs, and returns a handle that stops it. After a stop, a
 * running check wakes no worker. While the database is unavailable, the loop continues and logs that once.
 */
export function startWakeLoop({ db, queues, wake, log }: WakeOptions): { stop(): void } {
  const abortController = new AbortController()
  const { signal } = abortController
  const nextWake = paceStarts(WAKE_GAP_MS)
  const poll = async () => {
    for (let isUnreachable = false; !signal.aborted;) {
      try {
        const due = await listDueQueues(db, queues)
        isUnreachable = false
        for (const queue of due) {
          await nextWake()
          if (signal.aborted) return
          wake(queue)
        }
      } catch (error) {
        if (signal.aborted) return
        if (!isUnreachable) log.warn({ err: error }, 'could not check the job queues; trying again')
        isUnreachable = true
      }
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  void poll()
  return { stop: () => abortController.abort() }
}

/** Returns the queues that have due jobs. */
export async function listDueQueues(db: Database, queues: readonly string[]): Promise<string[]> {
  const dueRows = await queryPrepared<{ name: string }>(db, DUE_QUEUES, [queues])
  return dueRows.map(({ name }) => name)
}

// The condition by which pg-boss fetches jobs (`fetchNextJob`): one index lookup per queue, for any number of jobs.
const DUE_QUEUES = {
  name: 'jobs_due_queues',
  text: `
    select queue.name from unnest($1::text[]) as queue (name)
    where exists (
      select from pgboss.job
      where job.name = queue.name and state < 'active' and not blocked and start_after <= pgboss.job_now())`,
}
