import type { Database, Queryable } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { UNTRACKED_STOCK } from '../../import/map/assembly.ts'
import { chooseCategory } from '../../import/map/choose-category.ts'
import type { FeedProduct } from '../../import/map/feed-product.ts'
import { enqueuePictures } from '../../import/write/fetch-pictures.ts'
import { readFacts } from '../../import/map/jewellery-facts.ts'
import { isShortened } from '../../import/read/sanitise-description.ts'
import { writeBatch } from '../../import/write/write-batch.ts'
import { selectImportedKeys } from './product-queries.ts'

/**
 * A product of a supplier's store on another platform. `externalKey` identifies it among the supplier's products. A
 * null price is not known in the marketplace's currency; a null quantity means in stock, but not counted there.
 */
export type ExternalProduct = Readonly<{
  externalKey: string
  name: string
  descriptionHtml: string
  sku: string
  priceCents: number | null
  quantity: number | null
  pictures: readonly string[]
  hasVariations: boolean
}>

/**
 * The result of importing products. `taken` is the number of created drafts, `uncounted` of them with a stock of
 * `UNTRACKED_STOCK`. `problems` names the values left out, and why other products were not created.
 */
export type ImportResult = Readonly<{ taken: number; uncounted: number; problems: string[] }>

/** The most pictures of a product, the same as in the editor. */
const MAX_PICTURES = 6
const MAX_NAME_LENGTH = 200

/**
 * Creates drafts of products from the owner's store on another platform. Products that were imported before, drafts or
 * published, are unchanged. Their quantities were read at `asOf`; a job fetches their pictures. Refuses with
 * `no_store`.
 */
export async function importProducts(
  db: Database,
  { ownerId, asOf, now, enqueue }: Readonly<{ ownerId: number; asOf: Date; now: Date; enqueue: Enqueue }>,
  products: readonly ExternalProduct[],
): Promise<ImportResult> {
  const { supplierId, warehouseId } = await getStoreLocation(db, ownerId)
  const keys = products.map(({ externalKey }) => externalKey)
  const importedKeys = await selectImportedKeys(db, supplierId, keys)
  const newProducts = products.filter(
    ({ externalKey, name }) => !importedKeys.has(externalKey) && toSingleLine(name) !== '',
  )
  const owner = { supplierId, warehouseId, asOf, now, keepsVariants: false }
  const batch = await writeBatch(
    db,
    { ...owner, enqueuePictures: enqueuePictures(enqueue) },
    newProducts.map(toFeedProduct),
  )
  const reasons = new Map(batch.refusals.map(({ externalKey, reason }) => [externalKey, reason]))
  const imported = newProducts.filter(({ externalKey }) => !reasons.has(externalKey))
  return {
    taken: batch.created + batch.updated,
    uncounted: imported.filter((product) => product.quantity === null && !product.hasVariations).length,
    problems: newProducts.flatMap((product) => {
      const reason = reasons.get(product.externalKey)
      return reason === undefined ? explainLosses(product) : [`${product.name}: ${reason}.`]
    }),
  }
}

/** Explains which parts of a product are not imported. */
function explainLosses({ name, hasVariations, descriptionHtml }: ExternalProduct): string[] {
  return [
    ...(hasVariations
      ? [
          `${name}: its variations were not imported. Add them here, with prices and stock, before you publish.`,
        ]
      : []),
    ...(isShortened(descriptionHtml) ? [`${name}: its description was shortened to 20,000 characters.`] : []),
  ]
}

/**
 * Returns the stock of an imported product. It is always available if its store does not count it. With variations it
 * is 0, as they are not imported, even if the store counts all of them together.
 */
function toStock({ quantity, hasVariations }: ExternalProduct): number {
  if (hasVariations) return 0
  return quantity === null ? UNTRACKED_STOCK : Math.max(0, quantity)
}

/**
 * Returns the products that the store has already imported, with the path of each product's picture. Refuses with
 * `no_store`.
 */
export async function listImportedProducts(
  db: Queryable,
  ownerId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { supplierId } = await getStoreLocation(db, ownerId)
  return selectImportedKeys(db, supplierId, keys)
}

function toFeedProduct(product: ExternalProduct): FeedProduct {
  const { externalKey, descriptionHtml, priceCents, pictures } = product
  const title = Array.from(toSingleLine(product.name)).slice(0, MAX_NAME_LENGTH).join('')
  const sources = { type: '', title, path: '', tags: '' }
  return {
    externalKey,
    lines: { first: 1, last: 1 },
    title,
    descriptionHtml,
    category: chooseCategory(sources).category,
    status: 'draft',
    variants: [
      {
        externalKey,
        // A variant without a SKU in its store is identified by the key.
        sku: product.sku || externalKey,
        title: '',
        size: null,
        color: null,
        material: null,
        priceCents: priceCents ?? 0,
        offerCents: null,
        wholesaleCents: null,
        stock: toStock(product),
        weightGrams: null,
        imageUrl: null,
      },
    ],
    images: [...new Set(pictures)].slice(0, MAX_PICTURES).map((url) => ({ url, alt: title })),
    facts: readFacts([]),
  }
}
