import type { z } from 'zod'
import type { Database, Queryable } from '#database/database.ts'
import type { Log } from '../log.ts'

/** The context of a job besides its input. `now` is the time at which it began. */
export type JobContext = Readonly<{ db: Database; now: Date; log: Log; enqueue: Enqueue }>

/**
 * Deferred work that runs at least once, so running it twice must do no harm. `attempts` is the total number; `every`
 * makes it a timer (cron, UTC). After `timeoutSeconds` (default 120) it counts as failed, also when its process died.
 * `batch` jobs (default 1) are fetched, done and completed together, for frequent quick jobs; `runAll`, if defined, does
 * them in one call, and `run` does each separately if that fails. `workers` is the number of concurrent batches in a
 * process: two by default, one for timers and batches. After a batch that is not full they wait `restMs`, so that
 * frequent jobs are done together. Inputs are ids, not rows: the job loads the current state when it runs.
 */
export type Job<Input extends object = object> = Readonly<{
  name: string
  input: z.ZodType<Input>
  attempts: number
  every?: string
  timeoutSeconds?: number
  batch?: number
  workers?: number
  /** Whether it waits for connected stores, so that a process may run more of it at once (`STORE_WORKERS`). */
  callsStores?: boolean
  restMs?: number
  run(input: Input, context: JobContext): Promise<void>
  runAll?(inputs: readonly Input[], context: JobContext): Promise<void>
}>

/** A request for a job by its name and input. It runs at once, or from `startAfter` on. */
export type JobRequest = Readonly<{ job: string; input: object; startAfter?: Date }>

/** Requests a job in the given transaction: it runs if, and only if, the transaction commits. */
export type Enqueue = (tx: Queryable, jobRequest: JobRequest) => Promise<void>

/** Declares a job. The type of its input is hidden, so that jobs of all kinds fit in one list. */
export function job<Input extends object>(definition: Job<Input>): Job {
  const { input: schema, run, runAll } = definition
  return {
    ...definition,
    input: schema,
    run: (input, context) => run(schema.parse(input), context),
    ...(runAll && {
      runAll: (inputs, context) =>
        runAll(
          inputs.map((input) => schema.parse(input)),
          context,
        ),
    }),
  }
}
