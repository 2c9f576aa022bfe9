import { z } from 'zod'
import { addMs, DAY, SECOND } from '#core/time.ts'
import { type Job, job } from '#platform/jobs/job.ts'
import { REPRICE_JOB } from '#features/stores/pricing/service.ts'
import {
  deleteOldPlans,
  type ListingDeps,
  makePlan,
  PLAN_JOB,
  pushChanges,
  repriceListings,
} from './service.ts'

/** The time limit in seconds of planning, because a store may be slow and have many pages. */
const PLAN_TIMEOUT_SECONDS = 580
const PLAN_DAYS = 30

/** The job that pushes changed products to stores. */
const PUSH_JOB = 'listings.push_changes'

/** When it runs after each minute's timer, besides. */
const BETWEEN_SECONDS = [15, 30, 45]

/** Returns the jobs that update listings in stores, and plan what is published. */
export function listingJobs(deps: ListingDeps): Job[] {
  return [
    job({
      name: PUSH_JOB,
      input: z.object({ isBetween: z.boolean().default(false) }),
      attempts: 1,
      every: '* * * * *',
      async run({ isBetween }, { db, now, enqueue }) {
        // Timers run by the minute, and a sold-out product would be sold for so long: each orders the runs until the next.
        for (const seconds of isBetween ? [] : BETWEEN_SECONDS)
          await enqueue(db, {
            job: PUSH_JOB,
            input: { isBetween: true },
            startAfter: addMs(now, seconds * SECOND),
          })
        await pushChanges(db, deps, now)
      },
    }),
    job({
      name: REPRICE_JOB,
      input: z.object({ accountId: z.number() }),
      attempts: 5,
      run: ({ accountId }, { db, now }) => repriceListings(db, deps, { accountId, now }),
    }),
    job({
      name: PLAN_JOB,
      input: z.object({ planKey: z.number() }),
      attempts: 3,
      timeoutSeconds: PLAN_TIMEOUT_SECONDS,
      run: ({ planKey }, { db, now }) => makePlan(db, deps, { planKey, now }),
    }),
    job({
      name: 'listings.forget_old_plans',
      input: z.object({}),
      attempts: 3,
      every: '50 3 * * *',
      run: (_input, { db, now }) => deleteOldPlans(db, addMs(now, -PLAN_DAYS * DAY)),
    }),
  ]
}
