/** Whether a supplier's products are listed: not yet or no longer, listed, or not until the suspension is lifted. */
export const SUPPLIER_STATUSES = ['unverified', 'verified', 'suspended'] as const

export type SupplierStatus = (typeof SUPPLIER_STATUSES)[number]

/** The changes of a supplier's status. */
export const STATUS_CHANGES = ['verify', 'remove_verification', 'suspend', 'lift'] as const

export type StatusChange = (typeof STATUS_CHANGES)[number]
