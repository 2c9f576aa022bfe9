import { toAuditSource } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { readOwnAddresses, saveOwnAddress, saveOwnReturnPolicy } from './manage-addresses.ts'

/** Returns the routes of a store's warehouse addresses and of its return policy. */
export function warehouseAddressRoutes(enqueue: Enqueue): Route[] {
  return [
    route(contract.listWarehouseAddresses, async (_input, { db, actor }) =>
      ok('Warehouses', await readOwnAddresses(db, actor.id)),
    ),
    route(contract.saveWarehouseAddress, async ({ params, body }, call) => {
      const { warehouse: warehouseId, purpose } = params
      await saveOwnAddress(call.db, toAuditSource(call), {
        warehouseId,
        purpose,
        address: body.address,
        enqueue,
      })
      return ok(
        body.address ? 'Address saved.' : 'Address removed.',
        await readOwnAddresses(call.db, call.actor.id),
      )
    }),
    route(contract.saveReturnPolicy, async ({ body }, call) => {
      await saveOwnReturnPolicy(call.db, toAuditSource(call), body)
      return ok('Return policy saved.', await readOwnAddresses(call.db, call.actor.id))
    }),
  ]
}
