import { toAuditSource } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { readPricing, savePricing } from './service.ts'

/** Returns the routes of a vendor's price rules. */
export function pricingRoutes(deps: Readonly<{ enqueue: Enqueue }>): readonly Route[] {
  return [
    route(contract.getPricing, async (_input, { db, actor }) =>
      ok('Your price rules', { pricing: await readPricing(db, actor.id) }),
    ),
    route(contract.savePricing, async ({ body }, call) =>
      ok('Price rules saved.', {
        pricing: await savePricing(call.db, deps, { ...body, source: toAuditSource(call) }),
      }),
    ),
  ]
}
