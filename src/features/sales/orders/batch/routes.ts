import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { OrderDeps } from '../port.ts'
import * as contract from './contract.ts'
import { importTrackingNumbers } from './import-tracking.ts'
import type { Database } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { acceptOrder } from '../lifecycle/answer-order.ts'

/** Returns the routes by which suppliers process many orders at once. */
export function orderBatchRoutes(deps: OrderDeps): Route[] {
  return [
    route(contract.acceptSupplierOrders, async ({ body: { orders } }, { db, actor, now }) => {
      const results = await acceptOrders(db, {
        ownerId: actor.id,
        memberId: actor.memberId,
        orders,
        deps,
        now,
      })
      const accepted = results.filter(({ isDone }) => isDone).length
      return ok(accepted === 1 ? '1 order is accepted.' : `${accepted} orders are accepted.`, { results })
    }),
    route(contract.importTracking, async ({ body: { csv, confirm } }, { db, actor, now }) => {
      const rows = await importTrackingNumbers(db, {
        ownerId: actor.id,
        memberId: actor.memberId,
        csv,
        confirm,
        deps,
        now,
      })
      const added = rows.filter(({ status }) => status === 'added').length
      return ok(added === 1 ? '1 parcel has been added.' : `${added} parcels have been added.`, { rows })
    }),
  ]
}

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
async function acceptOrders(
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
