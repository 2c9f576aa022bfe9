import { getOwnPlace } from '#features/catalogue/suppliers/service.ts'
import { notFound } from '#core/errors.ts'
import type { Queryable } from '#database/database.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from '../own-contract.ts'
import type { OwnPieceData } from '../own-contract.ts'
import { pagesOf } from '../rules.ts'
import { keepUpload } from './store-upload.ts'
import { selectOwnPiece, selectOwnPieces } from './product-queries.ts'
import { textOf } from './product-rules.ts'
import { publishPieces, removePiece } from './publish-products.ts'
import { savePiece } from './save-product.ts'

/** What manufacturers do with the pieces of their own store; pictures are kept in `files`. */
export function ownPieceRoutes(files: Files): Route[] {
  return [...reading, ...writing(files)]
}

const STATUSES = { draft: 'draft', published: 'active' } as const

const reading: Route[] = [
  route(contract.getMyProducts, async ({ query: { page, state } }, { db, actor }) => {
    const { supplierId, isVerified } = await getOwnPlace(db, actor.id)
    const limit = contract.OWN_PAGE
    const status = state ? STATUSES[state] : null
    const offset = (page - 1) * limit
    const { products, total } = await selectOwnPieces(db, { supplierId, status, offset, limit })
    return ok('Your products', { products, total, page, pages: pagesOf(total, limit), isVerified })
  }),

  route(contract.getMyProduct, async ({ params }, { db, actor }) =>
    ok('Your product', { product: await getOwnPiece(db, actor.id, params.id) }),
  ),
]

function writing(files: Files): Route[] {
  return [
    route(contract.uploadProductPicture, async ({ body: bytes }, { db, now, actor, count }) => {
      await count(contract.uploadProductPicture.path, contract.uploadProductPicture.limit, actor.publicId)
      return ok('The picture is kept.', {
        picture: await keepUpload(db, files, { bytes, ownerId: actor.id, now }),
      })
    }),

    route(contract.saveMyProduct, async ({ body: { data: written } }, { db, now, actor, count }) => {
      await count(contract.saveMyProduct.path, contract.saveMyProduct.limit, actor.publicId)
      const id = await savePiece(db, { written, ownerId: actor.id, now })
      return ok('Your product is saved.', { product: await getOwnPiece(db, actor.id, id) })
    }),

    route(contract.publishMyProducts, async ({ body: { data } }, { db, now, actor }) => {
      const done = await publishPieces(db, { ids: data.ids, ownerId: actor.id, now })
      return ok(publishedText(done), done)
    }),

    route(contract.removeMyProduct, async ({ body: { data } }, { db, now, actor }) => {
      await removePiece(db, { id: data.id, ownerId: actor.id, now })
      return ok('Your product is removed.', {})
    }),
  ]
}

async function getOwnPiece(db: Queryable, ownerId: number, publicId: string): Promise<OwnPieceData> {
  const { supplierId } = await getOwnPlace(db, ownerId)
  const found = await selectOwnPiece(db, supplierId, publicId)
  if (!found) throw notFound('product_not_found', 'There is no such product of yours.')
  return { ...found, description: textOf(found.description) }
}

function publishedText({
  published,
  isVerified,
}: Readonly<{ published: readonly string[]; isVerified: boolean }>): string {
  if (published.length === 0) return 'Nothing was published yet.'
  const [what, are] =
    published.length === 1 ? ['Your product', 'is'] : [`${published.length} products`, 'are']
  return isVerified
    ? `${what} ${are} published and can be found in the marketplace.`
    : `${what} ${are} published. We look at every store first: as soon as yours is verified, everybody can find ${published.length === 1 ? 'it' : 'them'}.`
}
