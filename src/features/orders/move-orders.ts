import type { Queryable } from '#database/database.ts'
import type { SupplierOrder } from './queries.ts'
import { type Actor, type SupplierOrderEvent, transitionsOf } from './rules.ts'
import { updateStates } from './write-queries.ts'

/** What is to happen to the supplier orders of some purchases. */
export type Move = Readonly<{
  purchaseIds: readonly number[]
  event: SupplierOrderEvent
  actor: Actor
  now: Date
}>

/**
 * Lets one thing happen to all supplier orders of the purchases: the only place where their state changes. Each
 * change is written into the story. Gives the orders as they are then. Throws when it may not happen to one of them: the
 * caller holds the purchases' locks and knows how they stand, so that is a bug.
 */
export async function moveOrders(
  tx: Queryable,
  { purchaseIds, event, actor, now }: Move,
): Promise<SupplierOrder[]> {
  const transitions = transitionsOf(event, actor)
  const { moved, inAll } = await updateStates(tx, { purchaseIds, event, actor, transitions, now })
  if (moved.length === 0 || moved.length !== inAll)
    throw new Error(`not every supplier order may ${event} by ${actor}`)
  return moved
}
