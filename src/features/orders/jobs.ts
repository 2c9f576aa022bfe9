import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'
import { expirePurchases } from './expire-purchases.ts'

/**
 * Releases what unpaid orders had reserved, every minute. The timer is the row's own `expires_at`, so a process that
 * was down loses nothing: it catches up.
 */
export const releaseReservations = job({
  name: 'orders.release_reservations',
  input: z.object({}),
  attempts: 3,
  every: '* * * * *',
  async run(_input, { db, now, log }) {
    const ended = await expirePurchases(db, now)
    if (ended > 0) log.info({ ended }, 'unpaid orders ended')
  },
})
