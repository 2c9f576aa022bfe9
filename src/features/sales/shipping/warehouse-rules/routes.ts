import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { readOwnRules, saveOwnRules } from './own-shipping.ts'

/** The owners' routes of their warehouses' shipping prices. */
export const warehouseRuleRoutes: readonly Route[] = [
  route(contract.listWarehouseRules, async (_input, { db, actor }) =>
    ok('Shipping rules', { warehouses: await readOwnRules(db, actor.id) }),
  ),
  route(contract.saveWarehouseRules, async ({ body }, call) => {
    await saveOwnRules(call.db, toAuditSource(call), body)
    return ok('Shipping rules saved.', { warehouses: await readOwnRules(call.db, call.actor.id) })
  }),
]
