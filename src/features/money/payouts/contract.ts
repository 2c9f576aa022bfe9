import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  BalanceName,
  BalancePosting,
  ListedPayout,
  PayoutFile,
  PayoutBlockShape,
  PayoutStateShape,
  PayoutAccountShape,
  PayoutDetailsShape,
} from './shapes.ts'

const IdParam = z.string().max(100)
const Page = z.coerce.number<string | number>().int().min(1).max(100_000).default(1)
const Reason = z.string().trim().min(1).max(400)
const Country = z.string().regex(/^[A-Z]{2}$/, 'Enter the two-letter country code, such as SG.')
const Currency = z.string().regex(/^[A-Z]{3}$/, 'Enter a currency of three capital letters, such as USD.')
/** The holder begins with a letter, so that no spreadsheet reads it as a formula. */
const Holder = z
  .string()
  .trim()
  .max(70)
  .regex(/^[\p{L}\d][^\p{C}]*$/u, 'Enter the account holder’s name.')

/** The caller's password: a session alone cannot change a payout account. */
const CurrentPassword = z.string().max(1_000).default('')

const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }
const WRITE_LIMIT: Limit = { calls: 60, windowMs: MINUTE }

const PageInfo = { page: z.number(), pages: z.number(), total: z.number() }

/** A store's balances in a currency, as decimals: pending, frozen by cases, available, in transit, and its debt. */
const SupplierBalancesShape = z.object({
  currency: z.string(),
  pending: z.number(),
  held: z.number(),
  available: z.number(),
  inTransit: z.number(),
  owed: z.number(),
})

export const readPayoutAccount = endpoint({
  method: 'GET',
  path: '/supplier/payout-account',
  summary: 'Returns your store’s bank details, masked; null when none are set',
  access: { manufacturer: 'money:read' },
  answer: Envelope.extend({ account: PayoutAccountShape.nullable() }),
  refusals: ['store_not_found'],
  limit: READ_LIMIT,
})

export const savePayoutAccount = endpoint({
  method: 'POST',
  path: '/supplier/payout-account',
  summary:
    'Sets your store’s bank details: an IBAN, or an account number with its bank’s BIC. Requires the password again; new details wait three days, and the store gets an email',
  access: { manufacturer: 'bank_details:write' },
  body: z.object({
    holder: Holder,
    country: Country,
    iban: z.string().max(60).optional(),
    accountNumber: z.string().max(40).optional(),
    bic: z.string().max(20).optional(),
    password: CurrentPassword,
  }),
  answer: Envelope.extend({ account: PayoutAccountShape }),
  refusals: ['bad_bank_details', 'store_not_found', 'password_needed', 'password_wrong', 'no_password'],
  limit: { calls: 20, windowMs: HOUR },
})

export const readSupplierAccount = endpoint({
  method: 'GET',
  path: '/payout-accounts/{supplier}',
  summary: 'Returns where a supplier’s payouts go, masked, and whether Stripe can be used for them',
  access: { operator: 'money:read' },
  params: z.object({ supplier: IdParam }),
  answer: Envelope.extend({ account: PayoutAccountShape.nullable(), canUseStripe: z.boolean() }),
  refusals: ['supplier_not_found'],
  limit: READ_LIMIT,
})

export const saveStripeAccount = endpoint({
  method: 'POST',
  path: '/payout-accounts/stripe',
  summary:
    'Pays a supplier by transfers to its Stripe connected account from now on, or three days after other details were set; requires the password again',
  access: { operator: 'money:write' },
  body: z.object({
    supplier: IdParam,
    account: z.string().regex(/^acct_\w{1,60}$/, 'A Stripe account ID starts with acct_.'),
    holder: Holder,
    country: Country,
    password: CurrentPassword,
  }),
  answer: Envelope.extend({ account: PayoutAccountShape }),
  refusals: ['supplier_not_found', 'no_provider', 'password_needed', 'password_wrong', 'no_password'],
  limit: WRITE_LIMIT,
})

