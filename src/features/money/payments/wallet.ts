/**
 * The provider and method of payments from a vendor's wallet. They are stored like other payments, with a receipt, so
 * that shares, refunds and views work the same way; only the ledger books them from and to the wallet.
 */
export const WALLET = { provider: 'wallet', method: 'wallet' } as const

/** The provider and method of practice money, which vendors add themselves. */
export const PRACTICE_MONEY = { provider: 'practice', method: 'practice' } as const
