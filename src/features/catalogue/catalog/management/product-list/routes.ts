import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { countDuplicates } from '../duplicates/duplicate-queries.ts'
import { productDuplicateRoutes } from '../duplicates/routes.ts'
import * as contract from './contract.ts'
import { listStoreProducts } from './list-products.ts'
import { countProductsByView, selectPublicIds } from './list-queries.ts'
import { MAX_SELECTED_PRODUCTS } from './shapes.ts'

/** The routes of suppliers' product lists, and of possible duplicates. */
export const productListRoutes: readonly Route[] = [
  ...productDuplicateRoutes,
  route(contract.listSupplierProducts, async ({ query }, { db, actor }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    return ok('Your products', await listStoreProducts(db, { ...query, supplierId }))
  }),

  route(contract.listSupplierProductIds, async ({ query }, { db, actor }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    const ids = await selectPublicIds(db, { ...query, supplierId, limit: MAX_SELECTED_PRODUCTS })
    return ok('Your products', { ids })
  }),

  route(contract.countSupplierProducts, async (_, { db, actor }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    const [counts, duplicates] = await Promise.all([
      countProductsByView(db, supplierId),
      countDuplicates(db, supplierId, 'open'),
    ])
    return ok('Your products by view', { ...counts, duplicates })
  }),
]
