import { AppError } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import {
  cancelOrder,
  listTimelineEvents,
  listVendorPurchases,
  type OrderDeps,
  type SupplierOrder,
} from '#features/sales/orders/service.ts'
import type { ForwardedOrder } from './order-queries.ts'

/** States in which a cancellation is carried out at once. */
const UNANSWERED: readonly SupplierOrder['state'][] = ['paid_hold', 'submitted']

/** States in which the supplier is asked for one. */
const ANSWERED: readonly SupplierOrder['state'][] = ['accepted', 'in_progress']

/**
 * Cancels what suppliers have not sent of an order that was cancelled or refunded in its store: at once until they have accepted it,
 * else by a request, which is made once. Doing it again changes nothing.
 */
export async function cancelClosedOrder(
  db: Database,
  deps: OrderDeps,
  { order, now }: Readonly<{ order: ForwardedOrder; now: Date }>,
): Promise<void> {
  if (order.shopState !== 'cancelled' && order.shopState !== 'refunded') return
  const paid = (await listVendorPurchases(db, [order.id])).filter(({ paidAt }) => paidAt)
  const events = await listTimelineEvents(
    db,
    paid.map(({ id }) => id),
  )
  const requested = new Set(
    events
      .filter(({ event, actor }) => event === 'ask_cancel' && actor === 'store')
      .map(({ supplierOrderId }) => supplierOrderId),
  )
  const reason = order.shopState === 'cancelled' ? 'Cancelled in your store' : 'Refunded in your store'
  for (const { id, publicId, state } of paid) {
    if (!UNANSWERED.includes(state) && !(ANSWERED.includes(state) && !requested.has(id))) continue
    const scope = { vendorId: order.account.id }
    try {
      await cancelOrder(db, { id: publicId, scope, cause: { actor: 'store', reason }, deps, now })
    } catch (error) {
      // It has moved on meanwhile, which is followed by itself.
      if (!(error instanceof AppError) || error.code !== 'order_state') throw error
    }
  }
}
