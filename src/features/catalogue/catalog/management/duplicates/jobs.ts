import { z } from 'zod'
import { addMs, DAY, HOUR } from '#core/time.ts'
import { type Job, job } from '#platform/jobs/job.ts'
import { findDuplicates } from './find-duplicates.ts'
import { selectChangedSuppliers } from './find-queries.ts'
import { FIND_DUPLICATES_JOB } from './shapes.ts'

/** The jobs that look for duplicates: after an import, and each night for suppliers whose products have changed. */
export const duplicateJobs: readonly Job[] = [
  job({
    name: FIND_DUPLICATES_JOB,
    input: z.object({ supplierId: z.number() }),
    attempts: 3,
    async run({ supplierId }, { db, now }) {
      await findDuplicates(db, supplierId, now)
    },
  }),
  job({
    name: 'catalog.find_duplicates_nightly',
    input: z.object({}),
    attempts: 3,
    every: '23 2 * * *',
    async run(_input, { db, now, enqueue }) {
      for (const supplierId of await selectChangedSuppliers(db, addMs(now, -DAY - HOUR)))
        await enqueue(db, { job: FIND_DUPLICATES_JOB, input: { supplierId } })
    },
  }),
]
