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

/** The limit of cheap reads of a page that operators click through. */
const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }

export const getInvariants = endpoint({
  method: 'GET',
  path: '/ledger/invariants',
  summary: 'Audits the ledger: every rule, recomputed from the entries',
  access: { operator: 'money:read' },
  answer: Envelope.extend({
    checkedAt: z.string(),
    isSound: z.boolean(),
    postings: z.number(),
    entries: z.number(),
    invariants: z.array(Invariant),
  }),
  // It reads the whole ledger.
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
    /** How the names of the sub-ledgers begin: `sup_…/` is all of one supplier. */
    beginning: z.string().max(200).default(''),
    /** Whether those on which nothing stands are listed too. */
    empty: z.enum(['yes', 'no']).default('no'),
    /** `nextCursor` of the page before. */
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
    /** One sub-ledger; with a slash at its end all that are within it. Without it the whole account. */
    subledger: z.string().max(200).optional(),
    /** `nextCursor` of the page before. */
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
     * The supplier within which the sub-ledger may be: with a supplier’s ID the postings of its part of an order are found by the
     * order’s.
     */
    within: z.string().max(100).optional(),
    account: LedgerAccount.optional(),
    kind: z
      .string()
      .regex(/^[a-z_]{1,40}$/, 'A kind has small letters and underscores.')
      .optional(),
    /** `nextCursor` of the page before. */
    cursor: z.coerce.number<string | number>().int().min(1).optional(),
  }),
  answer: Envelope.extend({ postings: z.array(WrittenPosting), nextCursor: z.number().nullable() }),
  limit: READ_LIMIT,
})

export type WrittenPostingData = z.input<typeof WrittenPosting>
export type LedgerPostingData = z.input<typeof LedgerPosting>
