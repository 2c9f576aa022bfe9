import { formatGtin } from '#core/products/gtin.ts'
import { formatCents } from '#core/money.ts'
import type { FeedFacts, FeedProduct, FeedVariant } from '../../import/map/feed-product.ts'
import { truncate } from '../../import/read/cells.ts'
import { sanitiseDescription } from '../../import/read/sanitise-description.ts'
import { keepUnfollowedFields, selectFollowed } from '../../store-products/follow-rules.ts'
import type { FollowedField } from '../../store-products/field-shapes.ts'
import { cutOut } from './excerpt-rules.ts'
import type { ExistingProduct, ExistingVariant } from './existing-queries.ts'

/** A field that an import changes; null is empty. `variant` names the variant if the product has several. */
export type FieldChange = Readonly<{
  field: string
  variant: string | null
  before: string | null
  after: string | null
}>

/** The fields that no row of a file states, so that existing products keep theirs. */
export type MissingFields = Readonly<{ stock: boolean; status: boolean; category: boolean }>

/** The context of a comparison: when the file's stock was counted, and what stays although the file lacks it. */
export type CompareContext = Readonly<{
  countedAt: Date
  missingFields: MissingFields
  keepsVariants: boolean
  /** The fields of a connected store's products that follow the store; undefined for files. */
  followed?: readonly FollowedField[]
  /** The handling of new products of a synced store; by default all are imported unchanged. */
  added?: 'publish' | 'draft' | 'leave'
}>

/** A file's product in the form that will be written, and its differences from the existing one. */
export type Comparison = Readonly<{ product: FeedProduct; changes: FieldChange[] }>

/**
 * Returns the changes that a file makes to an existing product. Values that the file leaves blank or has no column for
 * are unchanged, as is a stock that was counted later than the file's.
 */
export function compareProduct(
  product: FeedProduct,
  existing: ExistingProduct,
  context: CompareContext,
): Comparison {
  const matched = mergeProduct(product, existing, context)
  const { followed } = context
  const merged = followed
    ? keepUnfollowedFields(matched, existing, selectFollowed(followed, existing))
    : matched
  const changes: FieldChange[] = []
  const compare = (field: string, before: string | null, after: string | null) => {
    if (before !== after) changes.push({ field, variant: null, before, after })
  }
  compare('Title', existing.title, merged.title)
  const isUnchanged = merged.descriptionHtml === existing.descriptionHtml
  const description = isUnchanged ? existing.descriptionHtml : sanitiseDescription(merged.descriptionHtml)
  if (description !== existing.descriptionHtml)
    changes.push({
      field: 'Description',
      variant: null,
      ...cutOut(existing.descriptionHtml, description),
    })
  compare('Category', existing.category, merged.category)
  compare('Status', STATUSES[existing.status], STATUSES[merged.status])
  for (const [name, label] of FACTS)
    compare(label, formatFact(existing.facts[name]), formatFact(merged.facts[name]))
  compare('Warehouse', existing.warehouse.name, (merged.warehouse ?? existing.warehouse).name)
  compareImages(changes, existing, merged)
  compareVariants(changes, { existing, merged, context })
  return { product: merged, changes }
}

/** The names of products' states. */
export const STATUSES = { active: 'Active', draft: 'Draft', archived: 'Archived' } as const

const FACTS = [
  ['metal', 'Metal'],
  ['purity', 'Purity'],
  ['plating', 'Plating'],
  ['stones', 'Stones'],
  ['sizeStandard', 'Size standard'],
  ['lengthMm', 'Length (mm)'],
  ['widthMm', 'Width (mm)'],
  ['heightMm', 'Height (mm)'],
  ['originCountry', 'Country of origin'],
  ['tariffNumber', 'HS code'],
] as const satisfies readonly (readonly [keyof FeedFacts, string])[]

const formatFact = (value: string | number | null) =>
  typeof value === 'number' ? String(Math.round(value * 1_000) / 1_000) : value

