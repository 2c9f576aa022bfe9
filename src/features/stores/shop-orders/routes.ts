import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { getVendorOrder, listVendorOrders } from './service.ts'

/** What vendors see of the orders of their own shops. */
export const shopOrderRoutes: readonly Route[] = [
  route(contract.listVendorOrders, async ({ query }, { db, actor }) =>
    ok('Your orders', await listVendorOrders(db, { ...query, accountId: actor.id })),
  ),
  route(contract.getVendorOrder, async ({ params: { id } }, { db, actor }) =>
    ok('Order', { order: await getVendorOrder(db, { accountId: actor.id, id }) }),
  ),
]
