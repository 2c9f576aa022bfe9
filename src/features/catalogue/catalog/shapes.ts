import { z } from '@hono/zod-openapi'
import { Reliability, StatedFigures, StoreHoliday } from '#features/catalogue/suppliers/contract.ts'
import { idPattern } from '#core/ids.ts'

/** The eight categories of products, in the order of the filter chips. */
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

/** The size guide of a category: ring sizes, or lengths for a part of the body. */
export const SizeGuideKind = z.enum(['none', 'rings', 'neck', 'wrist', 'ankle'])
export const ProductId = z.string().regex(idPattern('product'), 'This is not a product id.')
export const VariantId = z.string().regex(idPattern('variant'), 'This is not a variant id.')
export const SupplierId = z.string().regex(idPattern('supplier'), 'This is not a supplier id.')

/** The orders of a listing; `popular` is by products sold, then rating. */
export const SORTS = ['newest', 'popular', 'rating', 'discount', 'price_asc', 'price_desc'] as const

/** The orders of a search; `relevance` puts names with the unchanged text first, then sorts by popularity. */
export const SEARCH_SORTS = ['relevance', ...SORTS] as const

/**
 * A picture. `image_url` is the 800 px WebP; the other widths (400, 800, 1200) and AVIF have the same name:
 * `/media/{key}-{width}.avif|webp`. `tint` is a CSS colour to show while it loads.
 */
export const ProductImage = z.object({
  image_url: z.string(),
  key: z.string().nullable(),
  tint: z.string().nullable(),
  alt: z.string(),
})

/** A review as readers see it; `userName` is 'Anonymous' if the author gave none. */
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

/** A product in lists. `description` is a plain-text excerpt; prices are dollars with at most two decimals. */
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
  /** The laboratory report on the stones; null if the supplier states none. */
  certificate: z.object({ laboratory: z.string().nullable(), number: z.string().nullable() }).nullable(),
  weightGrams: z.number().nullable(),
  lengthMm: z.number().nullable(),
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
})

/**
 * A product with all data of its page. `description` is sanitised HTML; `isReturnable` says whether its supplier
 * accepts returns.
 */
export const ProductDetail = ProductCard.extend({
  manufacturer: SupplierRef.extend({
    country: z.string(),
    city: z.string().nullable(),
    description: z.string().nullable(),
    stated: StatedFigures,
    reliability: Reliability,
    /** The period in which the store ships nothing, even if it is over; null without one. */
    holiday: StoreHoliday.nullable(),
  }),
  isReturnable: z.boolean(),
  sizeGuide: SizeGuideKind,
  /** The shipping data of its warehouse. `handlingDays` are working days, null if it states none. */
  shipping: z.object({ hasOwnRates: z.boolean(), handlingDays: z.number().nullable() }),
  /** The days after delivery in which buyers can return it, by the operators' deadlines. */
  returnDays: z.number(),
  variants: z.array(Variant),
  facts: Facts,
}).openapi('ProductDetail')
