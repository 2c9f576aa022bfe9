import { z } from 'zod'
import { type Job, job } from '#platform/jobs/job.ts'
import { pullPage, pushProducts, resumeLostRuns, type StoreConnectionDeps } from './service.ts'

const RunInput = z.object({ runId: z.number() })

/** The time limit of a job, in seconds, which includes the store's copying of pictures. */
const TIMEOUT_SECONDS = 280
const ATTEMPTS = 10

/** The stores that a process pushes to at the same time: most of it is waiting for them. */
const STORES_AT_ONCE = 8

/** Pushes a selection's next products to a shop, and enqueues the following ones. */
export function pushSelection(deps: StoreConnectionDeps): Job {
  return job({
    name: 'stores.push',
    callsStores: true,
    input: RunInput,
    attempts: ATTEMPTS,
    timeoutSeconds: TIMEOUT_SECONDS,
    workers: STORES_AT_ONCE,
    run: ({ runId }, { db, now }) => pushProducts(db, { deps, runId, now }),
  })
}

/** Reads the next page of a store's products, and enqueues itself for the following one. */
export function pullStore(deps: StoreConnectionDeps): Job {
  return job({
    name: 'stores.pull',
    callsStores: true,
    input: RunInput,
    attempts: ATTEMPTS,
    timeoutSeconds: TIMEOUT_SECONDS,
    run: ({ runId }, { db, now }) => pullPage(db, { deps, runId, now }),
  })
}

/** Resumes runs whose process ended, each minute. */
export function resumeRuns(deps: StoreConnectionDeps): Job {
  return job({
    name: 'stores.resume_lost_runs',
    input: z.object({}),
    attempts: 1,
    every: '* * * * *',
    run: (_input, { db, now }) => resumeLostRuns(db, deps, now),
  })
}
