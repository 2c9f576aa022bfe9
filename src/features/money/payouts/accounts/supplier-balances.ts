import type { Queryable } from '#database/database.ts'
import { toDecimal } from '#core/money.ts'
import { explainLedgerBalance, type SubledgerKey } from '#features/money/ledger/service.ts'
import { findSupplierByOwner } from './account-queries.ts'
import { storeNotFound } from './accounts.ts'
import type { BalancePostingData } from '../contract.ts'
import type { SupplierBalanceName } from '../shapes.ts'

/** A query of one balance of an account's store, and of a page of its postings. */
type BalanceQuery = Readonly<{
  balance: SupplierBalanceName
  currency: string
  cursor: string | undefined
  limit: number
}>

/** The ledger account of each balance; accounts with a slash have a sub-ledger for each order, case or payout. */
const BALANCE_ACCOUNTS: Readonly<
  Record<SupplierBalanceName, Readonly<{ account: SubledgerKey['account']; part: '' | '/' }>>
> = {
  pending: { account: 'supplier_pending', part: '/' },
  held: { account: 'case_hold', part: '/' },
  available: { account: 'supplier_available', part: '' },
  in_transit: { account: 'payout_in_transit', part: '/' },
  owed: { account: 'supplier_receivable', part: '' },
}

/**
 * The accounts of a posting that a supplier may see: its own money, and what the marketplace deducted. Buyers' money is
 * hidden.
 */
const VISIBLE_ACCOUNTS: readonly string[] = [
  ...Object.values(BALANCE_ACCOUNTS).map(({ account }) => account),
  'order_escrow',
  'commission',
  'tax_payable',
]

/**
 * Returns a balance of an account's store and a page of its postings, as decimals. Throws `store_not_found`, and
 * `bad_cursor`.
 */
export async function explainSupplierBalance(
  db: Queryable,
  ownerId: number,
  { balance, currency, cursor, limit }: BalanceQuery,
): Promise<{ amount: number; currency: string; postings: BalancePostingData[]; nextCursor: string | null }> {
  const supplier = await findSupplierByOwner(db, ownerId)
  if (!supplier) throw storeNotFound()
  const { account, part } = BALANCE_ACCOUNTS[balance]
  const selector = { account, currency, subledger: `${supplier.publicId}${part}` }
  const { amount, postings, nextCursor } = await explainLedgerBalance(db, selector, { cursor, limit })
  const decimal = (minor: number | null) => (minor === null ? null : toDecimal(minor, currency))
  const views = postings.map(({ key, lines, amount: adds, ...posting }) => ({
    posting: key,
    kind: posting.kind,
    memo: posting.memo,
    postedAt: posting.postedAt,
    reverses: posting.reverses,
    amount: toDecimal(adds, currency),
    lines: lines
      .filter((line) => VISIBLE_ACCOUNTS.includes(line.account))
      .map((line) => ({ ...line, debit: decimal(line.debit), credit: decimal(line.credit) })),
  }))
  return { amount: toDecimal(amount, currency), currency, postings: views, nextCursor }
}
