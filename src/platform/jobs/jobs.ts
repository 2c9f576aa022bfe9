import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type QueueOptions } from 'pg-boss'
import { inTransaction, queryRows, withAsyncCommit, type Database } from '#database/database.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { attemptAll, type DueJob, failAll, type Failure } from './attempt-jobs.ts'
import type { Enqueue, Job, JobContext } from './job.ts'
import { createFailedJobs, type FailedJobs } from './failed-jobs.ts'
import { createEnqueue } from './request-jobs.ts'
import { listDueQueues, startWakeLoop } from './wake-workers.ts'

/** Stores jobs in the database and runs them. */
export type Jobs = Readonly<{
  enqueue: Enqueue
  /** Starts timers and workers. */
  work(): Promise<void>
  /** Whether it looks for jobs, from the end of `work` until `stop`. */
  isWorking(): boolean
  /** Runs all due jobs, but no timers, until none is left; returns how many ran. For tests and maintenance commands. */
  drain(): Promise<number>
  /** Stops after running jobs have finished, at most `timeoutMs`. */
  stop(timeoutMs?: number): Promise<void>
  /** Retries or deletes jobs that failed on their last attempt. */
  failed: FailedJobs
}>

/**
 * The setup of jobs. `declare` returns the jobs, some of which enqueue others; `clock` is their time. A failed job is
 * retried after `retrySeconds`, five by default, doubled for each further attempt.
 */
export type JobsSetup = Readonly<{
  db: Database
  declare: (enqueue: Enqueue) => readonly Job[]
  log: Log
  clock: () => Date
  retrySeconds?: number | undefined
  /** Whether this process only enqueues jobs, without workers, timers and maintenance. */
  onlyEnqueues?: boolean
  metrics?: Pick<Metrics, 'observeJobs'> | undefined
  tracer?: Tracer | undefined
  /** How many jobs of a kind that call stores run at once; two by default. */
  storeWorkers?: number | undefined
}>

/** How often a worker polls if it is never woken, in seconds: each of a hundred workers polls separately. */
const POLL_SECONDS = 60
const WORKERS_PER_QUEUE = 2
/** The default time limit of a job, in seconds; jobs take seconds, and one whose process died is retried that soon. */
const TIMEOUT_SECONDS = 120
const RETRY_SECONDS = 5

/** Creates the queues of all jobs. Nothing runs before `work` or `drain` is called. */
export async function createJobs(setup: JobsSetup): Promise<Jobs> {
  const { db, log } = setup
  // pg-boss's own bookkeeping can be lost, because jobs tolerate being run twice. Requests for jobs use their own
  // transactions.
  const boss = new PgBoss({
    db: fromDrizzle(withAsyncCommit(db), sql),
    schedule: !setup.onlyEnqueues,
    supervise: !setup.onlyEnqueues,
    clockMonitorIntervalSeconds: 60,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported an error'))
  const enqueue = createEnqueue(boss, setup.clock)
  const jobs = setup.declare(enqueue)
  await startAlone(db, async () => {
    await boss.start()
    // Read once: two calls for each of some fifty queues took most of the startup time.
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const item of jobs)
      await prepareQueue(boss, toQueue(item, setup.retrySeconds), existing.get(item.name))
  })
  const context = (item: Job): JobContext => ({
    db,
    now: setup.clock(),
    log: log.child({ job: item.name }),
    enqueue,
  })
  let wakeLoop: { stop(): void } | undefined
  return {
    enqueue,
    work: async () => {
      const workers = await startWorkers(boss, jobs, { ...setup, context })
      wakeLoop = startWakeLoop({
        db: withAsyncCommit(db),
        queues: [...workers.keys()],
        wake: (queue) => workers.get(queue)?.wake(),
        log,
      })
    },
    isWorking: () => wakeLoop !== undefined,
    drain: () => drain({ boss, jobs, db, context }),
    failed: createFailedJobs(boss),
    stop: async (timeoutMs = 10_000) => {
      wakeLoop?.stop()
      wakeLoop = undefined
      await boss.stop({ graceful: true, timeout: timeoutMs })
    },
  }
}

// An arbitrary key that no other program may lock in this database.
const START_LOCK_KEY = 7_262_411

/**
 * Runs `start` while no other process of the shop runs its own. When two processes created the queue's tables at
 * once, one failed.
 */
async function startAlone(db: Database, start: () => Promise<void>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
    await queryRows(tx, sql`select pg_advisory_xact_lock(${START_LOCK_KEY})`)
    await start()
  })
}

type QueueDefinition = Readonly<{ name: string; options: QueueOptions }>

