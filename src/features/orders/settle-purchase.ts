import type { Queryable } from '#database/database.ts'
import { payOrders } from './move-orders.ts'
import { lockPurchase, type Purchase, type SupplierOrderLine } from './queries.ts'

/** Why money could not be applied to a purchase. */
export type Unpayable = 'order_unknown' | 'already_paid' | 'order_expired' | 'amount_differs'

/** Whether, and what, a payment would pay: the purchase is locked until the transaction ends. */
export type Payable = Readonly<{ ok: true; purchase: Purchase } | { ok: false; reason: Unpayable }>

/**
 * Locks the purchase and tells whether `amount` cents of `currency` pay it now. A purchase whose reservation has ended
 * but was not yet released still has its pieces, so money that comes just then is good.
 */
export async function lockPayable(
  tx: Queryable,
  { publicId, amount, currency }: { publicId: string; amount: number; currency: string },
): Promise<Payable> {
  const purchase = await lockPurchase(tx, publicId)
  if (!purchase) return { ok: false, reason: 'order_unknown' }
  if (purchase.paidAt) return { ok: false, reason: 'already_paid' }
  if (purchase.closedAt) return { ok: false, reason: 'order_expired' }
  if (purchase.totalAmount !== amount || purchase.currency !== currency)
    return { ok: false, reason: 'amount_differs' }
  return { ok: true, purchase }
}

/** Makes a locked, payable purchase paid by a receipt of exactly its total; gives the lines sold. */
export async function settlePurchase(
  tx: Queryable,
  { purchase, receiptId, now }: { purchase: Purchase; receiptId: number; now: Date },
): Promise<SupplierOrderLine[]> {
  return payOrders(tx, { purchaseId: purchase.id, receiptId, now })
}
