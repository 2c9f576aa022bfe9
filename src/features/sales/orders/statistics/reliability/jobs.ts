import { z } from 'zod'
import type { Database } from '#database/database.ts'
import { job } from '#platform/jobs/job.ts'
import { refreshOrderSummaries } from '../../views/order-list/summary-queries.ts'
import { countReliability, listOutdatedSuppliers, saveReliability } from './reliability-queries.ts'

/** Recounts suppliers with news, and all once a day, because orders age; returns how many. */
export async function refreshReliability(db: Database, now: Date): Promise<number> {
  await refreshOrderSummaries(db)
  const outdated = await listOutdatedSuppliers(db, now)
  for (const supplierId of outdated)
    await saveReliability(db, { supplierId, counts: await countReliability(db, supplierId, now), now })
  return outdated.length
}

/** Counts suppliers' reliability for the pages of stores and products, every hour. */
export const refreshReliabilityHourly = job({
  name: 'orders.refresh_reliability',
  input: z.object({}),
  attempts: 3,
  every: '7 * * * *',
  async run(_input, { db, now, log }) {
    const count = await refreshReliability(db, now)
    if (count > 0) log.info({ suppliers: count }, 'updated the reliability of suppliers')
  },
})
