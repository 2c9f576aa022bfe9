import type { Queryable } from '#database/database.ts'
import {
  type Broken,
  listBelowZero,
  listCrookedReversals,
  listLopsided,
  listStrayIncome,
  listStrayMoves,
  listWrongBalances,
} from './audit-queries.ts'
import { amountInWords } from './in-words.ts'
import type { LedgerCheck } from '../port.ts'

/** What must hold of the ledger by itself, whatever the money was for. */
export const OWN_CHECKS: readonly LedgerCheck[] = [
  check('postings_balanced', 'Every posting has two entries or more, and they add up to nothing.', {
    find: listLopsided,
    inWords: ({ key, currency, entries, total }) =>
      `${key} has ${entries} entries, whose debits are ${amountInWords(total, currency)} more than their credits.`,
  }),
  check('balances_kept', 'Every balance that is kept is what its entries add up to.', {
    find: listWrongBalances,
    inWords: ({ title, subledger, currency, kept, summed }) =>
      `${title} of ${subledger}: debits less credits are kept as ${amountInWords(kept, currency)}, and add up to ${amountInWords(summed, currency)}.`,
  }),
  check('nothing_below_zero', 'No wallet, escrow, earning, hold or debt is less than nothing.', {
    find: listBelowZero,
    inWords: ({ title, subledger, currency, amount }) =>
      `${title} of ${subledger} is ${amountInWords(amount, currency)}.`,
  }),
  check('reversals_mirror', 'What is taken back is taken back side for side.', {
    find: listCrookedReversals,
    inWords: ({ key, original }) => `${key} is not the reverse of ${original}.`,
  }),
  check(
    'suppliers_apart',
    'What a supplier is owed is what it earned, less what was given back, paid out and spent on labels: nothing strays to somebody else on the way.',
    {
      find: listStrayMoves,
      inWords: ({ key, currency, supplier, amount }) =>
        `${key} changes what ${supplier} is owed by ${amountInWords(amount, currency)}.`,
    },
  ),
  check(
    'income_from_earnings',
    'Commission and fees come with an earning, and go only with what is given back.',
    {
      find: listStrayIncome,
      inWords: ({ key, kind, currency, title, amount }) =>
        `${key} (${kind}) changes ${title} by ${amountInWords(amount, currency)}.`,
    },
  ),
]

type Finding<Row> = Readonly<{
  find(db: Queryable, most: number): Promise<Broken<Row>>
  inWords(row: Row): string
}>

function check<Row>(name: string, rule: string, { find, inWords }: Finding<Row>): LedgerCheck {
  return {
    name,
    rule,
    find: async (db, most) => {
      const { rows, count } = await find(db, most)
      return { count, inWords: rows.map(inWords) }
    },
  }
}
