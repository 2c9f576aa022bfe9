import type { Queryable } from '#database/database.ts'
import type { SupplierOrder, SupplierOrderLine } from './queries.ts'
import { type Actor, type SupplierOrderEvent, transitionsOf } from './rules.ts'
import { payStates, updateStates } from './write-queries.ts'

// The only place where the states of supplier orders change.

/** What is to happen to the supplier orders of some purchases. */
export type Move = Readonly<{
  purchaseIds: readonly number[]
  event: SupplierOrderEvent
  actor: Actor
  now: Date
}>

/**
 * Lets one thing happen to all supplier orders of the purchases. Each change is written into the story. Gives the orders as they are then. Throws when it may not happen to one of them: the
 * caller holds the purchases' locks and knows how they stand, so that is a bug.
 */
export async function moveOrders(
  tx: Queryable,
  { purchaseIds, event, actor, now }: Move,
): Promise<SupplierOrder[]> {
  const transitions = transitionsOf(event, actor)
  const { moved, inAll } = await updateStates(tx, { purchaseIds, event, actor, transitions, now })
  checkAllMoved(moved.length, inAll, event)
  return moved
}

/**
 * Lets a receipt of exactly its total pay all supplier orders of a purchase, as `moveOrders` would, and shares its money
 * among them. Gives the lines sold. Throws when one of them may not be paid: the caller holds the purchase's lock.
 */
export async function payOrders(
  tx: Queryable,
  { purchaseId, receiptId, now }: { purchaseId: number; receiptId: number; now: Date },
): Promise<SupplierOrderLine[]> {
  const [event, actor] = ['pay', 'payment'] as const
  const transitions = transitionsOf(event, actor)
  const payment = { purchaseId, receiptId, event, actor, transitions, now }
  const { sold, moved, inAll } = await payStates(tx, payment)
  checkAllMoved(moved, inAll, event)
  return sold
}

function checkAllMoved(moved: number, inAll: number, event: SupplierOrderEvent): void {
  if (moved === 0 || moved !== inAll) throw new Error(`not every supplier order may ${event}`)
}
