import type { Queryable } from '#database/database.ts'
import { type AppError, refused } from '#core/errors.ts'
import { calculateShipBy } from '#core/shipping/handling.ts'
import { MINUTE } from '#core/time.ts'
import {
  findHoldEnd,
  type SoldLine,
  payStates,
  selectPromises,
  updateOrderStates,
  updateState,
  updateStates,
} from './move-queries.ts'
import type { SupplierOrder } from '../views/purchase-queries.ts'
import { countUnits } from '../rules.ts'
import type { LockedOrder } from './lifecycle-queries.ts'
import type { Actor } from '../shapes.ts'
import {
  type OrderTransition,
  findTransition,
  type SupplierOrderEvent,
  listTransitions,
  type UnitCounts,
} from './states.ts'
import { type TimerKind, getTimerChanges, TIMING } from '../timers/timing.ts'

// Only this file changes the states of supplier orders.

/** The cause of an event: its actor, the account's key, if any, and the reason. */
export type Cause = Readonly<{ actor: Actor; accountId?: number; reason?: string }>

/**
 * An event of one supplier order in the state it was read in, with its counted units, its timer, and the timer's next
 * time, if any.
 */
export type OrderTransitionInput = Readonly<{
  order: SupplierOrder
  units: UnitCounts
  event: SupplierOrderEvent
  cause: Cause
  timer?: TimerKind
  again?: Date
  now: Date
}>

/** An order in its new state, and the transition. */
export type OrderTransitionResult = Readonly<{ order: SupplierOrder; step: OrderTransition }>

/**
 * Applies an event to a supplier order: its state, timeline and timers, or nothing. Refuses with `order_state` for an
 * event that its state does not allow, with `order_on_hold` for one that a supplier may cause later, and with
 * `order_changed` if the order was changed since it was read.
 */
export async function moveOrder(
  tx: Queryable,
  { order, units, event, cause, timer, again, now }: OrderTransitionInput,
): Promise<OrderTransitionResult> {
  const transition = findTransition({ state: order.state, units }, event, cause.actor)
  if (!transition) throw await createTransitionError(tx, order, { actor: cause.actor, now })
  const { ended, begun } = getTimerChanges(transition, order, now)
  const moved = await updateState(tx, {
    order,
    event,
    to: transition.to,
    actor: cause.actor,
    accountId: cause.accountId ?? null,
    reason: cause.reason ?? null,
    ended: timer === undefined || again || ended.includes(timer) ? ended : [...ended, timer],
    begun: timer && again ? [...begun, { kind: timer, dueAt: again }] : begun,
    now,
  })
  if (!moved) throw orderChanged()
  return { order: moved, step: transition }
}

/**
 * Applies the same event to several locked orders by one statement; returns them in their new state, in order.
 * Throws if one of their states does not allow it or was changed meanwhile: then none is moved.
 */
export async function moveOrders(
  tx: Queryable,
  orders: readonly LockedOrder[],
  { event, actor, now }: Readonly<{ event: SupplierOrderEvent; actor: Actor; now: Date }>,
): Promise<LockedOrder[]> {
  const moves = orders.map(({ order, lines }) => {
    const transition = findTransition({ state: order.state, units: countUnits(lines) }, event, actor)
    if (!transition) throw new Error(`order ${order.publicId} cannot ${event}`)
    const { id, version } = order
    return { id, version, ...transition, ...getTimerChanges(transition, order, now) }
  })
  const moved = await updateOrderStates(tx, { moves, event, actor, now })
  return orders.map((locked) => {
    const order = moved.get(locked.order.id)
    if (!order) throw orderChanged()
    return { ...locked, order }
  })
}

/**
 * Returns the error for a transition that an order's state does not allow. It is `order_on_hold` with `availableAt`
 * while the buyer may still cancel freely and the supplier has to wait, otherwise `order_state`.
 */
export async function createTransitionError(
  tx: Queryable,
  { id, state }: Pick<SupplierOrder, 'id' | 'state'>,
  { actor, now }: Readonly<{ actor: Actor; now: Date }>,
): Promise<AppError> {
  if (actor !== 'supplier' || state !== 'paid_hold')
    return refused('order_state', 'This is no longer possible for this order.', { state })
  const availableAt = (await findHoldEnd(tx, id)) ?? now
  const text =
    availableAt > now
      ? `The buyer can still cancel this order. You can accept or reject it from ${formatMinute(availableAt)} UTC.`
      : 'This order is being handed over to you. Please try again in a moment.'
  return refused('order_on_hold', text, { state, availableAt: availableAt.toISOString() })
}

/**
 * Formats a moment as a minute. Orders are handed over once a minute, so the first whole minute is the one that can be stated.
 */
function formatMinute(moment: Date): string {
  const minute = new Date(Math.ceil(moment.getTime() / MINUTE) * MINUTE)
  return MINUTE_FORMAT.format(minute)
}

const MINUTE_FORMAT = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** Returns the error for a decision about an order that has changed since the caller saw it. */
export function orderChanged() {
  return refused('order_changed', 'The order has changed since you opened it. Reload the page and try again.')
}

/**
 * Expires all supplier orders of unpaid purchases, and returns them in their new state. Throws if one of them cannot
 * expire: the caller holds the purchases' locks and has checked their states, so that is a bug.
 */
export async function expireOrders(
  tx: Queryable,
  { purchaseIds, now }: Readonly<{ purchaseIds: readonly number[]; now: Date }>,
): Promise<SupplierOrder[]> {
  const [event, actor] = ['expire', 'timer'] as const
  const transitions = listTransitions(event, actor)
  const { moved, inAll } = await updateStates(tx, { purchaseIds, event, actor, transitions, now })
  checkAllMoved(moved.length, inAll, event)
  return moved
}

/** The purchase that a receipt pays. `holdMs` is the length of a vendor's hold. */
export type OrderPayment = Readonly<{
  purchaseId: number
  receiptId: number
  holdMs?: number | undefined
  now: Date
}>

/**
 * Pays all supplier orders of a purchase by a receipt, and shares its money among them. Returns the lines sold. Throws
 * if one of them cannot be paid: the caller holds the purchase's lock.
 */
export async function payOrders(
  tx: Queryable,
  { purchaseId, receiptId, holdMs, now }: OrderPayment,
): Promise<SoldLine[]> {
  const [event, actor] = ['pay', 'payment'] as const
  const promises = await selectPromises(tx, purchaseId)
  // None of the timers that begin here depends on the parcel's transit time.
  const begun = promises.map(({ orderId, deadlines, warehouses }) => {
    const shipBy = findLatest(warehouses.map((promise) => calculateShipBy(now, promise)))
    const change = { from: 'awaiting_payment', to: 'paid_hold' } as const
    const timing = { shipBy, shippingDays: null, deadlines, ...(holdMs === undefined ? {} : { holdMs }) }
    return { orderId, shipBy, timers: getTimerChanges(change, timing, now).begun }
  })
  const transitions = listTransitions(event, actor)
  const payment = {
    purchaseId,
    receiptId,
    event,
    actor,
    transitions,
    begun,
    unknownTransit: TIMING.delivered,
    now,
  }
  const { sold, moved, inAll } = await payStates(tx, payment)
  checkAllMoved(moved, inAll, event)
  return sold
}

/** Returns the last of these moments: an order leaves when its slowest warehouse is done. */
function findLatest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())))
}

function checkAllMoved(moved: number, inAll: number, event: SupplierOrderEvent): void {
  if (moved === 0 || moved !== inAll) throw new Error(`not every supplier order may ${event}`)
}
