/** The items that a supplier states. */
export const STATED_ITEMS = ['company', 'address', 'tax_number', 'identity', 'product_proof'] as const

export type StatedItem = (typeof STATED_ITEMS)[number]

/** All items that are checked for a store; the bank account is computed from the payouts. */
export const VERIFICATION_ITEMS = [...STATED_ITEMS, 'bank_account'] as const

/** The states of an item: missing, found by the marketplace, stated by the supplier, or decided on. */
export const VERIFICATION_STATUSES = ['missing', 'computed', 'attested', 'verified', 'rejected'] as const

export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/** The types of documents: an unchanged PDF file, or a picture that was encoded again. */
export const DOCUMENT_TYPES = ['pdf', 'picture'] as const

export type DocumentType = (typeof DOCUMENT_TYPES)[number]
