import { z } from 'zod'
import { HOUR, addMs } from '#core/time.ts'
import { job } from '#platform/jobs/job.ts'
import { deleteRatesExpiredBefore } from './queries.ts'

/** Deletes rates a day after they expired, so that the table stays small. */
export const deleteOldRates = job({
  name: 'shipping.forget_old_rates',
  input: z.object({}),
  attempts: 3,
  every: '17 * * * *',
  async run(_input, { db, now, log }) {
    const deletedCount = await deleteRatesExpiredBefore(db, addMs(now, -24 * HOUR))
    log.debug({ forgotten: deletedCount }, 'deleted old shipping rates')
  },
})
