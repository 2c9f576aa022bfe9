import { z } from 'zod'
import { job, type Job } from '#platform/jobs/job.ts'
import { expirePurchases } from './timers/expire-purchases.ts'
import { fireTimers } from './timers/fire-timers.ts'
import type { OrderDesk } from './port.ts'

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

/** Does what is due by the timers of supplier orders, every minute. */
export function runTimers(desk: OrderDesk): Job {
  return job({
    name: 'orders.run_timers',
    input: z.object({}),
    attempts: 3,
    every: '* * * * *',
    async run(_input, { db, now, log }) {
      const fired = await fireTimers(db, { desk, now, log })
      if (fired > 0) log.info({ fired }, 'timers of orders')
    },
  })
}
