import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { auditLedger } from './audit/audit.ts'
import { listSubledgers, listAccountTotals } from './balance-queries.ts'
import { LEDGER_ACCOUNTS } from './postings/chart.ts'
import * as contract from './contract.ts'
import { explainLedgerBalance } from './audit/explain-balance.ts'
import { findPostings } from './find-postings.ts'
import type { LedgerCheck } from './port.ts'

/** The most violations shown for each rule. */
const MAX_EXAMPLES = 20

const POSTINGS_PAGE = 50

/** Returns the operators' routes of the ledger; it also checks the rules of later features that are passed in. */
export function ledgerRoutes(extraChecks: readonly LedgerCheck[]): Route[] {
  return [
    route(contract.getInvariants, async (_input, { db, now }) => {
      const { audited, ...rest } = await auditLedger(db, { further: extraChecks, most: MAX_EXAMPLES })
      const invariants = audited.map(({ name, rule, count, messages }) => ({
        name,
        rule,
        count,
        holds: count === 0,
        examples: [...messages],
      }))
      const message = rest.isSound ? 'The ledger passes every check.' : 'The ledger fails at least one check.'
      return ok(message, { ...rest, checkedAt: now.toISOString(), invariants })
    }),

    route(contract.getAccountTotals, async (_input, { db }) => {
      const accounts = (await listAccountTotals(db)).map((total) => {
        const { number, title, type } = LEDGER_ACCOUNTS[total.account]
        return { ...total, number, title, type }
      })
      return ok('Accounts', { accounts })
    }),

    route(contract.listBalances, async ({ params: { account }, query }, { db }) => {
      const { currency, beginning, limit, cursor } = query
      const filter = { account, currency, beginning, withEmpty: query.empty === 'yes', after: cursor }
      const found = await listSubledgers(db, { ...filter, limit: limit + 1 })
      const balances = found.slice(0, limit).map((balance) => ({ ...balance, currency }))
      const last = balances.at(-1)?.subledger ?? null
      return ok('Balances', { balances, nextCursor: found.length > limit ? last : null })
    }),

    route(contract.searchPostings, async ({ query }, { db }) => {
      const { search: text, within, account, kind, cursor: before } = query
      const page = { text, within, account, kind, before, limit: POSTINGS_PAGE }
      return ok('Postings', await findPostings(db, page))
    }),

    route(contract.explainLedgerBalance, async ({ params: { account }, query }, { db }) => {
      const { currency, subledger, limit, cursor } = query
      const { postings, ...rest } = await explainLedgerBalance(
        db,
        { account, currency, subledger },
        { cursor, limit },
      )
      return ok('Postings', { ...rest, postings: [...postings] })
    }),
  ]
}
