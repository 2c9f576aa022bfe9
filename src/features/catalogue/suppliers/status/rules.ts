import type { StatusChange, SupplierStatus } from './shapes.ts'

const TRANSITIONS: Readonly<
  Record<StatusChange, Readonly<{ from: readonly SupplierStatus[]; to: SupplierStatus }>>
> = {
  verify: { from: ['unverified'], to: 'verified' },
  remove_verification: { from: ['verified', 'suspended'], to: 'unverified' },
  suspend: { from: ['verified'], to: 'suspended' },
  lift: { from: ['suspended'], to: 'verified' },
}

/** Returns a supplier's status by its stored fields. */
export function getStatus(
  supplier: Readonly<{ isVerified: boolean; suspendedAt: Date | null }>,
): SupplierStatus {
  if (supplier.suspendedAt !== null) return 'suspended'
  return supplier.isVerified ? 'verified' : 'unverified'
}

/** Returns a supplier's status after a change; undefined where the change is not possible. */
export function getNextStatus(status: SupplierStatus, change: StatusChange): SupplierStatus | undefined {
  const { from, to } = TRANSITIONS[change]
  return from.includes(status) ? to : undefined
}
