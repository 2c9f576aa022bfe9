/** What a supplier states themselves. */
export const STATED_ITEMS = ['company', 'address', 'tax_number'] as const

/** One of these. */
export type StatedItem = (typeof STATED_ITEMS)[number]

/** Everything that is checked of a store; the bank account is computed from the payouts. */
export const VERIFICATION_ITEMS = [...STATED_ITEMS, 'bank_account'] as const

/** How an item stands: missing, found by the marketplace, stated by the supplier, or decided on. */
export const VERIFICATION_STATUSES = ['missing', 'computed', 'attested', 'verified', 'rejected'] as const

/** One of these. */
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]
