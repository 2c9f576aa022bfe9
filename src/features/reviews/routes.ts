import { findListedProduct } from '#features/catalog/service.ts'
import { findStoreKey } from '#features/suppliers/service.ts'
import { notFound } from '#ground/errors.ts'
import { idPattern } from '#ground/ids.ts'
import { ok, route, type Route } from '#platform/http/route.ts'
import { fetchReview, getStoreReviews } from './contract.ts'
import { listReviews, listStoreReviews } from './queries.ts'

/** More reviews than anybody reads on one page. */
const MOST = 500

/** So many tell how a store is spoken of. */
const OF_STORE = 6

/** The reviews of pieces, to be read. */
export function reviewRoutes(): Route[] {
  return [
    route(fetchReview, async ({ params }, { db }) => {
      const isProduct = idPattern('product').test(params.id)
      const productId = isProduct ? await findListedProduct(db, params.id) : undefined
      if (productId === undefined) throw notFound('product_not_found', 'Product not found')
      return ok('Reviews', { getReview: await listReviews(db, productId, MOST) })
    }),

    route(getStoreReviews, async ({ params }, { db }) => {
      const store = idPattern('supplier').test(params.id) ? await findStoreKey(db, params.id) : undefined
      if (store === undefined) throw notFound('supplier_not_found', 'Supplier not found')
      return ok('Reviews of the store', { getReview: await listStoreReviews(db, store, OF_STORE) })
    }),
  ]
}
