import { type AppError, notFound, refused } from '#core/errors.ts'
import { inTransaction, type Database } from '#database/database.ts'
import {
  cancelOrder,
  confirmReceipt,
  dismissCancellation,
  forwardOrder,
  type LockedOrder,
  type OrderDeps,
} from '#features/sales/orders/service.ts'
import { FOLLOW_JOB, type ShopOrderDeps } from '../deps.ts'
import { followOrder } from './follow-order.ts'
import { lockOwnOrder, saveApproval, saveReorder } from './action-queries.ts'
import { listHeldOrders } from './waiting-queries.ts'

/** A vendor’s action on an order of their store; `memberId` is who of the team does it, where that is recorded. */
export type VendorAction = Readonly<{ accountId: number; id: string; now: Date }>
type RecordedAction = VendorAction & Readonly<{ memberId: number }>

/**
 * Ends the hold of an order: its suppliers get it at once. Returns how many got it. Throws `order_not_found`; refuses with
 * `nothing_to_forward`.
 */
export async function forwardNow(
  db: Database,
  { orders, enqueue }: Readonly<{ orders: OrderDeps; enqueue: OrderDeps['enqueue'] }>,
  { accountId, memberId, id, now }: RecordedAction,
): Promise<number> {
  await inTransaction(db, (tx) => lockOwn(tx, { accountId, id }))
  const held = await listHeldOrders(db, id)
  if (held.length === 0)
    throw refused(
      'nothing_to_forward',
      'Nothing of this order is on hold. Pay for it first, or reload the page.',
    )
  for (const supplierOrderId of held)
    await forwardOrder(db, {
      id: supplierOrderId,
      scope: { vendorId: accountId },
      cause: { actor: 'vendor', accountId: memberId, reason: 'Forwarded at once' },
      deps: orders,
      now,
    })
  await enqueue(db, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  return held.length
}

/** Agrees to what an order costs beyond its vendor's limits. Throws `order_not_found`; refuses with `cost_changed`. */
export async function approveCost(
  db: Database,
  deps: ShopOrderDeps,
  { accountId, id, cost, now }: VendorAction & Readonly<{ cost: number }>,
): Promise<void> {
  if (!(await followOrder(db, deps, { id, accountId, now }))) throw orderNotFound()
  await inTransaction(db, async (tx) => {
    const { costAmount } = await lockOwn(tx, { accountId, id })
    if (costAmount !== cost)
      throw refused('cost_changed', 'The cost of this order has changed. Reload the page to see the new one.')
    await saveApproval(tx, id, cost)
    await deps.stores.enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  })
}

/** Has units that were not sent bought again. Throws `order_not_found`; refuses with `nothing_to_reorder`. */
export async function reorder(
  db: Database,
  { stores }: Pick<ShopOrderDeps, 'stores'>,
  { accountId, id }: VendorAction,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwn(tx, { accountId, id })
    if (!(await saveReorder(tx, id)))
      throw refused('nothing_to_reorder', 'There is nothing to order again. Reload the page.')
    await stores.enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  })
}

/** What a vendor does with a supplier's part of an order. */
export type SupplierOrderAction = 'cancel' | 'keep' | 'received'

/** Does it. Throws `order_not_found`, also for another vendor's; refuses with `order_state`. */
export function actOnSupplierOrder(
  db: Database,
  deps: OrderDeps,
  action: RecordedAction & Readonly<{ action: SupplierOrderAction; reason?: string | undefined }>,
): Promise<LockedOrder> {
  const { id, accountId, memberId, reason, now } = action
  const cause = { actor: 'vendor', accountId: memberId, ...(reason ? { reason } : {}) } as const
  const context = { id, scope: { vendorId: accountId }, cause, deps, now }
  switch (action.action) {
    case 'cancel':
      return cancelOrder(db, context)
    case 'keep':
      return dismissCancellation(db, context)
    case 'received':
      return confirmReceipt(db, context)
  }
}

async function lockOwn(
  tx: Parameters<typeof lockOwnOrder>[0],
  ref: Readonly<{ accountId: number; id: string }>,
): Promise<{ costAmount: number | null }> {
  const found = await lockOwnOrder(tx, ref)
  if (!found) throw orderNotFound()
  return found
}

function orderNotFound(): AppError {
  return notFound('order_not_found', 'There is no such order.')
}
