import { z } from 'zod'
import { READ_STORE_JOB } from '#features/catalogue/catalog/service.ts'
import type { StoreConnectionDeps } from '#features/stores/connections/service.ts'
import { type Job, job } from '#platform/jobs/job.ts'
import { readStore } from './read-store.ts'

/** Returns the job that reads the products of a connected store for an import. */
export function readStoreJob(deps: StoreConnectionDeps): Job {
  return job({
    name: READ_STORE_JOB,
    input: z.object({ id: z.number() }),
    attempts: 10,
    timeoutSeconds: 600,
    run: ({ id }, { db }) => readStore(db, id, deps),
  })
}
