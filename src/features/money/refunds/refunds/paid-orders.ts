import type { Transaction } from '#database/database.ts'
import { lockOrder, type LockedOrder } from '#features/sales/orders/service.ts'
import { listPaidOrders } from '../unapplied/receipt-queries.ts'

/** Returns the orders that a receipt paid, locked in a fixed order to avoid deadlocks. */
export async function lockPaidOrders(tx: Transaction, receiptId: number): Promise<LockedOrder[]> {
  const locked: LockedOrder[] = []
  // Sequentially, because two transactions that lock several orders would otherwise deadlock.
  for (const id of await listPaidOrders(tx, receiptId)) {
    const order = await lockOrder(tx, id, {})
    if (order) locked.push(order)
  }
  return locked
}
