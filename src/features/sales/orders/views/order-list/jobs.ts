import { z } from 'zod'
import { withAsyncCommit } from '#database/database.ts'
import { job } from '#platform/jobs/job.ts'
import { foldOrderCounts, refreshOrderSummaries } from './summary-queries.ts'

/**
 * Folds the counts of orders and writes their summaries, every minute. Reads are correct without it. What a power failure
 * loses is due again.
 */
export const foldOrders = job({
  name: 'orders.fold_counts',
  input: z.object({}),
  attempts: 1,
  every: '* * * * *',
  async run(_input, { db }) {
    const relaxed = withAsyncCommit(db)
    await foldOrderCounts(relaxed)
    await refreshOrderSummaries(relaxed)
  },
})
