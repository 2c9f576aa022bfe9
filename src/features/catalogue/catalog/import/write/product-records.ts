import { newId } from '#core/ids.ts'
import { CATEGORIES } from '../../contract.ts'
import type { FeedProduct, FeedVariant } from '../map/feed-product.ts'
import type { ImageRecord, ProductRecord } from './product-queries.ts'
import type { VariantRecord } from './variant-queries.ts'
import { sanitiseDescription, summarise } from '../read/sanitise-description.ts'

/**
 * Returns the product's row. Its price is the lowest of the variants in stock, else of all; among equal prices the
 * first variant counts.
 */
export function productRecord(product: FeedProduct, now: Date): ProductRecord {
  const { facts, variants } = product
  const [first] = variants
  const inStock = variants.filter(({ stock }) => stock > 0)
  const lowestPriced = (inStock.length > 0 ? inStock : variants).reduce<
    Pick<FeedVariant, 'priceCents' | 'offerCents'>
  >(
    (low, one) => (getSellingCents(one) < getSellingCents(low) ? one : low),
    inStock[0] ?? first ?? NO_VARIANT,
  )
  const description = sanitiseDescription(product.descriptionHtml)
  return {
    external_key: product.externalKey,
    public_id: newId('product', now.getTime()),
    category_id: CATEGORIES.indexOf(product.category) + 1,
    status: product.status,
    name: product.title,
    summary: summarise(description),
    price_amount: lowestPriced.priceCents,
    offer_amount: lowestPriced.offerCents,
    stock: variants.reduce((sum, variant) => sum + variant.stock, 0),
    variant_count: variants.length,
    sku: first?.sku ?? '',
    weight_grams: facts.weightGrams,
    length_mm: facts.lengthMm,
    width_mm: facts.widthMm,
    height_mm: facts.heightMm,
    metal: facts.metal,
    purity: facts.purity,
    plating: facts.plating,
    stones: facts.stones,
    size_standard: facts.sizeStandard,
    origin_country: facts.originCountry,
    tariff_number: facts.tariffNumber,
    sizes: listOptionTexts(variants, 'size'),
    colors: listOptionTexts(variants, 'color'),
    materials: listOptionTexts(variants, 'material'),
    description_html: description,
    warehouse_id: product.warehouse?.id ?? null,
  }
}

/** Returns the rows of a product's pictures. */
export function imageRecords(product: FeedProduct, productId: number): ImageRecord[] {
  return product.images.map(({ url, alt }, position) => ({ product_id: productId, url, alt, position }))
}

/** Returns the rows of a product's variants. */
export function variantRecords(product: FeedProduct, productId: number, now: Date): VariantRecord[] {
  return product.variants.map((variant, position) => ({
    product_id: productId,
    public_id: newId('variant', now.getTime()),
    external_key: variant.externalKey,
    position,
    sku: variant.sku,
    gtin: variant.gtin ?? null,
    title: variant.title,
    size: variant.size,
    color: variant.color,
    material: variant.material,
    price_amount: variant.priceCents,
    offer_amount: variant.offerCents,
    wholesale_amount: variant.wholesaleCents,
    stock: variant.stock,
    weight_grams: variant.weightGrams,
    image_url: variant.imageUrl,
  }))
}

/** Returns the distinct texts of one option of the variants, for the product's facets. */
function listOptionTexts(variants: readonly FeedVariant[], option: 'size' | 'color' | 'material'): string[] {
  return [...new Set(variants.flatMap((variant) => variant[option] ?? []))]
}

const NO_VARIANT = { priceCents: 0, offerCents: null }

function getSellingCents(variant: Pick<FeedVariant, 'priceCents' | 'offerCents'>): number {
  return variant.offerCents ?? variant.priceCents
}
