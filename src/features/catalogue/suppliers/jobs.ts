import { z } from 'zod'
import type { Files } from '#platform/files/files.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { DELETE_LOGO_JOB } from './manage-store.ts'
import { removeLogoFiles } from './store-logo.ts'

/** Deletes the files of a logo that its store has changed or removed. */
export function createDeleteLogoJob(files: Files): Job {
  return job({
    name: DELETE_LOGO_JOB,
    input: z.object({ key: z.string() }),
    attempts: 10,
    run: ({ key }, { db }) => removeLogoFiles(db, files, key),
  })
}