function mergeProduct(
  product: FeedProduct,
  existing: ExistingProduct,
  { missingFields }: CompareContext,
): FeedProduct {
  const facts: Record<string, unknown> = { ...existing.facts }
  for (const [name, value] of Object.entries(product.facts)) if (value !== null) facts[name] = value
  const matches = matchVariants(product.variants, existing.variants)
  return {
    ...product,
    descriptionHtml:
      product.descriptionHtml.trim() === '' ? existing.descriptionHtml : product.descriptionHtml,
    category: missingFields.category ? existing.category : product.category,
    status: missingFields.status ? existing.status : product.status,
    // Both have the same fields.
    facts: facts as FeedFacts,
    images: product.images.length === 0 ? existing.images : mergeImages(product, existing),
    variants: product.variants.map((variant) => {
      const match = matches.get(variant)
      return match ? mergeVariant(variant, match, missingFields) : variant
    }),
  }
}

/** Returns the pictures to write. Exports have another URL for an uploaded picture than the database. */
function mergeImages({ images }: FeedProduct, existing: ExistingProduct): FeedProduct['images'] {
  return images.map(({ url, alt }) => {
    const known = existing.images.find((image) => image.url === toKnownUrl(url))
    return known ? { url: known.url, alt: alt || known.alt } : { url, alt }
  })
}

function toKnownUrl(url: string): string {
  const key = /\/media\/([0-9a-f]{32})-\d+\.webp$/.exec(url)?.[1]
  return key === undefined ? url : `upload:${key}`
}

/** Matches a file's variants with existing ones: by key, else by SKU, else by the same options. */
function matchVariants(
  variants: readonly FeedVariant[],
  existing: readonly ExistingVariant[],
): Map<FeedVariant, ExistingVariant> {
  const matches = new Map<FeedVariant, ExistingVariant>()
  const free = new Set(existing)
  const matchBy = (isSame: (variant: FeedVariant, candidate: ExistingVariant) => boolean) => {
    for (const variant of variants) {
      if (matches.has(variant)) continue
      const match = [...free].find((candidate) => isSame(variant, candidate))
      if (!match) continue
      matches.set(variant, match)
      free.delete(match)
    }
  }
  matchBy((variant, candidate) => candidate.key === variant.externalKey)
  matchBy((variant, candidate) => candidate.sku === variant.sku)
  matchBy((variant, candidate) => hasSameOptions(variant, candidate) || candidate.title === variant.title)
  return matches
}

function hasSameOptions(variant: FeedVariant, candidate: ExistingVariant): boolean {
  return (
    variant.size === candidate.size &&
    variant.color === candidate.color &&
    variant.material === candidate.material
  )
}

function mergeVariant(
  variant: FeedVariant,
  existing: ExistingVariant,
  missingFields: MissingFields,
): FeedVariant {
  // A SKU missing in the file was derived from the title.
  const hasSku = variant.hasOwnSku ?? truncate(variant.externalKey, 100) === variant.sku
  return {
    ...variant,
    externalKey: existing.key,
    sku: hasSku ? variant.sku : existing.sku,
    title: hasSameOptions(variant, existing) ? existing.title : variant.title,
    ...(variant.priceCents === 0
      ? { priceCents: existing.priceCents, offerCents: existing.offerCents }
      : undefined),
    wholesaleCents: variant.wholesaleCents ?? existing.wholesaleCents,
    ...(variant.gtin === undefined && existing.gtin !== null ? { gtin: existing.gtin } : {}),
    weightGrams: variant.weightGrams ?? existing.weightGrams,
    imageUrl:
      variant.imageUrl === null
        ? existing.imageUrl
        : toKnownUrl(variant.imageUrl) === existing.imageUrl
          ? existing.imageUrl
          : variant.imageUrl,
    stock: missingFields.stock ? keepStock(variant.stock, existing.shelf) : variant.stock,
  }
}

/** Returns the stock to write for a feed that states at most that a product is sold out. */
function keepStock(stock: number, shelf: number): number {
  return stock === 0 || shelf <= 0 ? stock : shelf
}

function compareImages(changes: FieldChange[], existing: ExistingProduct, merged: FeedProduct): void {
  const before = existing.images.map(({ url }) => url)
  const after = merged.images.map(({ url }) => url)
  const isSame = before.length === after.length && before.every((url, index) => url === after[index])
  if (!isSame) changes.push({ field: 'Pictures', variant: null, ...describePictures(before, after) })
  for (const [index, { alt }] of merged.images.entries()) {
    const known = isSame ? existing.images[index] : undefined
    if (known && known.alt !== alt)
      changes.push({ field: 'Picture text', variant: null, before: known.alt || null, after: alt || null })
  }
}

