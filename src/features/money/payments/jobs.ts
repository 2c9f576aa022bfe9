import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'
import { deleteOldWebhookEvents } from './webhook-event-queries.ts'

/** Deletes providers' webhook events every night, once no bank can dispute what they reported. */
export const deleteOldWebhookEventsJob = job({
  name: 'payments.forget_old_notices',
  input: z.object({}),
  attempts: 3,
  every: '40 3 * * *',
  async run(_input, { db, now, log }) {
    const deleted = await deleteOldWebhookEvents(db, now)
    if (deleted > 0) log.info({ forgotten: deleted }, 'deleted old webhook events of payment providers')
  },
})
