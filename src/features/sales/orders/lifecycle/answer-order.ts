import type { Database, Transaction } from '#database/database.ts'
import { type Change, changeOrder, rejectUnits, workOn } from './change-order.ts'
import type { LineUnits, LockedOrder, Whose } from './lifecycle-queries.ts'
import type { Cause } from './move-orders.ts'
import type { OrderDesk } from '../port.ts'
import { leftOf, unitsOf } from '../rules.ts'
import { isBuyer, stepOf } from './states.ts'

/** Who works on which order, and with what. */
export type Acting = Readonly<{
  id: string
  whose: Whose
  version?: number | undefined
  cause: Cause
  desk: OrderDesk
  now: Date
}>

/** Why a supplier does not send something. */
export type RejectReason = 'out_of_stock' | 'price' | 'address' | 'other'

/** Says yes to an order. */
export function acceptOrder(db: Database, acting: Acting): Promise<LockedOrder> {
  return workOn(db, acting, (tx, locked) => changeOrder(tx, { ...acting, locked, event: 'accept' }))
}

/** Says no to units of an order, or to all that is left of it. Refuses with `units_not_there`. */
export function rejectOrder(
  db: Database,
  acting: Acting,
  { units, reason }: Readonly<{ units: readonly LineUnits[] | undefined; reason: RejectReason }>,
): Promise<LockedOrder> {
  return workOn(db, acting, (tx, locked) =>
    rejectUnits(tx, {
      ...acting,
      locked,
      units: units ?? allLeft(locked),
      isGone: reason === 'out_of_stock',
    }),
  )
}

function allLeft({ lines }: LockedOrder): LineUnits[] {
  return lines
    .map((line) => ({ lineId: line.id, quantity: leftOf(line) }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * Ends an order that is not sent yet, or what is not sent of it. A buyer can do so at once until the supplier has said yes,
 * and asks from then on. With `isGone` the pieces do not go back on sale.
 */
export function cancelOrder(
  db: Database,
  acting: Acting & Readonly<{ isGone?: boolean }>,
): Promise<LockedOrder> {
  return workOn(db, acting, (tx, locked) =>
    changeOrder(tx, { ...acting, locked, event: endingOf(locked, acting.cause) }),
  )
}

function endingOf({ order, lines }: LockedOrder, { actor }: Cause) {
  if (isBuyer(actor) && order.state !== 'paid_hold' && order.state !== 'submitted') return 'ask_cancel'
  return unitsOf(lines).sent > 0 ? 'cancel_rest' : 'cancel'
}

/** Ends what is not sent of a locked order, where its life allows it; gives what went back on sale. */
export async function cancelRest(
  tx: Transaction,
  change: Pick<Change, 'locked' | 'cause' | 'desk' | 'now'>,
): Promise<readonly string[]> {
  const { locked, cause } = change
  const units = unitsOf(locked.lines)
  const event = units.sent > 0 ? 'cancel_rest' : 'cancel'
  if (!stepOf({ state: locked.order.state, units }, event, cause.actor)) return []
  return (await changeOrder(tx, { ...change, event })).released
}

/** A supplier's answer to a wish to cancel, or the buyer's taking it back: the order goes on. */
export function keepOrder(db: Database, acting: Acting): Promise<LockedOrder> {
  return workOn(db, acting, (tx, locked) => changeOrder(tx, { ...acting, locked, event: 'keep' }))
}

/** Everything has arrived, as the buyer says. Said again it changes nothing. */
export function confirmReceipt(db: Database, acting: Acting): Promise<LockedOrder> {
  return workOn(db, acting, async (tx, locked) => {
    if (locked.order.state === 'delivered' || locked.order.state === 'completed')
      return { locked, released: [] }
    return changeOrder(tx, { ...acting, locked, event: 'deliver' })
  })
}

/** What an operator may do to an order, where the table of its life allows it. */
export const OPERATOR_EVENTS = [
  'submit',
  'reject',
  'cancel',
  'cancel_rest',
  'keep',
  'deliver',
  'complete',
] as const

/** Does what an operator has decided. */
export function moveByOperator(
  db: Database,
  acting: Acting,
  event: (typeof OPERATOR_EVENTS)[number],
): Promise<LockedOrder> {
  return workOn(db, acting, (tx, locked) => changeOrder(tx, { ...acting, locked, event }))
}
