import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { ShopOrderDeps } from '../deps.ts'
import { listVendorStores } from './contract.ts'
import { readVendorStores } from './read-stores.ts'

/** Returns the routes of vendors' connected stores. */
export function vendorStoreRoutes(deps: Pick<ShopOrderDeps, 'stores'>): readonly Route[] {
  return [
    route(listVendorStores, async (_input, { db, actor }) =>
      ok('Your stores', { stores: await readVendorStores(db, deps, actor.id) }),
    ),
  ]
}
