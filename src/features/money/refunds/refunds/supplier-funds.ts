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

/** What an order's supplier has, by where it stands: frozen by a case, of this order and not released, and free of all its orders. */
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
 * Who bears parts of an order's money in the words of the ledger: of the supplier's part first what a case has frozen, then
 * what this order has earned and is not released, then what the supplier has free; what was paid out before, it owes (P9b).
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

/** P8: freezes what an order has earned and is not released, and nothing of any other order. */
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

/** P9a: what a case has frozen and is left goes back to what the order has earned. */
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

/** Whose part of a purchase a locked order is, in the words of the ledger. */
export function toSupplierOrderRef({ order, supplierPublicId }: LockedOrder) {
  return { order: order.publicId, supplier: supplierPublicId, currency: order.currency }
}
