import { z } from 'zod'
import type { Files } from '#platform/files/files.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { DELETE_DOCUMENTS_JOB } from '../../manage-store.ts'
import { deleteExpiredDocuments, removeDocumentFiles } from './documents.ts'

/**
 * Returns the jobs that delete verification documents. Removed documents are deleted immediately, reviewed ones at
 * night.
 */
export function createDocumentJobs(files: Files): Job[] {
  return [
    job({
      name: DELETE_DOCUMENTS_JOB,
      input: z.object({ ids: z.array(z.string()) }),
      attempts: 10,
      run: ({ ids }) => removeDocumentFiles(files, ids),
    }),
    job({
      name: 'suppliers.delete_expired_documents',
      input: z.object({}),
      attempts: 3,
      every: '23 3 * * *',
      async run(_input, { db, now }) {
        while ((await deleteExpiredDocuments(db, files, now)) > 0);
      },
    }),
  ]
}
