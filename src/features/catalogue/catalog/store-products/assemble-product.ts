import { SHOP_CURRENCY } from '#core/money.ts'
import type { SourceProduct, SourceVariant } from '#core/products/source-product.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import {
  findVariantConflict,
  limitStock,
  type ProductAssembly,
  startAssembly,
  UNTRACKED_STOCK,
} from '../import/map/assembly.ts'
import { chooseCategory } from '../import/map/choose-category.ts'
import type { AssemblyResult, FeedProduct, FeedStatus, FeedVariant } from '../import/map/feed-product.ts'
import { readFacts } from '../import/map/jewellery-facts.ts'
import { fillSlots } from '../import/map/option-slots.ts'
import { readGtin, toSku } from '../import/map/variant-values.ts'
import { readPictureUrl } from '../import/read/cells.ts'
import { collectPictures } from '../import/write/pictures.ts'

/** A connected store whose products are imported: its currency, and the prefix of its products' keys. */
export type SourceStore = Readonly<{
  platform: 'shopify' | 'woocommerce'
  address: string
  currency: string
}>

/** Returns the key of a store's product in the catalogue, which is the same after the store is connected again. */
export function toSourceKey(
  { platform, address }: Pick<SourceStore, 'platform' | 'address'>,
  id: string,
): string {
  return `${platform}:${address}:${id}`
}

/** Why products of these kinds cannot be sold here. */
const UNSUPPORTED_REASONS: Readonly<Partial<Record<SourceProduct['kind'], string>>> = {
  external: 'This product is sold on another site.',
  grouped: 'This is a group of products. Add those products instead.',
  digital: 'This product is virtual or downloadable. Only products that ship can be sold here.',
  other: 'Products of this type cannot be sold here.',
}

/** Returns why products of a kind cannot be sold here; undefined if they can. */
export function explainUnsupported(kind: SourceProduct['kind']): string | undefined {
  return UNSUPPORTED_REASONS[kind]
}

/**
 * Returns a store's product in the form of the catalogue, or why it cannot be imported. Without a price it is a draft.
 */
export function assembleSourceProduct(source: SourceProduct, store: SourceStore): AssemblyResult {
  const key = toSourceKey(store, source.externalId)
  const assembly = startAssembly(key, [{ line: 0, last: 0 }])
  const refusal = explainUnsupported(source.kind)
  if (refusal) return assembly.refuse(refusal)
  const offered = selectOffered(source.variants)
  if (offered.length === 0) return assembly.refuse('it has no variant that can be bought')
  const shared = findSharedSkus(offered)
  const variants = offered.map((variant) => ({
    ...toFeedVariant(variant, { assembly, source, store, shared }),
    stock: variant.quantity === null ? UNTRACKED_STOCK : limitStock(assembly, 0, variant.quantity),
  }))
  const conflict = findVariantConflict(variants)
  if (conflict) return assembly.refuse(conflict)
  const path = source.categories.join(' ')
  const { category, isGuess } = chooseCategory({
    type: path,
    title: source.name,
    path,
    tags: source.tags.join(' '),
  })
  const linked = [
    ...source.pictures,
    ...offered.flatMap(({ picture }) => (picture ? [{ url: picture, alt: '' }] : [])),
  ]
  return assembly.finish({
    title: toPlainText(source.name),
    descriptionHtml: joinDescriptions(source),
    category,
    ...(isGuess && { isCategoryGuess: true }),
    status: variants.every(({ priceCents }) => priceCents > 0) ? toStatus(source) : 'draft',
    variants,
    images: collectPictures(
      assembly,
      linked.map((picture) => ({ ...picture, line: 0 })),
    ),
    facts: toFacts(source),
  })
}

/** Returns the variants with a price, if there are any: the others cannot be bought in the store either. */
function selectOffered(variants: readonly SourceVariant[]): readonly SourceVariant[] {
  const priced = variants.filter(({ priceAmount }) => priceAmount !== null && priceAmount > 0)
  return priced.length > 0 ? priced : variants
}

const STATUSES: Readonly<Partial<Record<SourceProduct['status'], FeedStatus>>> = {
  public: 'active',
  archived: 'archived',
}

function toStatus({ status }: SourceProduct): FeedStatus {
  return STATUSES[status] ?? 'draft'
}

/** Returns both descriptions, the short one first, as on the product's page in the store. */
function joinDescriptions({ descriptionHtml, shortDescriptionHtml }: SourceProduct): string {
  const short = toPlainText(shortDescriptionHtml)
  if (short === '' || toPlainText(descriptionHtml).includes(short)) return descriptionHtml
  return `${shortDescriptionHtml}\n${descriptionHtml}`
}

function toFacts(source: SourceProduct): FeedProduct['facts'] {
  const facts = readFacts([
    { name: 'Country of origin', value: source.originCountry ?? '' },
    { name: 'HS code', value: source.tariffNumber ?? '' },
  ])
  return {
    ...facts,
    weightGrams: source.variants[0]?.weightGrams ?? null,
    lengthMm: source.lengthMm,
    widthMm: source.widthMm,
    heightMm: source.heightMm,
  }
}

/** Returns the SKUs of several variants: WooCommerce returns the product's SKU for each variation without one. */
function findSharedSkus(variants: readonly SourceVariant[]): ReadonlySet<string> {
  const skus = variants.map(({ sku }) => sku.trim().toLowerCase())
  return new Set(skus.filter((sku, place) => skus.indexOf(sku) !== place))
}

type VariantContext = Readonly<{
  assembly: ProductAssembly
  source: SourceProduct
  store: SourceStore
  shared: ReadonlySet<string>
}>

function toFeedVariant(
  variant: SourceVariant,
  { assembly, source, store, shared }: VariantContext,
): Omit<FeedVariant, 'stock'> {
  const options = source.options.map((name, place) => ({ name, value: variant.values[place] ?? '' }))
  const slots = fillSlots(options)
  const sku = toPlainText(variant.sku)
  const isOwnSku = sku !== '' && !shared.has(sku.toLowerCase())
  return {
    externalKey: variant.externalId || toSourceKey(store, source.externalId),
    sku: isOwnSku
      ? toSku('', sku, '').sku
      : toSku(sku || toNumberKey(store, source.externalId), '', slots.title).sku,
    hasOwnSku: isOwnSku,
    ...readGtin(assembly, 0, variant.barcode),
    ...slots,
    ...toPrices(variant, store.currency),
    weightGrams: variant.weightGrams,
    imageUrl: variant.picture === null ? null : (readPictureUrl(variant.picture) ?? null),
  }
}

/** Returns the base of the SKUs of a product without any: `gid://shopify/Product/123` gives `shopify-123`. */
function toNumberKey({ platform }: SourceStore, externalId: string): string {
  return `${platform}-${/[^/]*$/.exec(externalId)?.[0] ?? ''}`
}

/** Returns a variant's prices; 0 if the store uses another currency than the marketplace. */
function toPrices(
  { priceAmount, listAmount, wholesaleAmount }: SourceVariant,
  currency: string,
): Pick<FeedVariant, 'priceCents' | 'offerCents' | 'wholesaleCents'> {
  if (currency !== SHOP_CURRENCY || priceAmount === null)
    return { priceCents: 0, offerCents: null, wholesaleCents: null }
  const hasOffer = listAmount !== null && listAmount > priceAmount && priceAmount > 0
  return {
    priceCents: hasOffer ? listAmount : priceAmount,
    offerCents: hasOffer ? priceAmount : null,
    wholesaleCents: wholesaleAmount,
  }
}
