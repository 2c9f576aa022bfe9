import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import * as contract from './contract.ts'
import {
  addOwnWarehouse,
  archiveOwnWarehouse,
  changeOwnWarehouse,
  moveToOwnWarehouse,
  readWarehouses,
  restoreOwnWarehouse,
} from './manage-warehouses.ts'

/** Returns the routes of a store's warehouses. */
export function warehouseRoutes(enqueue: Enqueue): Route[] {
  return [
    route(contract.listWarehouses, async (_input, { db, actor }) =>
      ok('Warehouses', { warehouses: await readWarehouses(db, actor.id) }),
    ),
    route(contract.addWarehouse, async ({ body }, call) => {
      await addOwnWarehouse(call.db, toAuditSource(call), body)
      return ok('Warehouse added.', { warehouses: await readWarehouses(call.db, call.actor.id) })
    }),
    route(contract.changeWarehouse, async ({ params, body: form }, call) => {
      await changeOwnWarehouse(call.db, toAuditSource(call), { warehouseId: params.warehouse, form })
      return ok('Warehouse saved.', { warehouses: await readWarehouses(call.db, call.actor.id) })
    }),
    route(contract.archiveWarehouse, async ({ params, body: { moveTo } }, call) => {
      const warehouseId = params.warehouse
      await archiveOwnWarehouse(call.db, toAuditSource(call), { warehouseId, moveTo, enqueue })
      return ok('Warehouse archived. Its products are being moved.', {
        warehouses: await readWarehouses(call.db, call.actor.id),
      })
    }),
    route(contract.restoreWarehouse, async ({ params }, call) => {
      await restoreOwnWarehouse(call.db, toAuditSource(call), params.warehouse)
      return ok('Warehouse restored.', { warehouses: await readWarehouses(call.db, call.actor.id) })
    }),
    route(contract.moveToWarehouse, async ({ params, body: { products: publicIds } }, call) => {
      const warehouseId = params.warehouse
      const moved = await moveToOwnWarehouse(call.db, toAuditSource(call), { warehouseId, publicIds })
      return ok(moved === 1 ? 'Moved 1 product.' : `Moved ${moved} products.`, { moved })
    }),
  ]
}
