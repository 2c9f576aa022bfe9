/** What a change is about, by the names that calls and addresses use. */
export const AUDIT_KINDS = ['store', 'bank_details', 'order_settings', 'status', 'review', 'message'] as const

/** One of these. */
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** For whom somebody acted: the store they own, or the marketplace. */
export const AUDIT_ROLES = ['owner', 'operator'] as const

/** One of these. */
export type AuditRole = (typeof AUDIT_ROLES)[number]