function toQueue(
  { name, attempts, timeoutSeconds = TIMEOUT_SECONDS }: Job,
  retryDelay = RETRY_SECONDS,
): QueueDefinition {
  const retries = { retryLimit: attempts - 1, retryBackoff: true, retryDelay }
  return { name, options: { ...retries, expireInSeconds: timeoutSeconds } }
}

async function prepareQueue(
  boss: PgBoss,
  { name, options }: QueueDefinition,
  existing: QueueOptions | undefined,
): Promise<void> {
  if (!existing) return boss.createQueue(name, options)
  const isSame = Object.entries(options).every(([key, value]) => Reflect.get(existing, key) === value)
  if (!isSame) await boss.updateQueue(name, options)
}

/** Starts the workers of all jobs; returns them by queue, for waking them. */
async function startWorkers(
  boss: PgBoss,
  jobs: readonly Job[],
  {
    context,
    metrics,
    tracer,
    storeWorkers,
  }: Pick<DrainContext, 'context'> & Pick<JobsSetup, 'metrics' | 'tracer' | 'storeWorkers'>,
): Promise<Map<string, { wake(): void }>> {
  // Before the workers, whose first polls take all connections of the pool.
  await prepareTimers(boss, jobs)
  const workers = new Map<string, { wake(): void }>()
  for (const item of jobs) {
    const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: item.batch ?? 1 }
    const handle = async (dueJobs: readonly DueJob[]) => {
      const startedAt = performance.now()
      const run = () => attemptAll(item, dueJobs, context(item))
      const failures = await (tracer ? traceJobs(tracer, item.name, run) : run())
      const seconds = (performance.now() - startedAt) / 1_000
      const counts = { jobs: dueJobs.length, failures: failures.length }
      metrics?.observeJobs({ queue: item.name, ...counts, seconds })
      await failAll(boss, item, failures)
    }
    let restsUntil = 0
    const work = () => {
      const id: Promise<string> = boss.work<object>(item.name, options, async (dueJobs) => {
        restsUntil = performance.now() + (item.restMs ?? 0)
        await handle(dueJobs)
        // If more jobs may wait, the worker continues immediately: otherwise each round of the wake loop would be one batch of each worker.
        if (dueJobs.length === options.batchSize) boss.notifyWorker(await id)
      })
      return id
    }
    const ids = await Promise.all(Array.from({ length: countWorkers(item, storeWorkers) }, work))
    const wake = () => {
      if (performance.now() >= restsUntil) ids.forEach((id) => boss.notifyWorker(id))
    }
    workers.set(item.name, { wake })
  }
  return workers
}

function countWorkers({ every, batch, workers, callsStores }: Job, storeWorkers = WORKERS_PER_QUEUE): number {
  if (workers) return workers
  return every || batch ? 1 : callsStores ? storeWorkers : WORKERS_PER_QUEUE
}

/** Runs jobs of a queue within a trace. */
function traceJobs(tracer: Tracer, queue: string, run: () => Promise<Failure[]>): Promise<Failure[]> {
  return tracer.trace({ name: `job ${queue}`, kind: 'job', headers: {} }, async (finish) => {
    const failures = await run()
    finish({ isFailed: failures.length > 0 })
    return failures
  })
}

/** Writes timers that are new or changed, and deletes those of jobs that no longer exist, which would still request them. */
async function prepareTimers(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const existing = new Map((await boss.getSchedules()).map((timer) => [timer.name, timer]))
  for (const { name, every } of jobs) {
    const timer = existing.get(name)
    if (every && (timer?.cron !== every || timer.timezone !== 'UTC'))
      await boss.schedule(name, every, {}, { tz: 'UTC' })
    if (every) existing.delete(name)
  }
  for (const name of existing.keys()) await boss.unschedule(name)
}

type DrainContext = Readonly<{
  boss: PgBoss
  jobs: readonly Job[]
  db: Database
  context: (item: Job) => JobContext
}>

async function drain({ boss, jobs, db, context }: DrainContext): Promise<number> {
  let ran = 0
  for (let ranBefore = -1; ranBefore !== ran;) {
    ranBefore = ran
    const dueJobs = await listDueQueues(
      db,
      jobs.map(({ name }) => name),
    )
    for (const item of jobs) if (dueJobs.includes(item.name)) ran += await drainOne(boss, item, context)
  }
  return ran
}

async function drainOne(boss: PgBoss, item: Job, context: (item: Job) => JobContext): Promise<number> {
  const dueJobs = await boss.fetch<object>(item.name, { batchSize: 50 })
  const failures = await attemptAll(item, dueJobs, context(item))
  await failAll(boss, item, failures)
  const failed = new Set(failures.map(({ id }) => id))
  for (const { id } of dueJobs) if (!failed.has(id)) await boss.complete(item.name, id)
  return dueJobs.length
}
