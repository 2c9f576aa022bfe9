import { notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { lockSupplier, selectSupplierByPublicId, updateSupplierStatus } from '../queries.ts'
import type { StatusChange, SupplierStatus } from './shapes.ts'

/** An operator's requested change of a supplier's status, and its reason. */
export type StatusRequest = Readonly<{ supplier: string; change: StatusChange; reason: string }>

/**
 * Changes whether a supplier's products are listed, in one transaction with them; returns its status. Throws
 * `supplier_not_found`. Refuses with `supplier_status` when another operator has already made the change or it is
 * impossible, and with `store_unnamed` to verify a store that its owner has not named.
 */
export async function changeStatus(
  db: Database,
  source: AuditSource,
  { supplier: publicId, change, reason }: StatusRequest,
): Promise<SupplierStatus> {
  return inTransaction(db, async (tx) => {
    const found = await selectSupplierByPublicId(tx, publicId)
    const supplier = found && (await lockSupplier(tx, found.id))
    if (!supplier) throw notFound('supplier_not_found', 'Supplier not found')
    const status = getStatus(supplier)
    const next = getNextStatus(status, change)
    if (!next) throw refused('supplier_status', REFUSALS[status])
    if (next === 'verified' && !supplier.isNamed)
      throw refused('store_unnamed', 'This store has no name yet. Ask its owner to set one in its settings.')
    await updateSupplierStatus(tx, supplier.id, {
      isVerified: next === 'verified',
      suspension: next === 'suspended' ? { at: source.now, reason } : null,
    })
    await recordChange(tx, source, {
      supplierId: supplier.id,
      kind: 'status',
      action: ACTIONS[change],
      entity: 'status',
      before: { status, reason: supplier.suspensionReason },
      after: { status: next, reason },
    })
    return next
  })
}

const REFUSALS: Readonly<Record<SupplierStatus, string>> = {
  unverified: 'This supplier isn’t verified. Reload the page to see its current status.',
  verified: 'This supplier is already verified. Reload the page to see its current status.',
  suspended: 'This supplier is suspended. Lift the suspension, or remove the verification.',
}

const ACTIONS: Readonly<Record<StatusChange, string>> = {
  verify: 'Verified the store',
  remove_verification: 'Removed the verification',
  suspend: 'Suspended the store',
  lift: 'Lifted the suspension',
}

const TRANSITIONS: Readonly<
  Record<StatusChange, Readonly<{ from: readonly SupplierStatus[]; to: SupplierStatus }>>
> = {
  verify: { from: ['unverified'], to: 'verified' },
  remove_verification: { from: ['verified', 'suspended'], to: 'unverified' },
  suspend: { from: ['verified'], to: 'suspended' },
  lift: { from: ['suspended'], to: 'verified' },
}

/** Returns a supplier's status from its stored fields. */
function getStatus(supplier: Readonly<{ isVerified: boolean; suspendedAt: Date | null }>): SupplierStatus {
  if (supplier.suspendedAt !== null) return 'suspended'
  return supplier.isVerified ? 'verified' : 'unverified'
}

/** Returns a supplier's status after a change; undefined if the change is not possible. */
function getNextStatus(status: SupplierStatus, change: StatusChange): SupplierStatus | undefined {
  const { from, to } = TRANSITIONS[change]
  return from.includes(status) ? to : undefined
}
