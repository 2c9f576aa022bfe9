import { z } from 'zod'
import { type Job, job } from '#platform/jobs/job.ts'
import { pullPage, pushPieces, type StoreDesk } from './service.ts'

const OneRun = z.object({ runId: z.number() })

/** A shop copies pictures while we wait. */
const TIMEOUT_SECONDS = 280
const ATTEMPTS = 10

/** Brings the next pieces of a selection into a shop, and orders itself for those after. */
export function pushSelection(desk: StoreDesk): Job {
  return job({
    name: 'stores.push',
    input: OneRun,
    attempts: ATTEMPTS,
    timeoutSeconds: TIMEOUT_SECONDS,
    run: ({ runId }, { db, now }) => pushPieces(db, { desk, runId, now }),
  })
}

/** Reads the next page of a shop's products, and orders itself for the one after. */
export function pullStore(desk: StoreDesk): Job {
  return job({
    name: 'stores.pull',
    input: OneRun,
    attempts: ATTEMPTS,
    timeoutSeconds: TIMEOUT_SECONDS,
    run: ({ runId }, { db, now }) => pullPage(db, { desk, runId, now }),
  })
}
