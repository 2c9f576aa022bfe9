import type { PgBoss } from 'pg-boss'
import { AppError } from '#core/errors.ts'
import type { Job, JobContext } from './job.ts'

/** Attempts a job. A refusal is a result: it is logged and not retried; outages and bugs are. */
async function attempt(item: Job, input: object | null, context: JobContext): Promise<void> {
  try {
    await item.run(input ?? {}, context)
  } catch (error) {
    context.log.warn({ err: error, input }, 'job failed')
    if (error instanceof AppError && error.kind !== 'unavailable') return
    throw error
  }
}

/** A fetched job. */
export type DueJob = Readonly<{ id: string; data: object }>

/** Attempts all jobs in one batch if possible, else concurrently. Failed ones are retried, the others are done. */
export async function attemptAll(
  item: Job,
  dueJobs: readonly DueJob[],
  context: JobContext,
): Promise<Failure[]> {
  if (dueJobs.length > 1 && (await attemptBatch(item, dueJobs, context))) return []
  const outcomes = await Promise.all(
    dueJobs.map(async ({ id, data }) => {
      try {
        await attempt(item, data, context)
        return []
      } catch (error) {
        return [{ id, message: String(error) }]
      }
    }),
  )
  return outcomes.flat()
}

/** A failed job, and why. */
export type Failure = Readonly<{ id: string; message: string }>

/**
 * Returns whether the batch succeeded. Its failure is logged as a warning; each job that then fails by itself is
 * logged, too.
 */
async function attemptBatch(item: Job, dueJobs: readonly DueJob[], context: JobContext): Promise<boolean> {
  if (!item.runAll) return false
  try {
    await item.runAll(
      dueJobs.map(({ data }) => data),
      context,
    )
    return true
  } catch (error) {
    context.log.warn({ err: error, jobs: dueJobs.length }, 'a batch of jobs failed; running them one by one')
    return false
  }
}

/** Marks failed jobs for a retry; pg-boss marks the rest of the batch as done. */
export async function failAll(boss: PgBoss, { name }: Job, failures: readonly Failure[]): Promise<void> {
  for (const { id, message } of failures) await boss.fail(name, id, { message })
}
