import type { AccountName } from '../shapes.ts'

export type { AccountName } from '../shapes.ts'

/** What an account is in bookkeeping; assets and expenses grow by debits, the others by credits. */
export type AccountType = 'asset' | 'liability' | 'income' | 'expense'

/**
 * An account of the chart: its number, what people call it, and whether a sub-ledger of it may go below zero. Where it may
 * not, the database refuses the posting.
 */
export type Account = Readonly<{ number: number; title: string; type: AccountType; mayGoBelowZero: boolean }>

/** Accounts that are money itself, a result, or a debt to the state: of any sign. */
const anySign = (number: number, title: string, type: AccountType): Account => ({
  number,
  title,
  type,
  mayGoBelowZero: true,
})

/** Accounts of what is owed to or by somebody: never less than nothing. */
const atLeastNothing = (number: number, title: string, type: AccountType): Account => ({
  number,
  title,
  type,
  mayGoBelowZero: false,
})

/**
 * The chart of accounts by the names that the code speaks of them. The database has the same as data (`ledger_accounts`); a
 * test holds one against the other. What a sub-ledger of each is called is said by `postings.ts`, which makes them.
 */
export const ACCOUNTS = {
  provider_clearing: anySign(1000, 'Provider clearing', 'asset'),
  bank: anySign(1010, 'Bank', 'asset'),
  supplier_receivable: atLeastNothing(1100, 'Supplier receivable', 'asset'),
  vendor_receivable: atLeastNothing(1110, 'Vendor receivable', 'asset'),
  vendor_wallet: atLeastNothing(2000, 'Vendor wallet', 'liability'),
  shopper_credit: atLeastNothing(2010, 'Shopper credit', 'liability'),
  order_escrow: atLeastNothing(2100, 'Order escrow', 'liability'),
  supplier_pending: atLeastNothing(2200, 'Supplier pending', 'liability'),
  supplier_available: atLeastNothing(2210, 'Supplier available', 'liability'),
  payout_in_transit: atLeastNothing(2220, 'Payout in transit', 'liability'),
  case_hold: atLeastNothing(2300, 'Case hold', 'liability'),
  tax_payable: anySign(2400, 'Tax payable', 'liability'),
  // Below zero where the account with the carrier is filled in advance.
  carrier_payable: anySign(2500, 'Carrier payable', 'liability'),
  unapplied_receipts: atLeastNothing(2900, 'Unapplied receipts', 'liability'),
  commission: atLeastNothing(4000, 'Commission', 'income'),
  service_fees: atLeastNothing(4010, 'Order and service fees', 'income'),
  provider_fees: anySign(5000, 'Provider fees', 'expense'),
  goodwill: anySign(5010, 'Goodwill', 'expense'),
  chargeback_loss: anySign(5020, 'Chargeback loss', 'expense'),
  rounding: anySign(5030, 'Rounding and exchange', 'expense'),
  carrier_adjustments: anySign(5040, 'Carrier adjustments', 'expense'),
} as const satisfies Readonly<Record<AccountName, Account>>
