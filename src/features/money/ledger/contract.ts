import { z } from '@hono/zod-openapi'
import { SHOP_CURRENCY } from '#core/money.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  AccountTotal,
  Currency,
  Invariant,
  LedgerAccount,
  LedgerPosting,
  SubledgerBalance,
  WrittenPosting,
} from './shapes.ts'

export { WrittenPosting } from './shapes.ts'

const PageLimit = z.coerce.number<string | number>().int().min(1).max(200).default(50)
const AccountParams = z.object({ account: LedgerAccount })

/** The limit of cheap reads by a page that operators click through. */
const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }

export const getInvariants = endpoint({
  method: 'GET',
  path: '/ledger/invariants',
  summary: 'Audits the ledger: checks every rule, recomputed from the entries',
  access: { operator: 'money:read' },
  answer: Envelope.extend({
    checkedAt: z.string(),
    isSound: z.boolean(),
    postings: z.number(),
    entries: z.number(),
    invariants: z.array(Invariant),
  }),
  // The call reads the whole ledger.
  limit: { calls: 12, windowMs: MINUTE, counted: 'in_memory' },
})

export const getAccountTotals = endpoint({
  method: 'GET',
  path: '/ledger/balances',
  summary: 'Lists the balance of each ledger account, in whole minor units of each currency',
  access: { operator: 'money:read' },
  answer: Envelope.extend({ accounts: z.array(AccountTotal) }),
  limit: READ_LIMIT,
})

export const listBalances = endpoint({
  method: 'GET',
  path: '/ledger/balances/{account}',
  summary: 'Lists the balances of one account’s sub-ledgers, such as all vendors’ wallets',
  access: { operator: 'money:read' },
  params: AccountParams,
  query: z.object({
    currency: Currency.default(SHOP_CURRENCY),
    /** A prefix of the sub-ledgers: `sup_…/` matches all of one supplier. */
    beginning: z.string().max(200).default(''),
    /** Whether sub-ledgers with a zero balance are listed too. */
    empty: z.enum(['yes', 'no']).default('no'),
    /** The `nextCursor` of the previous page. */
    cursor: z.string().max(200).optional(),
    limit: PageLimit,
  }),
  answer: Envelope.extend({ balances: z.array(SubledgerBalance), nextCursor: z.string().nullable() }),
  limit: READ_LIMIT,
})

export const explainLedgerBalance = endpoint({
  method: 'GET',
  path: '/ledger/explain/{account}',
  summary:
    'Lists the postings behind a balance, newest first: of a whole account, of one of its sub-ledgers (an order, a wallet, a payout, the commission of an order), or of all whose names begin with a text',
  access: { operator: 'money:read' },
  params: AccountParams,
  query: z.object({
    currency: Currency.default(SHOP_CURRENCY),
    /** One sub-ledger, or all below it if it ends with a slash; the whole account if omitted. */
    subledger: z.string().max(200).optional(),
    /** The `nextCursor` of the previous page. */
    cursor: z.string().max(300).optional(),
    limit: PageLimit,
  }),
  answer: Envelope.extend({
    /** The sum of the postings of all pages. */
    amount: z.number(),
    currency: z.string(),
    postings: z.array(LedgerPosting),
    nextCursor: z.string().nullable(),
  }),
  refusals: ['bad_cursor'],
  limit: READ_LIMIT,
})

export const searchPostings = endpoint({
  method: 'GET',
  path: '/ledger/postings',
  summary:
    'Lists postings, newest first, fifty a page: all, of one account or kind, or those whose key begins with a text or that have a line of that sub-ledger',
  access: { operator: 'money:read' },
  query: z.object({
    search: z.string().trim().max(200).default(''),
    /**
     * The supplier that the sub-ledgers belong to: with a supplier’s ID, an order’s ID finds the postings of that
     * order.
     */
    within: z.string().max(100).optional(),
    account: LedgerAccount.optional(),
    kind: z
      .string()
      .regex(/^[a-z_]{1,40}$/, 'A kind has small letters and underscores.')
      .optional(),
    /** The `nextCursor` of the previous page. */
    cursor: z.coerce.number<string | number>().int().min(1).optional(),
  }),
  answer: Envelope.extend({ postings: z.array(WrittenPosting), nextCursor: z.number().nullable() }),
  limit: READ_LIMIT,
})

export type WrittenPostingData = z.input<typeof WrittenPosting>
export type LedgerPostingData = z.input<typeof LedgerPosting>
