import { z } from '@hono/zod-openapi'
import { Reliability, StatedFigures, StoreHoliday } from '#features/catalogue/suppliers/contract.ts'
import { idPattern } from '#core/ids.ts'

/** The eight kinds of products the marketplace sells, in the order of the chips. */
export const CATEGORIES = [
  'Rings',
  'Necklaces',
  'Bracelets',
  'Earrings',
  'Pendants',
  'Brooches',
  'Anklets',
  'Charms',
] as const

export const Category = z.enum(CATEGORIES)

/** The size guide of a category: ring sizes, or lengths to wear around something. */
export const SizeGuideKind = z.enum(['none', 'rings', 'neck', 'wrist', 'ankle'])
export const ProductId = z.string().regex(idPattern('product'), 'This is not a product id.')
export const VariantId = z.string().regex(idPattern('variant'), 'This is not a variant id.')
export const SupplierId = z.string().regex(idPattern('supplier'), 'This is not a supplier id.')

/** How a listing may be ordered; `popular` is by products sold, then rating. */
export const SORTS = ['newest', 'popular', 'rating', 'discount', 'price_asc', 'price_desc'] as const

/** The orders of a search; `relevance` puts names with the unchanged text first, then the popular. */
export const SEARCH_SORTS = ['relevance', ...SORTS] as const

/**
 * One picture. `image_url` is the 800 px WebP; the other widths (400, 800, 1200) and AVIF stand beside it under the same
 * name: `/media/{key}-{width}.avif|webp`. `tint` is a CSS colour to show until it has loaded.
 */
export const ProductImage = z.object({
  image_url: z.string(),
  key: z.string().nullable(),
  tint: z.string().nullable(),
  alt: z.string(),
})

/** A review as readers see it; `userName` is 'Anonymous' when the writer gave none. */
export const Review = z
  .object({
    id: z.string(),
    rating: z.number().int().min(1).max(5),
    review: z.string(),
    userName: z.string(),
    createdAt: z.string(),
  })
  .openapi('Review')

const SupplierRef = z.object({ id: SupplierId, name: z.string() })

/** A product as lists carry it. `description` is a plain-text excerpt; prices are dollars with at most two decimals. */
export const ProductCard = z
  .object({
    id: ProductId,
    name: z.string(),
    description: z.string(),
    price: z.number(),
    offerPrice: z.number().nullable(),
    stock: z.number(),
    category: Category,
    sku: z.string(),
    manufacturer: SupplierRef,
    warehouse: z.string(),
    review_count: z.number(),
    rating: z.number(),
    sold: z.number(),
    variantCount: z.number(),
    product_images: z.array(ProductImage),
    reviews: z.array(Review),
  })
  .openapi('ProductCard')

export const Variant = z.object({
  id: VariantId,
  sku: z.string(),
  title: z.string(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  material: z.string().nullable(),
  price: z.number(),
  offerPrice: z.number().nullable(),
  stock: z.number(),
  imageKey: z.string().nullable(),
})

const Facts = z.object({
  metal: z.string().nullable(),
  purity: z.string().nullable(),
  plating: z.string().nullable(),
  stones: z.string().nullable(),
  sizeStandard: z.string().nullable(),
  hallmark: z.string().nullable(),
  isNickelFree: z.boolean().nullable(),
  /** The report of a laboratory on the stones; null where its supplier names none. */
  certificate: z.object({ laboratory: z.string().nullable(), number: z.string().nullable() }).nullable(),
  weightGrams: z.number().nullable(),
  lengthMm: z.number().nullable(),
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
})

/** A product with everything its page shows. `description` is sanitised HTML; `isReturnable` whether its supplier takes it back. */
export const ProductDetail = ProductCard.extend({
  manufacturer: SupplierRef.extend({
    country: z.string(),
    city: z.string().nullable(),
    description: z.string().nullable(),
    stated: StatedFigures,
    reliability: Reliability,
    /** Days on which the store ships nothing, past ones included; null without any. */
    holiday: StoreHoliday.nullable(),
  }),
  isReturnable: z.boolean(),
  sizeGuide: SizeGuideKind,
  /** Its warehouse's own data. `handlingDays` are working days, null where it states none. */
  shipping: z.object({ hasOwnRates: z.boolean(), handlingDays: z.number().nullable() }),
  variants: z.array(Variant),
  facts: Facts,
}).openapi('ProductDetail')
