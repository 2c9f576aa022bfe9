import type { Database, Transaction } from '#database/database.ts'
import { type OrderChange, changeOrder, type OrderReference, withLockedOrder } from './change-order.ts'
import type { LineUnits, LockedOrder } from './lifecycle-queries.ts'
import type { Cause } from './move-orders.ts'
import type { OrderDeps } from '../port.ts'
import { countRemaining, countUnits } from '../rules.ts'
import { rejectUnits } from './withdraw-units.ts'
import { isBuyer, findTransition } from './states.ts'

/** The actor, the order, and the dependencies of an action. */
export type OrderActionContext = OrderReference & Readonly<{ cause: Cause; deps: OrderDeps; now: Date }>

/** The reasons why a supplier does not send something. */
export type RejectReason = 'out_of_stock' | 'price' | 'address' | 'other'

export function acceptOrder(db: Database, context: OrderActionContext): Promise<LockedOrder> {
  return withLockedOrder(db, context, (tx, locked) =>
    changeOrder(tx, { ...context, locked, event: 'accept' }),
  )
}

/** Rejects units of an order, or all that is left of it. Refuses with `units_not_there`. */
export function rejectOrder(
  db: Database,
  context: OrderActionContext,
  { units, reason }: Readonly<{ units: readonly LineUnits[] | undefined; reason: RejectReason }>,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, (tx, locked) =>
    rejectUnits(tx, {
      ...context,
      locked,
      units: units ?? listRemainingUnits(locked),
      isGone: reason === 'out_of_stock',
    }),
  )
}

function listRemainingUnits({ lines }: LockedOrder): LineUnits[] {
  return lines
    .map((line) => ({ lineId: line.id, quantity: countRemaining(line) }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * Cancels an unsent order, or its unsent units. A buyer can do so at once until the supplier has accepted, and by a
 * request afterwards. With `isGone` the items are not restocked.
 */
export function cancelOrder(
  db: Database,
  context: OrderActionContext & Readonly<{ isGone?: boolean }>,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, (tx, locked) =>
    changeOrder(tx, { ...context, locked, event: chooseCancelEvent(locked, context.cause) }),
  )
}

function chooseCancelEvent({ order, lines }: LockedOrder, { actor }: Cause) {
  if (isBuyer(actor) && order.state !== 'paid_hold' && order.state !== 'submitted') return 'ask_cancel'
  return countUnits(lines).sent > 0 ? 'cancel_rest' : 'cancel'
}

/** Cancels the unsent units of a locked order, if its state allows it; returns the restocked products. */
export async function cancelUnsentUnits(
  tx: Transaction,
  change: Pick<OrderChange, 'locked' | 'cause' | 'deps' | 'now'>,
): Promise<readonly string[]> {
  const { locked, cause } = change
  const units = countUnits(locked.lines)
  const event = units.sent > 0 ? 'cancel_rest' : 'cancel'
  if (!findTransition({ state: locked.order.state, units }, event, cause.actor)) return []
  return (await changeOrder(tx, { ...change, event })).released
}

/** Dismisses a cancellation request, by the supplier or its buyer; the order continues. */
export function dismissCancellation(db: Database, context: OrderActionContext): Promise<LockedOrder> {
  return withLockedOrder(db, context, (tx, locked) => changeOrder(tx, { ...context, locked, event: 'keep' }))
}

/** Confirms the buyer's receipt of everything. Repeating it changes nothing. */
export function confirmReceipt(db: Database, context: OrderActionContext): Promise<LockedOrder> {
  return withLockedOrder(db, context, async (tx, locked) => {
    if (locked.order.state === 'delivered' || locked.order.state === 'completed')
      return { locked, released: [] }
    return changeOrder(tx, { ...context, locked, event: 'deliver' })
  })
}

/** Ends the hold of a vendor's order, so that its supplier gets it at once. */
export function forwardOrder(db: Database, context: OrderActionContext): Promise<LockedOrder> {
  return withLockedOrder(db, context, (tx, locked) =>
    changeOrder(tx, { ...context, locked, event: 'submit' }),
  )
}

/** The events that an operator may cause, if the order's transitions allow it. */
export const OPERATOR_EVENTS = [
  'submit',
  'reject',
  'cancel',
  'cancel_rest',
  'keep',
  'deliver',
  'complete',
] as const

/** Applies an operator's decision. */
export function moveByOperator(
  db: Database,
  context: OrderActionContext,
  event: (typeof OPERATOR_EVENTS)[number],
): Promise<LockedOrder> {
  return withLockedOrder(db, context, (tx, locked) => changeOrder(tx, { ...context, locked, event }))
}
