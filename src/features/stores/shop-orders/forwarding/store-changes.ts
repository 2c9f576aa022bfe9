import { AppError } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import {
  listVendorPurchases,
  type OrderDeps,
  requestChanges,
  type SupplierOrder,
} from '#features/sales/orders/service.ts'
import { toDelivery } from './save-quote.ts'
import { GATES } from './follow-order.ts'
import { judgeAddress } from './judge-rules.ts'
import { listBoughtUnits, type ForwardedOrder } from './order-queries.ts'
import { planRemovals } from './removal-rules.ts'

/** The states in which nothing more is sent. */
const ENDED: readonly SupplierOrder['state'][] = [
  'cancelled',
  'rejected',
  'expired',
  'refunded',
  'completed',
  'delivered',
]

/**
 * Applies a store's changes to the paid supplier orders: fewer units, another address, or cancellation. They are
 * applied until the supplier accepts, requested after that. Repeating it changes nothing.
 */
export async function applyStoreChanges(
  db: Database,
  deps: OrderDeps,
  { order, now }: Readonly<{ order: ForwardedOrder; now: Date }>,
): Promise<void> {
  const paid = (await listVendorPurchases(db, [order.id])).filter(
    ({ paidAt, state }) => paidAt && !ENDED.includes(state),
  )
  if (paid.length === 0) return
  const isClosed = order.shopState === 'cancelled' || order.shopState === 'refunded'
  const units = await listBoughtUnits(db, order.key)
  const removals = planRemovals(order.lines, units, isClosed)
  const recipient = getRecipient(order, isClosed)
  for (const { publicId } of paid) {
    const cause = { actor: 'store' } as const
    const context = { id: publicId, scope: { vendorId: order.account.id }, cause, deps, now }
    const unwanted = removals.get(publicId) ?? []
    try {
      await requestChanges(db, context, { recipient, unwanted, reason: REASONS[order.shopState] })
    } catch (error) {
      // The order has changed state meanwhile, which is followed automatically.
      if (!(error instanceof AppError) || error.code !== 'order_state') throw error
    }
  }
}

const REASONS = {
  cancelled: 'Cancelled in the store',
  refunded: 'Refunded in the store',
  paid: 'Removed in the store',
  unpaid: 'Removed in the store',
} as const

/** Returns the current recipient of an order; a hidden, incomplete or unserved address changes nothing. */
function getRecipient(order: ForwardedOrder, isClosed: boolean) {
  if (isClosed || judgeAddress(order.address, GATES) !== undefined) return null
  return toDelivery(order)
}
