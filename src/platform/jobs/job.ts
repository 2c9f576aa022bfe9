import type { z } from 'zod'
import type { Database, Queryable } from '#database/database.ts'
import type { Log } from '../log.ts'

/** The context of a job besides its input. `now` is the moment it began. */
export type JobContext = Readonly<{ db: Database; now: Date; log: Log; enqueue: Enqueue }>

/**
 * Work done later, at least once and harmless twice. `attempts` in all; `every` makes it a timer (cron, UTC). After
 * `timeoutSeconds` (120 unless said) it counts as failed, also where its process died.
 * `batch` jobs (1 unless said) are fetched, done and settled together: for quick ones of which there are many; where there is
 * `runAll` it does them in one go, and `run` each by itself should that fail.
 * Input are ids, not rows: the job loads what is true when it runs.
 */
export type Job<Input extends object = object> = Readonly<{
  name: string
  input: z.ZodType<Input>
  attempts: number
  every?: string
  timeoutSeconds?: number
  batch?: number
  run(input: Input, context: JobContext): Promise<void>
  runAll?(inputs: readonly Input[], context: JobContext): Promise<void>
}>

/** A job by its name and input only: what the one who orders it needs to know. It runs at once, or from `startAfter` on. */
export type JobRequest = Readonly<{ job: string; input: object; startAfter?: Date }>

/** Orders a job in the given transaction: it runs if, and only if, the transaction commits. */
export type Enqueue = (tx: Queryable, jobRequest: JobRequest) => Promise<void>

/** Declares a job; returns it with its input's type hidden, so that jobs of all kinds fit one list. */
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
