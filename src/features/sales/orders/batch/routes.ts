import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { OrderDeps } from '../port.ts'
import { acceptOrders } from './accept-orders.ts'
import * as contract from './contract.ts'
import { importTrackingNumbers } from './import-tracking.ts'

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
