import { z } from '@hono/zod-openapi'

const ACCOUNT_NAMES = [
  'provider_clearing',
  'bank',
  'supplier_receivable',
  'vendor_receivable',
  'vendor_wallet',
  'shopper_credit',
  'order_escrow',
  'supplier_pending',
  'supplier_available',
  'payout_in_transit',
  'case_hold',
  'tax_payable',
  'carrier_payable',
  'unapplied_receipts',
  'commission',
  'service_fees',
  'provider_fees',
  'goodwill',
  'chargeback_loss',
  'rounding',
  'carrier_adjustments',
] as const

/** An account, by its name in code. */
export type AccountName = (typeof ACCOUNT_NAMES)[number]

/** An account by its name in the chart, such as `order_escrow`. */
export const LedgerAccount = z.enum(ACCOUNT_NAMES, 'This ledger account doesn’t exist.')

/** An ISO 4217 code. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Enter a currency of three capital letters, such as USD.')

const AccountFields = {
  account: LedgerAccount,
  number: z.number(),
  title: z.string(),
  type: z.enum(['asset', 'liability', 'income', 'expense']),
}

/**
 * The balance of an account in one currency, in whole minor units. It has the account's normal sign: positive for
 * assets, debts, earnings and expenses.
 */
export const AccountTotal = z
  .object({ ...AccountFields, currency: z.string(), amount: z.number() })
  .openapi('LedgerAccountTotal')

/** The balance of a sub-ledger of an account: an order's escrow, a vendor's wallet. */
export const SubledgerBalance = z
  .object({ subledger: z.string(), currency: z.string(), amount: z.number() })
  .openapi('LedgerSubledgerBalance')

/** One side of a posting, in whole minor units; the other of `debit` and `credit` is null. */
export const LedgerLine = z
  .object({
    account: LedgerAccount,
    title: z.string(),
    subledger: z.string(),
    debit: z.number().nullable(),
    credit: z.number().nullable(),
  })
  .openapi('LedgerLine')

/** A posting behind a number: `amount` is its effect on the number, `lines` are all its entries. */
export const LedgerPosting = z
  .object({
    key: z.string(),
    kind: z.string(),
    memo: z.string(),
    currency: z.string(),
    postedAt: z.string(),
    /** The key of the posting that this one reverses. */
    reverses: z.string().nullable(),
    amount: z.number(),
    lines: z.array(LedgerLine),
  })
  .openapi('LedgerPosting')

/** A posting, stored or previewed: `lines` are all its entries. */
export const WrittenPosting = LedgerPosting.omit({ amount: true }).openapi('WrittenLedgerPosting')

/** A rule of the books: the number of its violations, and some of them as messages. */
export const Invariant = z
  .object({
    name: z.string(),
    rule: z.string(),
    holds: z.boolean(),
    count: z.number(),
    examples: z.array(z.string()),
  })
  .openapi('LedgerInvariant')
