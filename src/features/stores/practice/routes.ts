import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { connectPracticeShop, listPracticeShops, type PracticeDeps } from './service.ts'

/** Returns the routes of vendors' and suppliers' practice shops. */
export function practiceRoutes(deps: PracticeDeps): readonly Route[] {
  return [
    route(contract.usePracticeShop, async ({ body: { platform } }, call) => {
      const { db, actor } = call
      const connected = await connectPracticeShop(db, deps, { actor, platform, source: toAuditSource(call) })
      return ok(`${connected.connection.name} is connected.`, connected)
    }),
    route(contract.getPracticeShop, async (_input, { db, actor }) =>
      listPracticeShops(db, deps, actor.id).then((shops) =>
        ok('Your practice shops', { shop: shops[0] ?? null, shops }),
      ),
    ),
  ]
}
