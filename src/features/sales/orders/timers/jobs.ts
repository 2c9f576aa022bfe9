import { z } from 'zod'
import { job, type Job } from '#platform/jobs/job.ts'
import { expirePurchases } from './expire-purchases.ts'
import { fireTimers } from './fire-timers.ts'
import type { OrderDeps } from '../port.ts'

/**
 * Releases the stock of expired unpaid orders, every minute. The timer is the row's own `expires_at`, so a process that
 * was down catches up.
 */
export const releaseReservations = job({
  name: 'orders.release_reservations',
  input: z.object({}),
  attempts: 3,
  every: '* * * * *',
  async run(_input, { db, now, log }) {
    const expiredCount = await expirePurchases(db, now)
    if (expiredCount > 0) log.info({ ended: expiredCount }, 'expired unpaid orders')
  },
})

/** Runs the due timers of supplier orders every minute. */
export function runTimers(deps: OrderDeps): Job {
  return job({
    name: 'orders.run_timers',
    input: z.object({}),
    attempts: 3,
    every: '* * * * *',
    async run(_input, { db, now, log }) {
      const firedCount = await fireTimers(db, { deps, now, log })
      if (firedCount > 0) log.info({ fired: firedCount }, 'ran timers of orders')
    },
  })
}
