import type { Queryable, Transaction } from '#database/database.ts'
import { capturedPosting, post, unappliedMatchedPosting } from '#features/money/ledger/service.ts'
import { payOrders } from '../lifecycle/move-orders.ts'
import type { SoldLine } from '../lifecycle/move-queries.ts'
import { lockPurchase, type Purchase } from '../views/purchase-queries.ts'

/** Why money could not be applied to a purchase. */
export type UnpayableReason = 'order_unknown' | 'already_paid' | 'order_expired' | 'amount_differs'

/** Whether, and what, a payment would pay: the purchase is locked until the transaction ends. */
export type PayableResult = Readonly<
  { ok: true; purchase: Purchase } | { ok: false; reason: UnpayableReason }
>

/**
 * Locks the purchase and tells whether `amount` cents of `currency` pay it now. A purchase whose reservation has ended
 * but was not yet released still has its items, so money that comes just then is good.
 */
export async function lockPayable(
  tx: Queryable,
  { publicId, amount, currency }: { publicId: string; amount: number; currency: string },
): Promise<PayableResult> {
  const purchase = await lockPurchase(tx, publicId)
  if (!purchase) return { ok: false, reason: 'order_unknown' }
  if (purchase.paidAt) return { ok: false, reason: 'already_paid' }
  if (purchase.closedAt) return { ok: false, reason: 'order_expired' }
  if (purchase.totalAmount !== amount || purchase.currency !== currency)
    return { ok: false, reason: 'amount_differs' }
  return { ok: true, purchase }
}

/** The receipt of exactly its total that pays a purchase, and the way its money came; `wasUnapplied`: it was booked as of no order. */
export type PurchaseCapture = Readonly<{
  purchase: Purchase
  receiptId: number
  provider: string
  method: string
  wasUnapplied?: boolean
  now: Date
}>

/**
 * Makes a locked, payable purchase paid; its money stands in the escrow of its supplier orders from then on (P1). Gives the
 * lines sold.
 */
export async function capturePurchase(
  tx: Transaction,
  { purchase, receiptId, provider, method, wasUnapplied = false, now }: PurchaseCapture,
): Promise<SoldLine[]> {
  const { id: purchaseId, currency } = purchase
  const soldLines = await payOrders(tx, { purchaseId, receiptId, now })
  const amounts = new Map(soldLines.map(({ orderPublicId, orderAmount }) => [orderPublicId, orderAmount]))
  const shares = [...amounts].map(([order, amount]) => ({ order, amount }))
  const received = { receiptId: String(receiptId), provider, method, currency, shares }
  await post(tx, wasUnapplied ? unappliedMatchedPosting(received) : capturedPosting(received), now)
  return soldLines
}