export const listSupplierPayouts = endpoint({
  method: 'GET',
  path: '/supplier/payouts',
  summary:
    'Lists your store’s payouts, newest first, twenty a page, with its balances, and the reason where payouts are paused',
  access: { manufacturer: 'money:read' },
  query: z.object({ page: Page }),
  answer: Envelope.extend({
    payouts: z.array(ListedPayout),
    balances: z.array(SupplierBalancesShape),
    stopped: z.object({ since: z.string(), message: z.string() }).nullable(),
    /**
     * The next payout for each currency with a balance, as of now: its amount, and its date or the reason why there is
     * none.
     */
    next: z.array(
      z.object({
        currency: z.string(),
        amount: z.number(),
        /** The minimum payout. */
        minimum: z.number(),
        at: z.string().nullable(),
        block: PayoutBlockShape.nullable(),
      }),
    ),
    ...PageInfo,
  }),
  refusals: ['store_not_found'],
  limit: READ_LIMIT,
})

export const explainBalance = endpoint({
  method: 'GET',
  path: '/supplier/balances/{balance}',
  summary:
    'Returns one balance of your store and the postings behind it, newest first: pending, held by cases, available, in transit or owed',
  access: { manufacturer: 'money:read' },
  params: z.object({ balance: BalanceName }),
  query: z.object({
    currency: Currency.default(SHOP_CURRENCY),
    /** The `nextCursor` of the previous page. */
    cursor: z.string().max(300).optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(100).default(50),
  }),
  answer: Envelope.extend({
    /** The sum of all postings, as a decimal of the currency. */
    amount: z.number(),
    currency: z.string(),
    postings: z.array(BalancePosting),
    nextCursor: z.string().nullable(),
  }),
  refusals: ['store_not_found', 'bad_cursor'],
  limit: READ_LIMIT,
})

export const listPayouts = endpoint({
  method: 'GET',
  path: '/payouts',
  summary: 'Lists all payouts, newest first, twenty a page; filtered by state where given',
  access: { operator: 'money:read' },
  query: z.object({ state: PayoutStateShape.optional(), page: Page }),
  answer: Envelope.extend({ payouts: z.array(ListedPayout), ...PageInfo }),
  limit: READ_LIMIT,
})

export const readPayout = endpoint({
  method: 'GET',
  path: '/payouts/{id}',
  summary: 'Returns a payout of your store with its orders, postings and timeline; operators may read any',
  access: { manufacturer: 'money:read', operator: 'money:read' },
  params: z.object({ id: IdParam }),
  answer: Envelope.extend({ payout: PayoutDetailsShape }),
  refusals: ['payout_not_found'],
  limit: READ_LIMIT,
})

