import { z } from 'zod'
import { type Job, job } from '#platform/jobs/job.ts'
import {
  deleteOldEvents,
  reconcile,
  RECONCILE_JOB,
  reconcileDue,
  type ShopOrderDeps,
  TAKE_JOB,
  takeEvent,
} from './service.ts'

/** A shop may be slow; a reconciliation may read many pages. */
const TIMEOUT_SECONDS = 280

/** The jobs by which orders of vendors' shops come in. */
export function shopOrderJobs(deps: ShopOrderDeps): Job[] {
  return [
    job({
      name: TAKE_JOB,
      input: z.object({ eventId: z.number() }),
      attempts: 8,
      run: ({ eventId }, { db, now }) => takeEvent(db, deps, { eventId, now }),
    }),
    job({
      name: RECONCILE_JOB,
      input: z.object({ connectionId: z.number() }),
      attempts: 1,
      timeoutSeconds: TIMEOUT_SECONDS,
      run: ({ connectionId }, { db, now }) => reconcile(db, deps, { connectionId, now }),
    }),
    job({
      name: 'shop_orders.reconcile_due',
      input: z.object({}),
      attempts: 1,
      every: '*/10 * * * *',
      run: (_input, { db, now }) => reconcileDue(db, deps, now),
    }),
    job({
      name: 'shop_orders.forget_old_webhooks',
      input: z.object({}),
      attempts: 3,
      every: '40 3 * * *',
      run: (_input, { db, now }) => deleteOldEvents(db, now),
    }),
  ]
}
