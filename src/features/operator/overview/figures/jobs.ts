import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'
import { foldMarketplaceFigures } from './sales-queries.ts'

/** Folds the sums of the marketplace's figures, every minute. Reads are correct without it. */
export const foldFigures = job({
  name: 'overview.fold_figures',
  input: z.object({}),
  attempts: 1,
  every: '* * * * *',
  run: (_input, { db }) => foldMarketplaceFigures(db),
})
