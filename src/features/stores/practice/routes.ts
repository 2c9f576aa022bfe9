import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { connectPracticeShop, type PracticeDeps } from './service.ts'

/** The practice shops of vendors and suppliers. */
export function practiceRoutes(deps: PracticeDeps): readonly Route[] {
  return [
    route(contract.usePracticeShop, async (_input, { db, actor, now }) => {
      const connected = await connectPracticeShop(db, deps, { actor, now })
      return ok(`${connected.connection.name} is connected.`, connected)
    }),
    route(contract.getPracticeShop, async (_input, { db, actor }) =>
      ok('Your practice shop', { shop: (await deps.shops.find(db, actor.id)) ?? null }),
    ),
  ]
}
