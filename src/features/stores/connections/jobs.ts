import { z } from 'zod'
import { type Job, job } from '#platform/jobs/job.ts'
import { pullPage, pushProducts, type StoreConnectionDeps } from './service.ts'

const RunInput = z.object({ runId: z.number() })

/** The time limit of a job, in seconds, which includes the store's copying of pictures. */
const TIMEOUT_SECONDS = 280
const ATTEMPTS = 10

/** Pushes a selection's next products to a shop, and enqueues the following ones. */
export function pushSelection(deps: StoreConnectionDeps): Job {
  return job({
    name: 'stores.push',
    input: RunInput,
    attempts: ATTEMPTS,
    timeoutSeconds: TIMEOUT_SECONDS,
    run: ({ runId }, { db, now }) => pushProducts(db, { deps, runId, now }),
  })
}

/** Reads the next page of a store's products, and enqueues itself for the following one. */
export function pullStore(deps: StoreConnectionDeps): Job {
  return job({
    name: 'stores.pull',
    input: RunInput,
    attempts: ATTEMPTS,
    timeoutSeconds: TIMEOUT_SECONDS,
    run: ({ runId }, { db, now }) => pullPage(db, { deps, runId, now }),
  })
}
