import type { Queryable } from '#database/database.ts'
import { insertEvents, listSupplierOrders, type SupplierOrder, updateStates } from './queries.ts'
import { type Actor, nextState, type SupplierOrderEvent } from './rules.ts'

/** What is to happen to the supplier orders of some purchases. */
export type Move = Readonly<{
  purchaseIds: readonly number[]
  event: SupplierOrderEvent
  actor: Actor
  now: Date
}>

/**
 * Lets one thing happen to all supplier orders of the purchases: the only place where their state changes. Each
 * change is written into the story. Gives the orders as they were. Throws when it may not happen, or when another
 * transaction was faster; the caller holds the purchases' locks, so both are bugs.
 */
export async function moveOrders(
  tx: Queryable,
  { purchaseIds, event, actor, now }: Move,
): Promise<SupplierOrder[]> {
  const orders = await listSupplierOrders(tx, purchaseIds)
  for (const [, alike] of Map.groupBy(orders, (order) => `${order.state} ${order.version}`)) {
    await moveAlike(tx, alike, { event, actor, now })
  }
  return orders
}

/** Orders in one state and version, moved by one statement. */
async function moveAlike(
  tx: Queryable,
  orders: readonly SupplierOrder[],
  { event, actor, now }: Omit<Move, 'purchaseIds'>,
): Promise<void> {
  const [first] = orders
  if (!first) return
  const to = nextState(first.state, event, actor)
  if (!to) throw new Error(`a supplier order in ${first.state} cannot ${event} by ${actor}`)
  const ids = orders.map((order) => order.id)
  const moved = await updateStates(tx, ids, { from: first.state, to, version: first.version, now })
  if (moved !== ids.length) throw new Error('a supplier order was changed by somebody else')
  await insertEvents(
    tx,
    ids.map((supplierOrderId) => ({
      supplierOrderId,
      event,
      fromState: first.state,
      toState: to,
      actor,
      at: now,
    })),
  )
}
