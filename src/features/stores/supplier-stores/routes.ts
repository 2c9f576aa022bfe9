import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import type { SupplierStoreDeps } from './deps.ts'
import { changeProductStore, readProductStore } from './product-store.ts'
import { changeStore, listSupplierStores, requestCheck } from './read-stores.ts'
import { importStore } from './service.ts'
import { closeStockChange } from './stock/close-change.ts'
import { readOrderChanges } from './stock/read-changes.ts'

/** Returns the routes by which suppliers import their connected stores and see how they are synced. */
export function supplierStoreRoutes(deps: SupplierStoreDeps): Route[] {
  const { enqueue, publicUrl } = deps.stores
  return [
    route(contract.startStoreImport, async ({ body: { connectionId } }, { db, actor, now }) => {
      const input = { accountId: actor.id, connectionId, now }
      return ok('We’re reading your store.', { import: await importStore(db, input, { enqueue }) })
    }),

    route(contract.listOrderStockChanges, async ({ params: { id } }, { db, actor }) =>
      ok('Stock in your store', {
        changes: await readOrderChanges(db, { accountId: actor.id, orderId: id }),
      }),
    ),

    route(contract.closeStockChange, async ({ params: { reference } }, call) => {
      await closeStockChange(call.db, { reference, source: toAuditSource(call) })
      return ok('Marked as done.', {})
    }),

    route(contract.readProductStore, async ({ params: { id } }, { db, actor }) =>
      ok('The store of the product', { store: await readProductStore(db, { accountId: actor.id, id }) }),
    ),

    route(contract.changeProductStore, async ({ params: { id }, body: { written } }, call) =>
      ok('Saved', {
        store: await changeProductStore(call.db, deps, { id, written, source: toAuditSource(call) }),
      }),
    ),

    route(contract.listSupplierStores, async (_input, { db, actor, now }) =>
      ok('Your connected stores', { stores: await listSupplierStores(db, actor.id, { publicUrl, now }) }),
    ),

    route(contract.checkSupplierStore, async ({ params: { id } }, { db, actor, now }) =>
      ok('Your store is being checked.', {
        store: await requestCheck(db, deps, { accountId: actor.id, id, now }),
      }),
    ),

    route(contract.changeSupplierStore, async ({ params: { id }, body: settings }, call) =>
      ok('Saved. We’re reading your store again.', {
        store: await changeStore(call.db, deps, { id, settings, source: toAuditSource(call) }),
      }),
    ),
  ]
}
