import { notFound } from '#ground/errors.ts'
import { idPattern } from '#ground/ids.ts'
import { ok, route, type Route } from '#platform/http/route.ts'
import { getMyStore, getStoreByID } from './contract.ts'
import { findStore, findStoreOf } from './store-queries.ts'

/** Suppliers as everybody may see them, and their owners. */
export const supplierRoutes: readonly Route[] = [
  route(getStoreByID, async ({ params }, { db }) => {
    const store = idPattern('supplier').test(params.id) ? await findStore(db, params.id) : undefined
    if (!store) throw notFound('supplier_not_found', 'Supplier not found')
    return ok('Store', { getStore: store })
  }),

  route(getMyStore, async (_input, { db, actor }) =>
    ok('Your store', { store: (await findStoreOf(db, actor.id)) ?? null }),
  ),
]
