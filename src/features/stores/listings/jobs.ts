import { z } from 'zod'
import { addMs, DAY } from '#core/time.ts'
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

/** Returns the jobs that update listings in stores, and plan what is published. */
export function listingJobs(deps: ListingDeps): Job[] {
  return [
    job({
      name: 'listings.push_changes',
      input: z.object({}),
      attempts: 1,
      every: '* * * * *',
      run: (_input, { db, now }) => pushChanges(db, deps, now),
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
