import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import {
  capturedPosting,
  type SubledgerKey,
  post,
  type Posting,
  readBalances,
  toppedUpPosting,
} from '#features/money/ledger/service.ts'

/** The time of the tests' postings. */
export const NOW = new Date('2026-03-02T10:00:00Z')
/** The way the tests are paid by, and the place of its money. */
export const CARD = { provider: 'sandbox', method: 'vm' }
export const CLEARING: SubledgerKey = {
  account: 'provider_clearing',
  subledger: 'sandbox/vm',
  currency: 'USD',
}

/** Returns a posting of money for an order, by default `ord_` and the receipt's ID. */
export const createCapturedPosting = (receiptId: string, amount: number, order = `ord_${receiptId}`) =>
  capturedPosting({ ...CARD, receiptId, currency: 'USD', shares: [{ order, amount }] })

/** Returns a posting of money for the wallet of `usr_1`. */
export const createTopUpPosting = (receiptId: string, amount: number) =>
  toppedUpPosting({ ...CARD, receiptId, currency: 'USD', vendor: 'usr_1', amount })

/** Returns the ledger key of an order's escrow. */
export const escrowKey = (order: string): SubledgerKey => ({
  account: 'order_escrow',
  subledger: order,
  currency: 'USD',
})

/** Returns the ledger key of a vendor's wallet. */
export const walletKey = (vendor: string): SubledgerKey => ({
  account: 'vendor_wallet',
  subledger: vendor,
  currency: 'USD',
})

/**
 * Returns the tests' helpers of a ledger. They run a transaction of its own, make a posting, and read the balance
 * of an account.
 */
export function createLedger(db: Database) {
  const inOne = <Result>(work: (tx: Transaction) => Promise<Result>) => inTransaction(db, work)
  return {
    inOne,
    book: (posting: Posting) => inOne((tx) => post(tx, posting, NOW)),
    balance: async (place: SubledgerKey) => (await readBalances(db, [place]))[0],
  }
}
