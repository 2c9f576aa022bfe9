/** The subjects of changes, by the names that calls and addresses use. */
export const AUDIT_KINDS = [
  'store',
  'bank_details',
  'order_settings',
  'status',
  'review',
  'message',
  'team',
  'connection',
  'pricing',
  'selection',
  'listing',
  'settings',
  'account',
  'product',
  'api',
  'order',
  'wallet',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]

/** The role of the actor: one of a business's team, or of the marketplace. */
export const AUDIT_ROLES = [
  'owner',
  'catalogue',
  'packing',
  'finance',
  'listings',
  'orders',
  'support',
  'operator',
] as const

export type AuditRole = (typeof AUDIT_ROLES)[number]
