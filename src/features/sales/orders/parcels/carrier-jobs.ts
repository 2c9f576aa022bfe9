import { z } from 'zod'
import { HOUR, addMs, MINUTE } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { finishLabel } from '../labels/finish-label.ts'
import { claimUnfinishedLabels } from '../labels/label-queries.ts'
import { checkLabelRefunds } from '../labels/refunds/label-refunds.ts'
import type { Carriers, OrderDeps } from '../port.ts'
import { pollParcels } from './apply-tracking.ts'

/** The dependencies of the jobs about carriers. */
export type CarrierJobDeps = Readonly<{ carriers: Carriers; files: Files; deps: OrderDeps }>

/** Returns the jobs of labels and parcels under way, for a marketplace with a label provider. */
export function carrierJobs({ carriers, files, deps }: CarrierJobDeps): Job[] {
  return [
    job({
      name: 'orders.buy_label',
      input: z.object({ labelId: z.string() }),
      attempts: 8,
      run: ({ labelId }, { db, now }) => finishLabel(db, labelId, { carriers, files, deps, now }),
    }),
    job({
      name: 'orders.finish_labels',
      input: z.object({}),
      attempts: 1,
      every: '29 * * * *',
      async run(_input, { db, now, enqueue }) {
        // Labels left by all attempts are claimed again, because a label may be paid for by then.
        const claimTimes = { since: addMs(now, -HOUR), now, again: addMs(now, HOUR - MINUTE) }
        for (const labelId of await claimUnfinishedLabels(db, { ...claimTimes, limit: 50 }))
          await enqueue(db, { job: 'orders.buy_label', input: { labelId } })
      },
    }),
    job({
      name: 'orders.follow_label_refunds',
      input: z.object({}),
      attempts: 1,
      every: '41 * * * *',
      timeoutSeconds: 600,
      async run(_input, { db, now, log }) {
        const closedCount = await checkLabelRefunds(db, { carriers, deps, now, log })
        if (closedCount > 0) log.info({ ended: closedCount }, 'closed refunds of labels')
      },
    }),
    job({
      name: 'orders.follow_parcels',
      input: z.object({}),
      attempts: 1,
      every: '*/10 * * * *',
      timeoutSeconds: 600,
      async run(_input, { db, now, log }) {
        const polledCount = await pollParcels(db, { carriers, deps, now, log })
        if (polledCount > 0) log.info({ answered: polledCount }, 'polled parcels')
      },
    }),
  ]
}
