import type { Transaction } from '#database/database.ts'
import {
  type LiabilityBreakdown,
  caseClosedPosting,
  caseOpenedPosting,
  post,
  readBalances,
} from '#features/money/ledger/service.ts'
import {
  COMMISSION_TAX_JURISDICTION,
  type LockedOrder,
  type MoneyBreakdown,
} from '#features/sales/orders/service.ts'
import { deleteHold, findHold, insertHold } from './hold-queries.ts'

/** The funds of an order's supplier: frozen by a case, unreleased of this order, and available of all orders. */
type SupplierFunds = Readonly<{
  caseId: string | undefined
  held: number
  pending: number
  available: number
}>

async function readSupplierFunds(
  tx: Transaction,
  { order, supplierPublicId }: LockedOrder,
): Promise<SupplierFunds> {
  const caseId = await findHold(tx, order.id)
  const { currency } = order
  const [held = 0, pending = 0, available = 0] = await readBalances(
    tx,
    [
      { account: 'case_hold', subledger: `${supplierPublicId}/${caseId ?? 'none'}`, currency },
      { account: 'supplier_pending', subledger: `${supplierPublicId}/${order.publicId}`, currency },
      { account: 'supplier_available', subledger: supplierPublicId, currency },
    ],
    { locked: true },
  )
  return { caseId, held, pending, available }
}

/**
 * Allocates a liability to the ledger's accounts. The supplier's share comes from money frozen by a case, then the
 * order's unreleased earnings, then the supplier's available balance; what was paid out becomes its debt (P9b).
 */
export async function allocateLiability(
  tx: Transaction,
  locked: LockedOrder,
  parts: MoneyBreakdown,
): Promise<LiabilityBreakdown> {
  const { caseId, held, pending, available } = await readSupplierFunds(tx, locked)
  const fromHeld = Math.min(parts.net, held)
  const fromPending = Math.min(parts.net - fromHeld, pending)
  const fromAvailable = Math.min(parts.net - fromHeld - fromPending, available)
  return {
    escrow: parts.escrow,
    ...(caseId ? { held: { caseId, amount: fromHeld } } : {}),
    pending: fromPending,
    available: fromAvailable,
    receivable: parts.net - fromHeld - fromPending - fromAvailable,
    commission: parts.commission,
    taxes: [{ jurisdiction: COMMISSION_TAX_JURISDICTION, amount: parts.tax }],
  }
}

/** A case about an order, by its public id. */
type CaseContext = Readonly<{ caseId: string; now: Date }>

/** Freezes an order's unreleased earnings, and nothing of other orders (P8). */
export async function freezeEarning(
  tx: Transaction,
  locked: LockedOrder,
  { caseId, now }: CaseContext,
): Promise<void> {
  const { pending } = await readSupplierFunds(tx, locked)
  await insertHold(tx, { orderId: locked.order.id, caseId })
  if (pending === 0) return
  const posting = caseOpenedPosting({ ...toSupplierOrderRef(locked), caseId, pending, available: 0 })
  await post(tx, posting, now)
}

/** Unfreezes the rest of a case's frozen earnings, for their order (P9a). */
export async function unfreezeEarning(
  tx: Transaction,
  locked: LockedOrder,
  { caseId, now }: CaseContext,
): Promise<void> {
  const { held } = await readSupplierFunds(tx, locked)
  await deleteHold(tx, locked.order.id)
  if (held === 0) return
  await post(
    tx,
    caseClosedPosting({ ...toSupplierOrderRef(locked), caseId, pending: held, available: 0 }),
    now,
  )
}

/** Returns the ledger's reference of a locked supplier order. */
export function toSupplierOrderRef({ order, supplierPublicId }: LockedOrder) {
  return { order: order.publicId, supplier: supplierPublicId, currency: order.currency }
}
