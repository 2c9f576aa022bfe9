import { notFound } from '#core/errors.ts'
import { idPattern } from '#core/ids.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Files } from '#platform/files/files.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { activityRoutes } from './activity/routes.ts'
import { deleteStoreLogo, getMyStore, getStoreByID, saveMyStore, uploadStoreLogo } from './contract.ts'
import { handlingRoutes } from './handling/routes.ts'
import { noStoreError, saveOwnStore } from './manage-store.ts'
import { changeLogo, removeLogo } from './store-logo.ts'
import { statusRoutes } from './status/routes.ts'
import { verificationDocumentRoutes } from './verification/documents/routes.ts'
import { verificationRoutes } from './verification/routes.ts'
import type { HasPayoutAccount } from './verification/verification.ts'
import { findPublicStore, findStoreByOwner } from './store-queries.ts'

/** The dependencies of stores' routes: the storage of logos, and the job queue to delete their files. */
export type StoreDeps = Readonly<{ files: Files; enqueue: Enqueue }>

/** Returns the routes of suppliers for all visitors, and for their owners. */
export function supplierRoutes(deps: StoreDeps, hasPayoutAccount: HasPayoutAccount): Route[] {
  return [
    ...publicRoutes,
    ...ownerRoutes(deps),
    ...activityRoutes,
    ...handlingRoutes,
    ...verificationRoutes(hasPayoutAccount),
    ...verificationDocumentRoutes({ ...deps, hasPayoutAccount }),
    ...statusRoutes,
  ]
}

const publicRoutes: readonly Route[] = [
  route(getStoreByID, async ({ params }, { db }) => {
    const store = idPattern('supplier').test(params.id) ? await findPublicStore(db, params.id) : undefined
    if (!store) throw notFound('supplier_not_found', 'Supplier not found')
    return ok('Store', { getStore: store })
  }),

  route(getMyStore, async (_input, { db, actor }) =>
    ok('Your store', { store: (await findStoreByOwner(db, actor.id)) ?? null }),
  ),
]

function ownerRoutes(deps: StoreDeps): Route[] {
  return [
    route(saveMyStore, async ({ body }, call) => {
      const { db, actor } = call
      await saveOwnStore(db, toAuditSource(call), body.data)
      const store = await findStoreByOwner(db, actor.id)
      if (!store) throw noStoreError()
      return ok('Store saved.', { store })
    }),

    route(uploadStoreLogo, async ({ body: bytes }, call) => {
      const { db, actor, count } = call
      await count(uploadStoreLogo.path, uploadStoreLogo.limit, actor.publicId)
      const logo = await changeLogo(db, deps, { source: toAuditSource(call), bytes })
      return ok('Logo saved.', { logo })
    }),

    route(deleteStoreLogo, async (_input, call) => {
      await removeLogo(call.db, deps, toAuditSource(call))
      return ok('Logo removed.', {})
    }),
  ]
}
