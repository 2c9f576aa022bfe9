import { exportActivity, readActivity } from '#features/identity/audit/service.ts'
import type { Queryable } from '#database/database.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { noStoreError } from '../manage-store.ts'
import { selectSupplierByOwner } from '../queries.ts'
import { exportStoreActivity, listStoreActivity } from './contract.ts'

/** The routes of a store's activity, for its owner. */
export const activityRoutes: readonly Route[] = [
  route(listStoreActivity, async ({ query }, { db, actor }) =>
    ok('Activity', await readActivity(db, { supplierId: await findStoreId(db, actor.id) }, query)),
  ),
  route(exportStoreActivity, async ({ query }, { db, actor }) =>
    exportActivity(db, { supplierId: await findStoreId(db, actor.id) }, query),
  ),
]

async function findStoreId(db: Queryable, ownerId: number): Promise<number> {
  const store = await selectSupplierByOwner(db, ownerId)
  if (!store) throw noStoreError()
  return store.id
}
