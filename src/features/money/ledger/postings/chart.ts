import type { AccountName } from '../shapes.ts'

export type { AccountName } from '../shapes.ts'

/** The type of an account in bookkeeping. Assets and expenses grow by debits, the others by credits. */
export type AccountType = 'asset' | 'liability' | 'income' | 'expense'

/**
 * An account of the chart: number, name, and whether its sub-ledgers may go below zero. If not, the database rejects
 * such a posting.
 */
export type ChartAccount = Readonly<{
  number: number
  title: string
  type: AccountType
  mayGoBelowZero: boolean
}>

/** Returns an account of money, of a result, or of a tax debt, which may have either sign. */
const accountOfAnySign = (number: number, title: string, type: AccountType): ChartAccount => ({
  number,
  title,
  type,
  mayGoBelowZero: true,
})

/** Returns an account of amounts owed to or by a party, which never goes below zero. */
const nonNegativeAccount = (number: number, title: string, type: AccountType): ChartAccount => ({
  number,
  title,
  type,
  mayGoBelowZero: false,
})

/**
 * The chart of accounts, by the names used in code. The database has the same as data (`ledger_accounts`); a test
 * compares them. `postings.ts` names the sub-ledgers of each account.
 */
export const LEDGER_ACCOUNTS = {
  provider_clearing: accountOfAnySign(1000, 'Provider clearing', 'asset'),
  bank: accountOfAnySign(1010, 'Bank', 'asset'),
  supplier_receivable: nonNegativeAccount(1100, 'Supplier receivable', 'asset'),
  vendor_receivable: nonNegativeAccount(1110, 'Vendor receivable', 'asset'),
  vendor_wallet: nonNegativeAccount(2000, 'Vendor wallet', 'liability'),
  shopper_credit: nonNegativeAccount(2010, 'Shopper credit', 'liability'),
  order_escrow: nonNegativeAccount(2100, 'Order escrow', 'liability'),
  supplier_pending: nonNegativeAccount(2200, 'Supplier pending', 'liability'),
  supplier_available: nonNegativeAccount(2210, 'Supplier available', 'liability'),
  payout_in_transit: nonNegativeAccount(2220, 'Payout in transit', 'liability'),
  case_hold: nonNegativeAccount(2300, 'Case hold', 'liability'),
  tax_payable: accountOfAnySign(2400, 'Tax payable', 'liability'),
  // Negative if the account with the carrier is prepaid.
  carrier_payable: accountOfAnySign(2500, 'Carrier payable', 'liability'),
  unapplied_receipts: nonNegativeAccount(2900, 'Unapplied receipts', 'liability'),
  commission: nonNegativeAccount(4000, 'Commission', 'income'),
  service_fees: nonNegativeAccount(4010, 'Order and service fees', 'income'),
  provider_fees: accountOfAnySign(5000, 'Provider fees', 'expense'),
  goodwill: accountOfAnySign(5010, 'Goodwill', 'expense'),
  chargeback_loss: accountOfAnySign(5020, 'Chargeback loss', 'expense'),
  rounding: accountOfAnySign(5030, 'Rounding and exchange', 'expense'),
  carrier_adjustments: accountOfAnySign(5040, 'Carrier adjustments', 'expense'),
} as const satisfies Readonly<Record<AccountName, ChartAccount>>
