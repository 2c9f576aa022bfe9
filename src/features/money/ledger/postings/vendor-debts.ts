import type { Id } from '#core/ids.ts'
import type { Transaction } from '#database/database.ts'
import { lockVendor, readBalances } from '../queries.ts'
import { post } from './post.ts'
import type { Posting } from './posting.ts'
import { vendorDebtRepaidPosting, vendorDebtRestoredPosting } from './wallet-postings.ts'

/** The owner of a wallet, by the account's public id. */
type VendorMoney = Readonly<{ vendor: Id<'account'>; currency: string }>

/**
 * Locks a vendor's balance and debt until the transaction ends. Transactions that book on both take this lock first,
 * but after the locks of orders, so that there are no deadlocks.
 */
export async function lockVendorMoney(tx: Transaction, vendor: Id<'account'>): Promise<void> {
  await lockVendor(tx, vendor)
}

/**
 * Repays a vendor's debt from the wallet, as far as its balance allows. `cause` is the posting that just added money to
 * it.
 */
export async function repayVendorDebt(
  tx: Transaction,
  { vendor, currency, cause }: VendorMoney & Readonly<{ cause: string }>,
  now: Date,
): Promise<void> {
  const { owed, wallet } = await readVendorMoney(tx, { vendor, currency })
  const amount = Math.min(owed, wallet)
  if (amount > 0) await post(tx, vendorDebtRepaidPosting({ cause, vendor, currency, amount }), now)
}

/** Returns a vendor's wallet balance and debt in minor units, locked until the transaction ends. */
export async function readVendorMoney(
  tx: Transaction,
  { vendor, currency }: VendorMoney,
): Promise<{ wallet: number; owed: number }> {
  await lockVendorMoney(tx, vendor)
  const [owed = 0, wallet = 0] = await readBalances(
    tx,
    [
      { account: 'vendor_receivable', subledger: vendor, currency },
      { account: 'vendor_wallet', subledger: vendor, currency },
    ],
    { locked: true },
  )
  return { wallet, owed }
}

/** Returns what a vendor repaid of a posting's debt to the wallet, before that posting is reversed. */
export async function restoreVendorDebt(
  tx: Transaction,
  { key, currency, entries }: Posting,
  now: Date,
): Promise<void> {
  for (const { account, subledger: vendor, debit } of entries) {
    if (account !== 'vendor_receivable' || debit === undefined) continue
    const { owed } = await readVendorMoney(tx, { vendor, currency })
    const amount = debit - owed
    if (amount > 0) await post(tx, vendorDebtRestoredPosting({ cause: key, vendor, currency, amount }), now)
  }
}
