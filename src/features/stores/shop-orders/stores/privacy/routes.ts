import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { ShopOrderDeps } from '../../deps.ts'
import * as contract from './contract.ts'
import { exportCustomerData, readPrivacyRequests } from './privacy-requests.ts'

/** Returns the routes of customers' privacy requests for vendors. */
export function privacyRoutes(deps: Pick<ShopOrderDeps, 'stores'>): readonly Route[] {
  return [
    route(contract.listPrivacyRequests, async (_input, { db, actor }) =>
      ok('Requests', await readPrivacyRequests(db, deps, actor.id)),
    ),
    route(contract.getCustomerData, async ({ params: { id } }, { db, actor, now }) =>
      ok('Customer data', { data: await exportCustomerData(db, { account: actor, id, now }) }),
    ),
  ]
}
