import { z } from 'zod'
import { addMs, DAY } from '#core/time.ts'
import { type Job, job } from '#platform/jobs/job.ts'
import { deliverDue } from './deliver.ts'
import { deleteEventsBefore } from './delivery-queries.ts'
import { DELIVER_JOB } from './manage-endpoints.ts'
import type { WebhookDeps } from './port.ts'

const RETENTION_MS = 30 * DAY

/** Returns the jobs that send webhooks, at once and again each minute, and delete them after thirty days. */
export function webhookJobs(deps: WebhookDeps, clock: () => Date): Job[] {
  const deliver = async (db: Parameters<typeof deliverDue>[0]) => {
    await deliverDue(db, deps, clock)
  }
  return [
    job({ name: DELIVER_JOB, input: z.object({}), attempts: 3, run: (_input, { db }) => deliver(db) }),
    job({
      name: 'webhooks.deliver_due',
      input: z.object({}),
      attempts: 1,
      every: '* * * * *',
      run: (_input, { db }) => deliver(db),
    }),
    job({
      name: 'webhooks.delete_old',
      input: z.object({}),
      attempts: 1,
      every: '40 3 * * *',
      run: async (_input, { db, now }) => {
        await deleteEventsBefore(db, addMs(now, -RETENTION_MS))
      },
    }),
  ]
}
