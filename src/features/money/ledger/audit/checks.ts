import type { Queryable } from '#database/database.ts'
import {
  type ViolatingRows,
  listNegativeBalances,
  listInvalidReversals,
  listUnbalancedPostings,
  listUnexpectedIncome,
  listUnbalancedSupplierTransfers,
  listBalanceMismatches,
} from './audit-queries.ts'
import { formatLedgerAmount } from './format-ledger-amount.ts'
import type { LedgerCheck } from '../port.ts'

/** What must hold of the ledger by itself, whatever the money was for. */
export const CORE_LEDGER_CHECKS: readonly LedgerCheck[] = [
  defineCheck('postings_balanced', 'Every posting has two entries or more, and they add up to nothing.', {
    find: listUnbalancedPostings,
    inWords: ({ key, currency, entries, total }) =>
      `${key} has ${entries} entries, whose debits are ${formatLedgerAmount(total, currency)} more than their credits.`,
  }),
  defineCheck('balances_match_entries', 'Every stored balance is the sum of its entries.', {
    find: listBalanceMismatches,
    inWords: ({ title, subledger, currency, stored, summed }) =>
      `${title} of ${subledger}: debits less credits are stored as ${formatLedgerAmount(stored, currency)}, and add up to ${formatLedgerAmount(summed, currency)}.`,
  }),
  defineCheck('nothing_below_zero', 'No wallet, escrow, earning, hold or debt is less than nothing.', {
    find: listNegativeBalances,
    inWords: ({ title, subledger, currency, amount }) =>
      `${title} of ${subledger} is ${formatLedgerAmount(amount, currency)}.`,
  }),
  defineCheck('reversals_mirror', 'What is taken back is taken back side for side.', {
    find: listInvalidReversals,
    inWords: ({ key, original }) => `${key} is not the reverse of ${original}.`,
  }),
  defineCheck(
    'suppliers_apart',
    'What a supplier is owed is what it earned, less what was given back, paid out and spent on labels: nothing strays to somebody else on the way.',
    {
      find: listUnbalancedSupplierTransfers,
      inWords: ({ key, currency, supplier, amount }) =>
        `${key} changes what ${supplier} is owed by ${formatLedgerAmount(amount, currency)}.`,
    },
  ),
  defineCheck(
    'income_from_earnings',
    'Commission and fees come with an earning, and go only with what is given back.',
    {
      find: listUnexpectedIncome,
      inWords: ({ key, kind, currency, title, amount }) =>
        `${key} (${kind}) changes ${title} by ${formatLedgerAmount(amount, currency)}.`,
    },
  ),
]

type CheckDefinition<Row> = Readonly<{
  find(db: Queryable, most: number): Promise<ViolatingRows<Row>>
  inWords(row: Row): string
}>

function defineCheck<Row>(name: string, rule: string, { find, inWords }: CheckDefinition<Row>): LedgerCheck {
  return {
    name,
    rule,
    find: async (db, most) => {
      const { rows, count } = await find(db, most)
      return { count, inWords: rows.map(inWords) }
    },
  }
}
