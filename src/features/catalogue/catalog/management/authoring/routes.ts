import { formatGtin } from '#core/products/gtin.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { notFound } from '#core/errors.ts'
import type { Queryable } from '#database/database.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as editor from './editor-contract.ts'
import * as contract from './own-contract.ts'
import type { OwnProductData } from './own-contract.ts'
import { countPages } from '../../rules.ts'
import { saveUpload } from './product-pictures.ts'
import { FACT_LABELS } from '#core/jewellery/vocabulary.ts'
import { listMissingFacts } from '#core/jewellery/truth.ts'
import { archiveProduct, restoreProduct } from './archive/archive-product.ts'
import { selectCategoryFacts } from './facts/fact-queries.ts'
import { selectOwnProduct, selectOwnProducts } from './product-queries.ts'
import { htmlToText } from './product-rules.ts'
import { publishProducts, removeProduct } from './publish-products.ts'
import { saveProduct } from './save-product.ts'

/** Returns the routes for a supplier's own products; pictures are stored in `files`. */
export function ownProductRoutes(files: Files): Route[] {
  return [...readRoutes, ...writeRoutes(files)]
}

const STATUSES = { draft: 'draft', published: 'active' } as const

const readRoutes: Route[] = [
  route(contract.getMyProducts, async ({ query: { page, state } }, { db, actor }) => {
    const { supplierId, isVerified } = await getStoreLocation(db, actor.id)
    const limit = contract.OWN_PAGE_SIZE
    const status = state ? STATUSES[state] : null
    const offset = (page - 1) * limit
    const { products, total } = await selectOwnProducts(db, { supplierId, status, offset, limit })
    return ok('Your products', { products, total, page, pages: countPages(total, limit), isVerified })
  }),

  route(contract.getMyProduct, async ({ params }, { db, actor }) =>
    ok('Your product', { product: await getActiveProduct(db, actor.id, params.id) }),
  ),

  route(editor.getSupplierProduct, async ({ params }, { db, actor }) =>
    ok('Your product', { product: await getOwnProduct(db, actor.id, params.id) }),
  ),

  route(editor.listCategoryFacts, async (_input, { db }) =>
    ok('Required facts', { categories: await selectCategoryFacts(db) }),
  ),
]

function writeRoutes(files: Files): Route[] {
  return [
    route(contract.uploadProductPicture, async ({ body: bytes }, { db, now, actor, count }) => {
      await count(contract.uploadProductPicture.path, contract.uploadProductPicture.limit, actor.publicId)
      return ok('Picture uploaded.', {
        picture: await saveUpload(db, files, { bytes, ownerId: actor.id, now }),
      })
    }),

    route(contract.saveMyProduct, async ({ body: { data: form } }, { db, now, actor, count }) => {
      await count(contract.saveMyProduct.path, contract.saveMyProduct.limit, actor.publicId)
      const id = await saveProduct(db, { written: form, ownerId: actor.id, memberId: actor.memberId, now })
      const product = await getOwnProduct(db, actor.id, id)
      return ok(formatSaveMessage(product), { product })
    }),

    route(editor.archiveProduct, async ({ params: { id } }, { db, now, actor }) => {
      await archiveProduct(db, { id, ownerId: actor.id, now })
      return ok('Product archived.', { product: await getOwnProduct(db, actor.id, id) })
    }),

    route(editor.restoreProduct, async ({ params: { id } }, { db, now, actor }) => {
      await restoreProduct(db, { id, ownerId: actor.id, now })
      return ok('Product restored as a draft. Publish it to offer it again.', {
        product: await getOwnProduct(db, actor.id, id),
      })
    }),

    route(contract.publishMyProducts, async ({ body: { data } }, { db, now, actor }) => {
      const result = await publishProducts(db, {
        ids: data.ids,
        ownerId: actor.id,
        memberId: actor.memberId,
        now,
      })
      return ok(formatPublishMessage(result), result)
    }),

    route(contract.removeMyProduct, async ({ body: { data } }, { db, now, actor }) => {
      await removeProduct(db, { id: data.id, ownerId: actor.id, memberId: actor.memberId, now })
      return ok('Product removed.', {})
    }),
  ]
}

async function getOwnProduct(db: Queryable, ownerId: number, publicId: string): Promise<OwnProductData> {
  const { supplierId } = await getStoreLocation(db, ownerId)
  const found = await selectOwnProduct(db, supplierId, publicId)
  if (!found) throw noSuchProductError()
  const { requiredFacts, variants, ...product } = found
  return {
    ...product,
    variants: variants.map(({ barcode, ...variant }) => ({
      ...variant,
      barcode: barcode === null ? null : formatGtin(barcode),
    })),
    description: htmlToText(product.description),
    missingFacts: listMissingFacts(requiredFacts, product.facts),
  }
}

async function getActiveProduct(db: Queryable, ownerId: number, publicId: string): Promise<OwnProductData> {
  const product = await getOwnProduct(db, ownerId, publicId)
  if (product.isArchived) throw noSuchProductError()
  return product
}

function noSuchProductError() {
  return notFound('product_not_found', 'We couldn’t find this product. It may have been removed.')
}

/** Returns the message about missing facts after a product was saved. */
function formatSaveMessage({ missingFacts }: OwnProductData): string {
  if (missingFacts.length === 0) return 'Product saved.'
  return `Product saved. Missing: ${missingFacts.map((fact) => FACT_LABELS[fact]).join(', ')}.`
}

function formatPublishMessage({
  published,
  isVerified,
}: Readonly<{ published: readonly string[]; isVerified: boolean }>): string {
  if (published.length === 0) return 'No products published.'
  const [subject, verb] =
    published.length === 1 ? ['Your product', 'is'] : [`${published.length} products`, 'are']
  return isVerified
    ? `${subject} ${verb} published and can be found in the marketplace.`
    : `${subject} ${verb} published. Once we verify your store, everyone can find ${published.length === 1 ? 'it' : 'them'} in the marketplace.`
}
