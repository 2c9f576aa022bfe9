import { z } from 'zod'
import { job, type Job } from '#platform/jobs/job.ts'
import type { LedgerCheck } from './port.ts'
import { foldAccountTotals } from './balance-queries.ts'
import { insertAudit } from './audit/stored-audit-queries.ts'
import { auditLedger } from './service.ts'

/** The time limit of an audit, in seconds; a large ledger's reads whole tables. */
const TIMEOUT_SECONDS = 3_600
/** The most violations stored for each rule; `npm run audit` lists all of them. */
const EXAMPLES = 5

/** Folds the totals of accounts, every minute. Reads are correct without it. */
export const foldLedgerTotals: Job = job({
  name: 'ledger.fold_totals',
  input: z.object({}),
  attempts: 1,
  every: '* * * * *',
  run: (_input, { db }) => foldAccountTotals(db),
})

/**
 * Audits the ledger each night and stores the result, for operators and monitoring. A broken rule is logged as an
 * error.
 */
export function auditLedgerNightly(further: readonly LedgerCheck[]): Job {
  return job({
    name: 'ledger.audit',
    input: z.object({}),
    attempts: 2,
    timeoutSeconds: TIMEOUT_SECONDS,
    every: '23 3 * * *',
    async run(_input, { db, now, log }) {
      const startedAt = performance.now()
      const { entries, audited } = await auditLedger(db, { further, most: EXAMPLES })
      const broken = audited.filter(({ count }) => count > 0)
      const names = broken.map(({ name }) => name)
      const seconds = (performance.now() - startedAt) / 1_000
      await insertAudit(db, { finishedAt: now, seconds, entries, brokenRules: names })
      if (broken.length > 0) log.error({ broken: names }, 'the ledger violates rules: run npm run audit')
    },
  })
}
