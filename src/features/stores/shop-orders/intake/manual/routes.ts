import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { ShopOrderDeps } from '../../deps.ts'
import * as contract from './contract.ts'
import { cancelManualOrder, createManualOrder, quoteManualOrder } from './manual-orders.ts'
import { readOrderProduct } from './order-product.ts'

/** Returns the routes of vendors' manual orders, for customers or as samples. */
export function manualOrderRoutes(deps: ShopOrderDeps): readonly Route[] {
  return [
    route(contract.getOrderProduct, async ({ params: { id } }, { db, actor }) =>
      ok('Product', { product: await readOrderProduct(db, { accountId: actor.id, id }) }),
    ),
    route(contract.quoteManualOrder, async ({ body }, { db, actor, now }) =>
      ok('Cost', await quoteManualOrder(db, deps, { accountId: actor.id, input: body, now })),
    ),
    route(contract.createManualOrder, async ({ body }, call) => {
      const { requestId, total, ...input } = body
      const request = { source: toAuditSource(call), requestId, total, input }
      return ok('Your order is placed.', { id: await createManualOrder(call.db, deps, request) })
    }),
    route(contract.cancelManualOrder, async ({ params: { id } }, call) => {
      await cancelManualOrder(call.db, deps, { source: toAuditSource(call), id })
      return ok('The order is cancelled.', {})
    }),
  ]
}
