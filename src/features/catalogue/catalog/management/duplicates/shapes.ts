/** Why two products may be the same. */
export const DUPLICATE_REASONS = ['certificate', 'gtin', 'sku', 'title', 'spelling', 'picture'] as const

export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

/** A supplier's decisions about two products that may be the same. */
export const DUPLICATE_STATES = ['open', 'separate', 'merged'] as const

export type DuplicateState = (typeof DUPLICATE_STATES)[number]

/** The name of the job that looks for products of a supplier that may be the same. */
export const FIND_DUPLICATES_JOB = 'catalog.find_duplicates'