function describePictures(before: readonly string[], after: readonly string[]) {
  const added = after.filter((url) => !before.includes(url)).length
  const removed = before.filter((url) => !after.includes(url)).length
  const parts = [...(added > 0 ? [`${added} added`] : []), ...(removed > 0 ? [`${removed} removed`] : [])]
  const about = parts.length > 0 ? parts.join(', ') : 'in another order'
  return { before: String(before.length), after: `${after.length} (${about})` }
}

const printGtin = (gtin: string | null | undefined) => (gtin ? formatGtin(gtin) : null)

type VariantComparison = Readonly<{
  existing: ExistingProduct
  merged: FeedProduct
  context: CompareContext
}>

function compareVariants(changes: FieldChange[], { existing, merged, context }: VariantComparison): void {
  const isSingle = merged.variants.length === 1 && existing.variants.length === 1
  for (const variant of merged.variants) {
    const known = existing.variants.find(({ key }) => key === variant.externalKey)
    const name = isSingle ? null : variant.title || variant.sku
    if (known) changes.push(...compareVariant(variant, known, { name, context }))
    else
      changes.push({
        field: 'Variant',
        variant: name,
        before: null,
        after: `${formatCents(getSellingCents(variant))}, ${variant.stock} in stock`,
      })
  }
  if (context.keepsVariants) return
  for (const known of existing.variants) {
    if (merged.variants.some(({ externalKey }) => externalKey === known.key)) continue
    const before = `${formatCents(getSellingCents(known))}, ${Math.max(0, known.shelf)} in stock`
    changes.push({ field: 'Variant', variant: known.title || known.sku, before, after: null })
  }
}

function compareVariant(
  variant: FeedVariant,
  known: ExistingVariant,
  { name, context }: Readonly<{ name: string | null; context: CompareContext }>,
): FieldChange[] {
  const cents = (amount: number | null) => (amount === null ? null : formatCents(amount))
  const isCountedLater = isCountedAfter(known, context.countedAt)
  const pairs: readonly (readonly [string, string | null, string | null])[] = [
    ['SKU', known.sku, variant.sku],
    ['Barcode', printGtin(known.gtin), printGtin(variant.gtin)],
    ['Size', known.size, variant.size],
    ['Color', known.color, variant.color],
    ['Material', known.material, variant.material],
    ['Price', cents(getSellingCents(known)), cents(getSellingCents(variant))],
    ['Compare-at price', cents(getListCents(known)), cents(getListCents(variant))],
    ['Wholesale price', cents(known.wholesaleCents), cents(variant.wholesaleCents)],
    ['Weight (g)', formatWeight(known.weightGrams), formatWeight(variant.weightGrams)],
    ['Variant picture', known.imageUrl, variant.imageUrl],
    ...(isCountedLater
      ? []
      : [['Quantity', String(Math.max(0, known.shelf)), String(variant.stock)] as const]),
  ]
  return pairs.flatMap(([field, before, after]) =>
    before === after ? [] : [{ field, variant: name, before, after }],
  )
}

/** Returns whether the stock of a variant was counted after a moment. */
export function isCountedAfter({ countedAt }: Pick<ExistingVariant, 'countedAt'>, moment: Date): boolean {
  return countedAt !== null && new Date(countedAt) > moment
}

type Prices = Pick<FeedVariant, 'priceCents' | 'offerCents'>

const hasOffer = ({ priceCents, offerCents }: Prices): boolean =>
  offerCents !== null && offerCents > 0 && offerCents < priceCents

/** Returns the current price in cents. */
export function getSellingCents(prices: Prices): number {
  return hasOffer(prices) ? (prices.offerCents ?? 0) : prices.priceCents
}

/** Returns the list price in cents that is shown struck out; null if there is none. */
export function getListCents(prices: Prices): number | null {
  return hasOffer(prices) ? prices.priceCents : null
}

/** The database stores weights with single precision. */
const formatWeight = (grams: number | null) =>
  grams === null ? null : String(Math.round(Math.fround(grams) * 1_000) / 1_000)
