import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'
import { deleteOldNotices } from './webhook-event-queries.ts'

/** Drops providers' notices, every night, once no bank can come back to what they told. */
export const forgetOldNotices = job({
  name: 'payments.forget_old_notices',
  input: z.object({}),
  attempts: 3,
  every: '40 3 * * *',
  async run(_input, { db, now, log }) {
    const forgotten = await deleteOldNotices(db, now)
    if (forgotten > 0) log.info({ forgotten }, 'old notices of payment providers')
  },
})
