import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { countPages } from '../rules.ts'
import * as contract from './contract.ts'
import type { ImportTab } from './contract.ts'
import { exportProductsCsv } from './export/export-products.ts'
import { selectImports, type StoredImport } from './import-queries.ts'
import { selectItems } from './plans/item-queries.ts'
import {
  cancelImport,
  getImport,
  presentImport,
  presentImportDetail,
  requestApply,
  requestPlan,
} from './manage-imports.ts'
import { type ImportDeps, receiveFile } from './files/receive-file.ts'

/** Returns the routes by which suppliers import and export their products. */
export function productImportRoutes(deps: ImportDeps & Readonly<{ publicUrl: string }>): Route[] {
  return [...createWriteRoutes(deps), ...readRoutes, createExportRoute(deps.publicUrl)]
}

const answer = (message: string, stored: StoredImport) => ok(message, { import: presentImportDetail(stored) })

function createWriteRoutes(deps: ImportDeps): Route[] {
  return [
    route(contract.uploadProductFile, async ({ query, body: chunks }, { db, actor, now }) => {
      const { name, encoding, countedAt } = query
      const counted = countedAt === undefined ? undefined : new Date(countedAt)
      const file = { ownerId: actor.id, name, chunks, encoding, countedAt: counted, now }
      return answer('File uploaded.', await receiveFile(db, file, deps))
    }),

    route(contract.planProductImport, async ({ params, body }, { db, actor, now }) => {
      const ref = { ownerId: actor.id, publicId: params.id, now }
      const stored = await requestPlan(db, { ...ref, mapping: body.mapping }, deps)
      return answer(stored.store ? 'We’re reading your store.' : 'The file is being checked.', stored)
    }),

    route(contract.applyProductImport, async ({ params }, { db, actor, now }) => {
      const ref = { ownerId: actor.id, publicId: params.id, now }
      return answer('The import has started.', await requestApply(db, ref, deps))
    }),

    route(contract.cancelProductImport, async ({ params }, { db, actor, now }) => {
      const ref = { ownerId: actor.id, publicId: params.id, now }
      return answer('The import is cancelled.', await cancelImport(db, ref))
    }),
  ]
}

const readRoutes: Route[] = [
  route(contract.listProductImports, async ({ query: { page } }, { db, actor }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    const limit = contract.IMPORTS_PAGE_SIZE
    const { imports, total } = await selectImports(db, { supplierId, offset: (page - 1) * limit, limit })
    return ok('Your imports', {
      imports: imports.map(presentImport),
      total,
      page,
      pages: countPages(total, limit),
    })
  }),

  route(contract.readProductImport, async ({ params }, { db, actor }) =>
    answer('Your import', await getImport(db, { ownerId: actor.id, publicId: params.id })),
  ),

  route(contract.listImportItems, async ({ params, query: { tab, page } }, { db, actor }) => {
    const stored = await getImport(db, { ownerId: actor.id, publicId: params.id })
    const limit = contract.PLAN_PAGE_SIZE
    const items = await selectItems(db, { importId: stored.id, tab, offset: (page - 1) * limit, limit })
    const total = countTab(stored, tab)
    return ok('Products of the plan', { items, total, page, pages: countPages(total, limit) })
  }),
]

function countTab(stored: StoredImport, tab: ImportTab): number {
  if (tab === 'not_applied') return stored.stale + stored.rejected
  return stored[tab]
}

function createExportRoute(publicUrl: string): Route {
  return route(contract.exportProducts, async ({ query }, { db, actor, now }) => {
    const stream = await exportProductsCsv(db, { ownerId: actor.id, filter: query, now, publicUrl })
    return new Response(stream, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="products-${now.toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
      },
    })
  })
}
