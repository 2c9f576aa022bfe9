import { hasPermission } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { countOwnerSupplierOrders, listOwnerSupplierOrders } from './list-orders.ts'

/** Returns the routes of suppliers' order lists; `sellsLabels` is whether the marketplace sells shipping labels. */
export function orderListRoutes({ sellsLabels }: Readonly<{ sellsLabels: boolean }>): Route[] {
  return [
    route(contract.listSupplierOrders, async ({ query }, { db, actor, now }) => {
      const list = await listOwnerSupplierOrders(db, { ...query, ownerId: actor.id, now })
      if (hasPermission(actor, 'money:read')) return ok('Your orders', list)
      return ok('Your orders', {
        ...list,
        orders: list.orders.map((order) => ({ ...order, earnings: null })),
      })
    }),
    route(contract.countSupplierOrders, async ({ query: { timeZone } }, { db, actor, now }) => {
      const counted = await countOwnerSupplierOrders(db, { ownerId: actor.id, timeZone, now })
      return ok('Your orders by view', { ...counted, sellsLabels })
    }),
  ]
}
