import { findListedProduct } from '#features/catalog/service.ts'
import { notFound } from '#ground/errors.ts'
import { idPattern } from '#ground/ids.ts'
import { ok, route, type Route } from '#platform/http/route.ts'
import { fetchReview } from './contract.ts'
import { listReviews } from './queries.ts'

/** More reviews than anybody reads on one page. */
const MOST = 500

/** The reviews of pieces, to be read. */
export function reviewRoutes(): Route[] {
  return [
    route(fetchReview, async ({ params }, { db }) => {
      const isProduct = idPattern('product').test(params.id)
      const productId = isProduct ? await findListedProduct(db, params.id) : undefined
      if (productId === undefined) throw notFound('product_not_found', 'Product not found')
      return ok('Reviews', { getReview: await listReviews(db, productId, MOST) })
    }),
  ]
}
