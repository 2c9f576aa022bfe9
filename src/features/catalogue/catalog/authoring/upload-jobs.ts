import { z } from 'zod'
import type { Files } from '#platform/files/files.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { deleteUnattachedUploads } from './store-upload.ts'

/** Deletes, each night, the uploaded pictures that belong to no product. */
export function createDeleteUploadsJob(files: Files): Job {
  return job({
    name: 'catalog.forget_uploads',
    input: z.object({}),
    attempts: 3,
    every: '11 4 * * *',
    async run(_input, { db, now }) {
      while ((await deleteUnattachedUploads(db, files, now)) > 0);
    },
  })
}
