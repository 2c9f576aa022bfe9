import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { markPacked, readOrdersToPack } from './pack-orders.ts'

/** The routes by which suppliers pack their orders. */
export const packingRoutes: readonly Route[] = [
  route(contract.listOrdersToPack, async ({ query: { timeZone } }, { db, actor, now }) =>
    ok('Orders to pack', { orders: await readOrdersToPack(db, { ownerId: actor.id, timeZone, now }) }),
  ),
  route(contract.markOrderPacked, async ({ params: { id }, body: { isPacked } }, { db, actor, now }) => {
    await markPacked(db, { orderId: id, ownerId: actor.id, isPacked, now })
    return ok(isPacked ? 'The order is packed.' : 'The order is back in your packing list.', {})
  }),
]
