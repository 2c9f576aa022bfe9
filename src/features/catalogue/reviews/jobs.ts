import { z } from 'zod'
import type { Files } from '#platform/files/files.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { markLateBuyers } from './account-reviews.ts'
import { forgetLoosePictures } from './pictures/review-pictures.ts'

/** Marks, each hour, the reviews of those who bought the piece after they had written of it. */
export const markBuyers = job({
  name: 'reviews.mark_buyers',
  input: z.object({}),
  attempts: 3,
  every: '17 * * * *',
  async run(_input, { db, now }) {
    await markLateBuyers(db, now)
  },
})

/** Forgets, each night, the pictures that belong to no review. */
export function forgetPictures(files: Files): Job {
  return job({
    name: 'reviews.forget_pictures',
    input: z.object({}),
    attempts: 3,
    every: '41 3 * * *',
    async run(_input, { db, now }) {
      while ((await forgetLoosePictures(db, files, now)) > 0);
    },
  })
}
