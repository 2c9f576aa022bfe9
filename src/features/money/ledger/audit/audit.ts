import { sql } from 'drizzle-orm'
import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import {
  countLedger,
  type ViolatingRows,
  listNegativeBalances,
  listInvalidReversals,
  listUnbalancedPostings,
  listUnexpectedIncome,
  listUnbalancedSupplierTransfers,
  listBalanceMismatches,
  listTotalMismatches,
} from './audit-queries.ts'
import type { LedgerCheck, ViolationReport } from '../port.ts'
import { formatLedgerAmount } from './format-ledger-amount.ts'

/** A rule, and its violations: none if all is well. */
export type CheckResult = Readonly<{ name: string; rule: string }> & ViolationReport

/** The result of an audit. */
export type Audit = Readonly<{
  postings: number
  entries: number
  audited: readonly CheckResult[]
  isSound: boolean
}>

/**
 * The options of an audit. `further` are the rules of other features, `most` the most violations of each rule as
 * messages.
 */
export type AuditOptions = Readonly<{ further: readonly LedgerCheck[]; most: number }>

/**
 * Recomputes everything from the entries and checks all rules, as of one moment, while the shop keeps running. It reads
 * whole tables, which takes minutes with many millions of entries.
 */
export async function auditLedger(db: Database, { further, most }: AuditOptions): Promise<Audit> {
  return inTransaction(
    db,
    async (tx) => {
      // More memory than a request has, so that sums of a large ledger avoid the disk, and no time limit.
      await tx.execute(sql`set transaction read only`)
      await tx.execute(sql`set local work_mem = '64MB'`)
      const counts = await countLedger(tx)
      const results: CheckResult[] = []
      for (const { name, rule, find } of [...CORE_LEDGER_CHECKS, ...further]) {
        results.push({ name, rule, ...(await find(tx, most)) })
      }
      return { ...counts, audited: results, isSound: results.every(({ count }) => count === 0) }
    },
    { isolation: 'repeatable read', isLong: true },
  )
}

/** The rules of the ledger itself, independent of the money's purpose. */
export const CORE_LEDGER_CHECKS: readonly LedgerCheck[] = [
  defineCheck('postings_balanced', 'Every posting has at least two entries, which sum to zero.', {
    find: listUnbalancedPostings,
    explain: ({ key, currency, entries, total }) =>
      `${key} has ${entries} entries, whose debits exceed their credits by ${formatLedgerAmount(total, currency)}.`,
  }),
  defineCheck('balances_match_entries', 'Every stored balance is the sum of its entries.', {
    find: listBalanceMismatches,
    explain: ({ title, subledger, currency, stored, summed }) =>
      `${title} of ${subledger}: debits less credits are stored as ${formatLedgerAmount(stored, currency)}, and add up to ${formatLedgerAmount(summed, currency)}.`,
  }),
  defineCheck('totals_match_balances', 'Every account’s stored total is the sum of its balances.', {
    find: listTotalMismatches,
    explain: ({ title, currency, stored, summed }) =>
      `${title}: debits less credits are stored as ${formatLedgerAmount(stored, currency)}, and add up to ${formatLedgerAmount(summed, currency)}.`,
  }),
  defineCheck('nothing_below_zero', 'No wallet, escrow, earning, hold or debt is negative.', {
    find: listNegativeBalances,
    explain: ({ title, subledger, currency, amount }) =>
      `${title} of ${subledger} is ${formatLedgerAmount(amount, currency)}.`,
  }),
  defineCheck('reversals_mirror', 'Each reversal mirrors its original posting, entry for entry.', {
    find: listInvalidReversals,
    explain: ({ key, original }) => `${key} is not the reverse of ${original}.`,
  }),
  defineCheck(
    'suppliers_apart',
    'A supplier’s balance equals its earnings less refunds, payouts and labels, and none of it moves to another account.',
    {
      find: listUnbalancedSupplierTransfers,
      explain: ({ key, currency, supplier, amount }) =>
        `${key} changes what ${supplier} is owed by ${formatLedgerAmount(amount, currency)}.`,
    },
  ),
  defineCheck(
    'income_from_earnings',
    'Commission and fees are posted with an earning and reversed only with a refund.',
    {
      find: listUnexpectedIncome,
      explain: ({ key, kind, currency, title, amount }) =>
        `${key} (${kind}) changes ${title} by ${formatLedgerAmount(amount, currency)}.`,
    },
  ),
]

type CheckDefinition<Row> = Readonly<{
  find(db: Queryable, most: number): Promise<ViolatingRows<Row>>
  explain(row: Row): string
}>

function defineCheck<Row>(name: string, rule: string, { find, explain }: CheckDefinition<Row>): LedgerCheck {
  return {
    name,
    rule,
    find: async (db, most) => {
      const { rows, count } = await find(db, most)
      return { count, messages: rows.map(explain) }
    },
  }
}
