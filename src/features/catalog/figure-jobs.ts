import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'
import { foldCounters } from './list-queries.ts'
import { recountSearchWords } from './product-queries.ts'

/** Moves the counters' latest changes to where they are kept, so that totals stay quick to read. Lists are right without it. */
export const foldListCounters = job({
  name: 'catalog.fold_counters',
  input: z.object({}),
  attempts: 1,
  every: '* * * * *',
  async run(_input, { db }) {
    await foldCounters(db)
  },
})

/** Counts the words of names anew each night and forgets those that no name has; new ones are known without it. */
export const recountWords = job({
  name: 'catalog.recount_words',
  input: z.object({}),
  attempts: 1,
  every: '43 3 * * *',
  async run(_input, { db }) {
    await recountSearchWords(db)
  },
})