export const readStatement = endpoint({
  method: 'GET',
  path: '/payouts/{id}/statement',
  summary:
    'Returns the statement of a payout, which is also the commission invoice: as a CSV file, or as PDF with `format=pdf`',
  access: { manufacturer: 'money:read', operator: 'money:read' },
  params: z.object({ id: IdParam }),
  query: z.object({ format: z.enum(['csv', 'pdf']).default('csv') }),
  answer: z.union([z.string(), z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' })]),
  refusals: ['payout_not_found'],
  // Rendering a document blocks the process for some hundredths of a second.
  limit: { calls: 30, windowMs: MINUTE, counted: 'in_memory' },
})

export const runPayoutSweep = endpoint({
  method: 'POST',
  path: '/payouts/sweep',
  summary:
    'Creates the payouts that are due, as the nightly job does; for one supplier also below the minimum and before the interval. Lists suppliers without bank details and suppliers whose payouts are paused',
  access: { operator: 'money:write' },
  confirmed: true,
  body: z.object({ supplier: IdParam.optional() }).default({}),
  answer: Envelope.extend({
    made: z.array(z.string()),
    withoutAccount: z.array(z.string()),
    stopped: z.array(z.string()),
  }),
  limit: { calls: 10, windowMs: MINUTE },
})

export const markPayout = endpoint({
  method: 'POST',
  path: '/payouts/{id}/mark',
  summary:
    'Records what happened to a payout: send, confirm, fail (the money may be paid out again), mark_unclear, ask_again (asks the provider), return (it had arrived and came back)',
  access: { operator: 'money:write' },
  confirmed: true,
  params: z.object({ id: IdParam }),
  body: z
    .object({
      event: z.enum(['send', 'confirm', 'fail', 'mark_unclear', 'ask_again', 'return']),
      reason: Reason.optional(),
      /** Whether the account caused the failure: no more money is sent there, and the store is told why. */
      isAccountsFault: z.boolean().default(false),
      /** The id of the Stripe transfer of a confirmed payout, if Stripe does not find it by the payout. */
      externalId: z
        .string()
        .regex(/^tr_\w{1,60}$/, 'A Stripe transfer ID starts with tr_.')
        .optional(),
    })
    .refine(({ event, reason }) => reason !== undefined || event === 'send' || event === 'confirm', {
      path: ['reason'],
      error: 'Enter a reason.',
    }),
  answer: Envelope.extend({ payout: PayoutDetailsShape }),
  refusals: ['payout_not_found', 'payout_state', 'transfer_made', 'transfer_unknown', 'transfer_taken'],
  limit: WRITE_LIMIT,
})

export const createPayoutFile = endpoint({
  method: 'POST',
  path: '/payout-files',
  summary: 'Creates a bank file of all prepared payouts by bank in a currency',
  access: { operator: 'money:write' },
  confirmed: true,
  body: z.object({
    currency: Currency.default(SHOP_CURRENCY),
    /** The day on which the bank sends the money. */
    payOn: z.iso.date('Enter a day such as 2026-03-02.'),
  }),
  answer: Envelope.extend({ file: PayoutFile }),
  refusals: ['nothing_to_pay', 'day_is_over'],
  limit: WRITE_LIMIT,
})

export const listPayoutFiles = endpoint({
  method: 'GET',
  path: '/payout-files',
  summary: 'Lists the payout files, newest first, twenty a page',
  access: { operator: 'money:read' },
  query: z.object({ page: Page }),
  answer: Envelope.extend({ files: z.array(PayoutFile), ...PageInfo }),
  limit: READ_LIMIT,
})

export const downloadPayoutFile = endpoint({
  method: 'GET',
  path: '/payout-files/{id}/{format}',
  summary:
    'Returns a file of payouts for the bank: `pain001` is XML by ISO 20022 pain.001.001.09, `csv` is a table',
  access: { operator: 'money:read' },
  params: z.object({ id: z.string().regex(idPattern('payoutFile')), format: z.enum(['pain001', 'csv']) }),
  answer: z.string(),
  refusals: ['file_not_found', 'no_paying_bank', 'nothing_to_pay'],
  limit: { calls: 30, windowMs: MINUTE, counted: 'in_memory' },
})

export const markPayoutFile = endpoint({
  method: 'POST',
  path: '/payout-files/{id}/mark',
  summary: 'Marks all payouts of a file as given to the bank, or as sent by the bank',
  access: { operator: 'money:write' },
  confirmed: true,
  params: z.object({ id: IdParam }),
  body: z.object({ event: z.enum(['send', 'confirm']) }),
  answer: Envelope.extend({ marked: z.number() }),
  refusals: ['file_not_found'],
  limit: WRITE_LIMIT,
})

export type BalancePostingData = z.input<typeof BalancePosting>
export type ListedPayoutData = z.input<typeof ListedPayout>
export type PayoutDetailsData = z.input<typeof PayoutDetailsShape>
export type PayoutAccountData = z.input<typeof PayoutAccountShape>
