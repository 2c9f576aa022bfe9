import { z } from 'zod'
import type { Files } from '#platform/files/files.ts'
import { createDeleteUnusedJob } from '#platform/files/uploads.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { markVerifiedBuyers } from './account-reviews.ts'
import { reviewPictureUploads } from './pictures/review-pictures.ts'

/** Marks, each hour, reviews whose authors bought the product after they had written the review. */
export const markVerifiedBuyersHourly = job({
  name: 'reviews.mark_buyers',
  input: z.object({}),
  attempts: 3,
  every: '17 * * * *',
  async run(_input, { db, now }) {
    await markVerifiedBuyers(db, now)
  },
})

/** Deletes, each night, the pictures that belong to no review. */
export function createDeletePicturesJob(files: Files): Job {
  return createDeleteUnusedJob(reviewPictureUploads, files, {
    name: 'reviews.forget_pictures',
    every: '41 3 * * *',
  })
}
