import { type AppError, notFound, refused } from '#core/errors.ts'
import { PRACTICE_CURRENCY, SHOP_CURRENCY } from '#core/money.ts'
import { inTransaction, type Database } from '#database/database.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import {
  cancelItems,
  cancelOrder,
  confirmReceipt,
  dismissCancellation,
  forwardOrder,
  type LockedOrder,
  type OrderDeps,
  type PlacedUnits,
  withdrawItemsRequest,
} from '#features/sales/orders/service.ts'
import { FOLLOW_JOB, type ShopOrderDeps } from '../deps.ts'
import { createPartRecorder, recordOrderAction, toLoggedAmount } from '../record-order-action.ts'
import { followOrder } from './follow-order.ts'
import { lockOwnOrder, type LockedShopOrder, saveApproval, saveReorder } from './action-queries.ts'
import { listHeldOrders } from './waiting-queries.ts'

/** An action of a vendor's team on an order of their store. */
export type VendorAction = Readonly<{ source: AuditSource; id: string }>

/**
 * Ends an order's hold, so that its suppliers get it at once. Returns how many got it. Throws `order_not_found`;
 * refuses with `nothing_to_forward`.
 */
export async function forwardNow(
  db: Database,
  { orders, enqueue }: Readonly<{ orders: OrderDeps; enqueue: OrderDeps['enqueue'] }>,
  { source, id }: VendorAction,
): Promise<number> {
  const { businessId: accountId, memberId, now } = source
  await inTransaction(db, (tx) => lockOwn(tx, { accountId, id }))
  const held = await listHeldOrders(db, id)
  if (held.length === 0)
    throw refused(
      'nothing_to_forward',
      'Nothing in this order is on hold. Pay for it first, or reload the page.',
    )
  for (const [place, supplierOrderId] of held.entries())
    await forwardOrder(db, {
      id: supplierOrderId,
      scope: { vendorId: accountId },
      cause: { actor: 'vendor', accountId: memberId, reason: 'Forwarded before the end of its hold' },
      deps: orders,
      now,
      // One click makes one entry.
      record:
        place > 0
          ? undefined
          : createPartRecorder(source, supplierOrderId, (number) => `Sent order ${number} to its suppliers`),
    })
  await enqueue(db, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  return held.length
}

/** Approves an order's cost above its vendor's limits. Throws `order_not_found`; refuses with `cost_changed`. */
export async function approveCost(
  db: Database,
  deps: ShopOrderDeps,
  { source, id, cost }: VendorAction & Readonly<{ cost: number }>,
): Promise<void> {
  const { businessId: accountId, now } = source
  if (!(await followOrder(db, deps, { id, accountId, now }))) throw orderNotFound()
  await inTransaction(db, async (tx) => {
    const order = await lockOwn(tx, { accountId, id })
    if (order.costAmount !== cost)
      throw refused(
        'cost_changed',
        'The cost of this order has changed. Reload the page to see the new cost.',
      )
    await saveApproval(tx, id, cost)
    const toText = (amount: number) =>
      toLoggedAmount(amount, order.isPractice ? PRACTICE_CURRENCY : SHOP_CURRENCY)
    await recordOrderAction(tx, source, {
      order,
      action: `Approved the cost of order ${order.number}`,
      before: { agreedCost: order.approvedAmount === null ? null : toText(order.approvedAmount) },
      after: { agreedCost: toText(cost) },
    })
    await deps.stores.enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  })
}

/** Buys unsent units again. Throws `order_not_found`; refuses with `nothing_to_reorder`. */
export async function reorder(
  db: Database,
  { stores }: Pick<ShopOrderDeps, 'stores'>,
  { source, id }: VendorAction,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOwn(tx, { accountId: source.businessId, id })
    const items = await saveReorder(tx, id)
    if (items === 0) throw refused('nothing_to_reorder', 'There’s nothing to reorder. Reload the page.')
    const action = `Ordered ${items === 1 ? '1 item' : `${items} items`} of order ${order.number} again`
    await recordOrderAction(tx, source, { order, action, after: { items } })
    await stores.enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  })
}

/** The actions of a vendor on a supplier order. */
export type SupplierOrderAction = 'cancel' | 'keep' | 'received'

/**
 * Performs the action on a supplier order. Throws `order_not_found`, also for another vendor's; refuses with
 * `order_state`.
 */
export function actOnSupplierOrder(
  db: Database,
  deps: OrderDeps,
  action: VendorAction & Readonly<{ action: SupplierOrderAction; reason?: string | undefined }>,
): Promise<LockedOrder> {
  const { id, source, reason } = action
  const { businessId: accountId, memberId, now } = source
  const cause = { actor: 'vendor', accountId: memberId, ...(reason ? { reason } : {}) } as const
  const record = createPartRecorder(source, id, (number, state) => describe(action.action, { number, state }))
  const context = { id, scope: { vendorId: accountId }, cause, deps, now, record }
  switch (action.action) {
    case 'cancel':
      return cancelOrder(db, context)
    case 'keep':
      return dismissCancellation(db, context)
    case 'received':
      return confirmReceipt(db, context)
  }
}

/**
 * Cancels items of a supplier order, or requests it from its supplier. Throws `order_not_found`; refuses with
 * `order_state`, `units_not_there` and `request_open`.
 */
export function cancelVendorItems(
  db: Database,
  deps: OrderDeps,
  { id, source, items, reason }: VendorAction & Readonly<{ items: PlacedUnits; reason?: string | undefined }>,
): Promise<LockedOrder> {
  const { businessId: accountId, memberId, now } = source
  const cause = { actor: 'vendor', accountId: memberId, ...(reason ? { reason } : {}) } as const
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const what = count === 1 ? '1 item' : `${count} items`
  const record = createPartRecorder(source, id, (number, state) =>
    AT_ONCE.includes(state)
      ? `Cancelled ${what} of order ${number}`
      : `Asked the supplier to cancel ${what} of order ${number}`,
  )
  return cancelItems(db, { id, scope: { vendorId: accountId }, cause, deps, now, record }, items)
}

/** Withdraws a request to cancel items. Throws `order_not_found` and `request_not_found`. */
export function keepVendorItems(
  db: Database,
  deps: OrderDeps,
  { id, source }: VendorAction,
): Promise<LockedOrder> {
  const { businessId: accountId, memberId, now } = source
  const cause = { actor: 'vendor', accountId: memberId } as const
  const record = createPartRecorder(
    source,
    id,
    (number) => `Withdrew the request to cancel items of order ${number}`,
  )
  return withdrawItemsRequest(db, { id, scope: { vendorId: accountId }, cause, deps, now, record })
}

/** The states after items were cancelled at once. */
export const AT_ONCE: readonly string[] = ['paid_hold', 'submitted', 'cancelled']

function describe(
  action: SupplierOrderAction,
  { number, state }: Readonly<{ number: string; state: string }>,
): string {
  if (action === 'keep') return `Withdrew the request to cancel a part of order ${number}`
  if (action === 'received') return `Marked a part of order ${number} as received`
  return state === 'cancel_requested'
    ? `Asked the supplier to cancel a part of order ${number}`
    : `Cancelled a part of order ${number}`
}

async function lockOwn(
  tx: Parameters<typeof lockOwnOrder>[0],
  ref: Readonly<{ accountId: number; id: string }>,
): Promise<LockedShopOrder> {
  const found = await lockOwnOrder(tx, ref)
  if (!found) throw orderNotFound()
  return found
}

function orderNotFound(): AppError {
  return notFound('order_not_found', 'We couldn’t find this order.')
}
