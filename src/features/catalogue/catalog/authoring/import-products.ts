import type { Database, Queryable } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { UNTRACKED_STOCK } from '../import/map/assembly.ts'
import { chooseCategory } from '../import/map/choose-category.ts'
import type { FeedProduct } from '../import/map/feed-product.ts'
import { enqueuePictures } from '../import/write/fetch-pictures.ts'
import { readFacts } from '../import/map/jewellery-facts.ts'
import { isShortened } from '../import/read/sanitise-description.ts'
import { writeBatch } from '../import/write/write-batch.ts'
import { selectImportedKeys } from './product-queries.ts'

/**
 * A product of a store that a supplier has elsewhere. `externalKey` names it among all of that supplier's; a price of null is not
 * known in the marketplace's currency, a quantity of null is in stock and not counted there.
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
 * The result of importing products: how many drafts were created, `uncounted` of which got a stock of
 * `UNTRACKED_STOCK`, the values left out of them, and why the others were not created.
 */
export type ImportResult = Readonly<{ taken: number; uncounted: number; problems: string[] }>

/** Pictures of a product, as many as its owner can give it by hand. */
const MAX_PICTURES = 6
const MAX_NAME_LENGTH = 200

/**
 * Creates drafts of products from the owner's shop elsewhere. Those that are products already, drafts or published,
 * stay as they are. Their quantities were read at `asOf`; their pictures are fetched by a job. Refuses with `no_store`.
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

/** Explains what of a product is not imported. */
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
 * Returns the stock of an imported product: one that its store does not count is always available. An option that was not
 * imported has none, also where the store counts all of them together.
 */
function toStock({ quantity, hasVariations }: ExternalProduct): number {
  if (hasVariations) return 0
  return quantity === null ? UNTRACKED_STOCK : Math.max(0, quantity)
}

/**
 * Returns which products the store has imported already, with the path of each product's picture. Refuses with
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
        // One that its shop has given none is named by its key.
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
