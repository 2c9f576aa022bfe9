/**
 * The provider and method of payments from a vendor's wallet. It is stored as other payments are, with a receipt, so that what it
 * pays is shared, refunded and shown like theirs; only the ledger books it from the wallet, and to there.
 */
export const WALLET = { provider: 'wallet', method: 'wallet' } as const

/** The provider and method of practice money, which vendors give themselves. */
export const PRACTICE_MONEY = { provider: 'practice', method: 'practice' } as const
