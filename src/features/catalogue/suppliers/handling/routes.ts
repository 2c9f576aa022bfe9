import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { endStoreHoliday, readPromises, saveStoreHoliday, saveWarehouseHandling } from './manage-handling.ts'

/** The routes of a store's handling times and holiday. */
export const handlingRoutes: readonly Route[] = [
  route(contract.readHandling, async (_input, { db, actor, now }) =>
    ok('Handling', { promises: await readPromises(db, actor.id, now) }),
  ),
  route(contract.saveHandling, async ({ params, body }, call) => {
    await saveWarehouseHandling(call.db, toAuditSource(call), {
      warehouseId: params.warehouse,
      handling: body,
    })
    return ok('Handling time saved.', { promises: await readPromises(call.db, call.actor.id, call.now) })
  }),
  route(contract.saveHoliday, async ({ body }, call) => {
    await saveStoreHoliday(call.db, toAuditSource(call), body)
    return ok('Holiday saved.', { promises: await readPromises(call.db, call.actor.id, call.now) })
  }),
  route(contract.endHoliday, async (_input, call) => {
    await endStoreHoliday(call.db, toAuditSource(call))
    return ok('Holiday ended.', { promises: await readPromises(call.db, call.actor.id, call.now) })
  }),
]
