import { z } from 'zod'
import { CHECK_STORE_JOB, READ_STORE_JOB } from '#features/catalogue/catalog/service.ts'
import { type Job, job } from '#platform/jobs/job.ts'
import type { SupplierStoreDeps } from './deps.ts'
import { checkDueStores, checkStore, deleteOldEvents, readStore } from './service.ts'

/** The time limit of a job, in seconds, because a store may be slow. */
const TIMEOUT_SECONDS = 600

/** Returns the jobs that read suppliers' connected stores and keep them synced. */
export function supplierStoreJobs(deps: SupplierStoreDeps): Job[] {
  return [
    job({
      name: READ_STORE_JOB,
      input: z.object({ id: z.number() }),
      attempts: 10,
      timeoutSeconds: TIMEOUT_SECONDS,
      run: ({ id }, { db }) => readStore(db, id, deps.stores),
    }),
    job({
      name: CHECK_STORE_JOB,
      input: z.object({
        connectionId: z.number(),
        scope: z.enum(['noticed', 'changed', 'all']).default('changed'),
      }),
      attempts: 3,
      timeoutSeconds: TIMEOUT_SECONDS,
      run: ({ connectionId, scope }, { db, now }) => checkStore(db, deps, { connectionId, scope, now }),
    }),
    job({
      name: 'stores.check_due_sources',
      input: z.object({}),
      attempts: 1,
      every: '*/10 * * * *',
      run: (_input, { db, now }) => checkDueStores(db, deps, now),
    }),
    job({
      name: 'stores.delete_old_source_events',
      input: z.object({}),
      attempts: 3,
      every: '50 3 * * *',
      run: (_input, { db, now }) => deleteOldEvents(db, now),
    }),
  ]
}
