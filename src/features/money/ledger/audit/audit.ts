import { sql } from 'drizzle-orm'
import { type Database, inTransaction } from '#database/database.ts'
import { countLedger } from './audit-queries.ts'
import { CORE_LEDGER_CHECKS } from './checks.ts'
import type { LedgerCheck, ViolationReport } from '../port.ts'

/** A rule, and what breaks it: nothing when all is well. */
export type CheckResult = Readonly<{ name: string; rule: string }> & ViolationReport

/** What an audit has looked at and found. */
export type Audit = Readonly<{
  postings: number
  entries: number
  audited: readonly CheckResult[]
  isSound: boolean
}>

/** How an audit is done: `further` are the rules that other features handed over, `most` the offenders of each as messages. */
export type AuditOptions = Readonly<{ further: readonly LedgerCheck[]; most: number }>

/**
 * Recomputes everything from the entries and holds all rules against it, as of one moment, while the shop goes on. Reads
 * whole tables: minutes rather than seconds where there are many millions of entries.
 */
export async function auditLedger(db: Database, { further, most }: AuditOptions): Promise<Audit> {
  return inTransaction(
    db,
    async (tx) => {
      // More memory than a request has, so that sums of a large ledger need not go by the disk; and no end of its time.
      await tx.execute(sql`set transaction read only`)
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`set local work_mem = '64MB'`)
      const counts = await countLedger(tx)
      const results: CheckResult[] = []
      for (const { name, rule, find } of [...CORE_LEDGER_CHECKS, ...further]) {
        results.push({ name, rule, ...(await find(tx, most)) })
      }
      return { ...counts, audited: results, isSound: results.every(({ count }) => count === 0) }
    },
    { isolation: 'repeatable read' },
  )
}
