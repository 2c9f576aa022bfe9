import type { Database } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { acceptOrder } from '../lifecycle/answer-order.ts'
import type { OrderDeps } from '../port.ts'

type AcceptRequest = Readonly<{
  ownerId: number
  /** The account that accepts them. */
  memberId: number
  orders: readonly Readonly<{ id: string; version?: number | undefined }>[]
  deps: OrderDeps
  now: Date
}>

/**
 * Accepts orders of an account's store, each in its own transaction, and returns each result. A result says whether the
 * order was accepted, or why not.
 */
export async function acceptOrders(
  db: Database,
  { ownerId, memberId, orders, deps, now }: AcceptRequest,
): Promise<{ id: string; isDone: boolean; message: string }[]> {
  const results = []
  for (const { id, version } of orders) {
    const cause = { actor: 'supplier', accountId: memberId } as const
    try {
      await acceptOrder(db, { id, scope: { ownerId }, version, cause, deps, now })
      results.push({ id, isDone: true, message: 'The order is accepted.' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ id, isDone: false, message: error.message })
    }
  }
  return results
}
