import type { FeedProduct, FeedVariant } from '../import/map/feed-product.ts'
import type { ExistingProduct, ExistingVariant } from '../imports/plans/existing-queries.ts'
import type { FollowedField } from './field-shapes.ts'

/** Returns the fields of a product that follow its store: those of the store's settings, except fields edited here. */
export function selectFollowed(
  followed: readonly FollowedField[],
  { written }: Pick<ExistingProduct, 'written'>,
): ReadonlySet<FollowedField> {
  return new Set(followed.filter((field) => !written.includes(field)))
}

/** Returns a store's product with the fields that follow the store, and all others from the catalogue. */
export function keepUnfollowedFields(
  product: FeedProduct,
  existing: ExistingProduct,
  followed: ReadonlySet<FollowedField>,
): FeedProduct {
  const follows = (field: FollowedField) => followed.has(field)
  return {
    ...product,
    title: follows('title') ? product.title : existing.title,
    descriptionHtml: follows('description') ? product.descriptionHtml : existing.descriptionHtml,
    category: follows('category') && !product.isCategoryGuess ? product.category : existing.category,
    status: follows('status') ? product.status : existing.status,
    images: follows('pictures') ? product.images : existing.images,
    facts: mergeFacts(product, existing, followed),
    variants: follows('variants')
      ? product.variants
          .map((variant) => keepWrittenValues(variant, existing, followed))
          // A new variant without a price here would be sold for nothing.
          .filter(({ priceCents }) => priceCents > 0 || existing.status !== 'active')
      : existing.variants.map((variant) => followValues(variant, product, followed)),
  }
}

/** Returns a product of the catalogue in the terms of a feed. */
export function describeWritten(existing: ExistingProduct): FeedProduct {
  const { key: externalKey, title, descriptionHtml, category, status, facts, images } = existing
  const product = { externalKey, title, descriptionHtml, category, status, facts, images, variants: [] }
  return keepUnfollowedFields({ ...product, lines: { first: 0, last: 0 } }, existing, new Set())
}

function mergeFacts(
  { facts }: FeedProduct,
  existing: ExistingProduct,
  followed: ReadonlySet<FollowedField>,
): FeedProduct['facts'] {
  const { lengthMm, widthMm, heightMm, weightGrams, originCountry, tariffNumber } = facts
  return {
    ...existing.facts,
    ...(followed.has('measures') && { lengthMm, widthMm, heightMm, weightGrams }),
    ...(followed.has('customs') && { originCountry, tariffNumber }),
  }
}

/** Returns a store's variant with the values that are edited here; a new variant has only the store's values. */
function keepWrittenValues(
  variant: FeedVariant,
  { variants }: ExistingProduct,
  followed: ReadonlySet<FollowedField>,
): FeedVariant {
  const known = variants.find(({ key }) => key === variant.externalKey)
  return known ? { ...variant, ...selectWritten(known, variant, followed) } : variant
}

function followValues(
  known: ExistingVariant,
  { variants }: FeedProduct,
  followed: ReadonlySet<FollowedField>,
): FeedVariant {
  const { key, sku, title, size, color, material } = known
  const source = variants.find(({ externalKey }) => externalKey === key)
  const written = selectWritten(known, source, source ? followed : new Set())
  return {
    externalKey: key,
    priceCents: known.priceCents,
    offerCents: known.offerCents,
    wholesaleCents: known.wholesaleCents,
    stock: Math.max(0, known.shelf),
    weightGrams: known.weightGrams,
    imageUrl: known.imageUrl,
    ...source,
    ...written,
    sku,
    title,
    size,
    color,
    material,
  }
}

/** Returns a variant's values that are edited here, and its price if the store has none. */
function selectWritten(
  known: ExistingVariant,
  source: FeedVariant | undefined,
  followed: ReadonlySet<FollowedField>,
): Partial<FeedVariant> {
  const { priceCents, offerCents, wholesaleCents, weightGrams, imageUrl, shelf } = known
  const hasPrice = (source?.priceCents ?? 0) > 0
  return {
    ...((!followed.has('prices') || !hasPrice) && { priceCents, offerCents, wholesaleCents }),
    ...(!followed.has('stock') && { stock: Math.max(0, shelf) }),
    ...(!followed.has('measures') && { weightGrams }),
    ...(!followed.has('pictures') && { imageUrl }),
  }
}
