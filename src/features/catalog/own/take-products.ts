import type { Database, Queryable } from '#database/database.ts'
import { getOwnPlace } from '#features/suppliers/service.ts'
import { asOneLine } from '#ground/typed-text.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { chooseCategory } from '../import/choose-category.ts'
import type { FeedProduct } from '../import/feed-product.ts'
import { enqueuePictures } from '../import/fetch-pictures.ts'
import { readFacts } from '../import/jewellery-facts.ts'
import { writeBatch } from '../import/write-batch.ts'
import { forgetHashes, selectTaken } from './piece-queries.ts'

/**
 * A product of a shop that a manufacturer has elsewhere. `externalKey` names it among all of that manufacturer's; a price of
 * null is not known in the marketplace's currency.
 */
export type ShopProduct = Readonly<{
  externalKey: string
  name: string
  descriptionHtml: string
  sku: string
  priceCents: number | null
  quantity: number | null
  pictures: readonly string[]
}>

/** What became of products that were to be taken over: how many drafts there are of them, and why others are none. */
export type Taken = Readonly<{ taken: number; problems: string[] }>

/** Pictures of a piece, as many as its owner can give it by hand. */
const MOST_PICTURES = 6
const LONGEST_NAME = 200

/**
 * Makes drafts of products of the owner's own shop elsewhere; those that are pieces already, drafts or published, stay as they
 * are. Their quantities were read at `asOf`; their pictures are fetched by a job. Refuses with `no_store`.
 */
export async function takeProducts(
  db: Database,
  { ownerId, asOf, now, enqueue }: Readonly<{ ownerId: number; asOf: Date; now: Date; enqueue: Enqueue }>,
  products: readonly ShopProduct[],
): Promise<Taken> {
  const { supplierId, warehouseId } = await getOwnPlace(db, ownerId)
  const keys = products.map(({ externalKey }) => externalKey)
  const known = await selectTaken(db, supplierId, keys)
  const fresh = products.filter(({ externalKey, name }) => !known.has(externalKey) && asOneLine(name) !== '')
  // A removed one is taken again although it says the same as then.
  await forgetHashes(
    db,
    supplierId,
    fresh.map(({ externalKey }) => externalKey),
  )
  const owner = { supplierId, warehouseId, asOf, now, keepsVariants: false }
  const written = await writeBatch(
    db,
    { ...owner, enqueuePictures: enqueuePictures(enqueue) },
    fresh.map(feedProductOf),
  )
  return {
    taken: written.created + written.updated,
    problems: written.refusals.map(({ externalKey, reason }) => {
      const name = products.find((product) => product.externalKey === externalKey)?.name ?? 'A product'
      return `${name}: ${reason}.`
    }),
  }
}

/** Which of these products are pieces of the store already, with the path of each piece's picture. Refuses with `no_store`. */
export async function listTaken(
  db: Queryable,
  ownerId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { supplierId } = await getOwnPlace(db, ownerId)
  return selectTaken(db, supplierId, keys)
}

function feedProductOf(product: ShopProduct): FeedProduct {
  const { externalKey, descriptionHtml, priceCents, quantity, pictures } = product
  const title = Array.from(asOneLine(product.name)).slice(0, LONGEST_NAME).join('')
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
        stock: Math.max(0, quantity ?? 0),
        weightGrams: null,
        imageUrl: null,
      },
    ],
    images: [...new Set(pictures)].slice(0, MOST_PICTURES).map((url) => ({ url, alt: title })),
    facts: readFacts([]),
  }
}
