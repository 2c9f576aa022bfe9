import { z } from 'zod'
import { addMs, DAY } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { type Job, job } from '#platform/jobs/job.ts'
import { applyImport } from './plans/apply-import.ts'
import { deleteImportsBefore, selectAbandoned } from './import-queries.ts'
import { planImport } from './plans/plan-import.ts'
import { APPLY_JOB, PLAN_JOB, READ_STORE_JOB } from './job-names.ts'

const ImportKey = z.object({ id: z.number() })
const LIFETIME_DAYS = 30

const JOBS_BY_STATE = { reading: READ_STORE_JOB, planning: PLAN_JOB, applying: APPLY_JOB } as const

/** Returns the jobs that plan and apply imports, resume those whose process died, and delete old ones. */
export function productImportJobs(files: Files): Job[] {
  return [
    job({
      name: PLAN_JOB,
      input: ImportKey,
      attempts: 5,
      timeoutSeconds: 900,
      run: ({ id }, { db, now, log, enqueue }) => planImport(db, id, { files, now, log, enqueue }),
    }),
    job({
      name: APPLY_JOB,
      input: ImportKey,
      attempts: 5,
      timeoutSeconds: 300,
      run: ({ id }, { db, now, enqueue }) => applyImport(db, id, { now, enqueue }),
    }),
    job({
      name: 'catalog.resume_imports',
      input: z.object({}),
      attempts: 1,
      every: '* * * * *',
      async run(_input, { db, enqueue }) {
        for (const { id, state } of await selectAbandoned(db))
          await enqueue(db, { job: JOBS_BY_STATE[state], input: { id } })
      },
    }),
    job({
      name: 'catalog.delete_imports',
      input: z.object({}),
      attempts: 3,
      every: '37 4 * * *',
      async run(_input, { db, now }) {
        const before = addMs(now, -LIFETIME_DAYS * DAY)
        for (;;) {
          const keys = await deleteImportsBefore(db, before)
          if (keys.length === 0) return
          // An import of a connected store has no file.
          for (const key of keys) if (key !== '') await files.remove(key)
        }
      },
    }),
  ]
}
