import { z } from '@hono/zod-openapi'
import { StatedFigures } from '#features/suppliers/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idPattern } from '#ground/ids.ts'

/** The eight kinds of pieces the marketplace sells, in the order of the chips. */
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

/** Pieces on one page of a listing (CONST-01). */
export const PAGE_SIZE = 50

export const Category = z.enum(CATEGORIES)
export const ProductId = z.string().regex(idPattern('product'), 'This is not the id of a product.')
export const VariantId = z.string().regex(idPattern('variant'), 'This is not the id of a variant.')
const SupplierId = z.string().regex(idPattern('supplier'), 'This is not the id of a supplier.')

/** How a listing may be ordered; `popular` is by pieces sold, then rating. */
export const SORTS = ['newest', 'popular', 'discount', 'price_asc', 'price_desc'] as const

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

const ManufacturerName = z.object({ id: SupplierId, name: z.string() })

/** A piece as lists carry it. `description` is a plain-text excerpt; prices are dollars with at most two decimals. */
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
    manufacturer: ManufacturerName,
    warehouse: z.string(),
    review_count: z.number(),
    rating: z.number(),
    sold: z.number(),
    variantCount: z.number(),
    product_images: z.array(ProductImage),
    reviews: z.array(Review),
  })
  .openapi('ProductCard')

const Variant = z.object({
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
  weightGrams: z.number().nullable(),
  lengthMm: z.number().nullable(),
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
})

/** A piece with everything its page shows. `description` is sanitised HTML. */
export const ProductDetail = ProductCard.extend({
  manufacturer: ManufacturerName.extend({
    country: z.string(),
    city: z.string().nullable(),
    story: z.string().nullable(),
    stated: StatedFigures,
  }),
  variants: z.array(Variant),
  facts: Facts,
}).openapi('ProductDetail')

const Envelope = z.object({ success: z.literal(true), message: z.string() })

/** One page of a listing: `total` pieces in all. Without `page`, `limit` or `cursor` the whole list is answered. */
const Listing = Envelope.extend({
  getProduct: z.array(ProductCard),
  total: z.number().optional(),
  page: z.number().optional(),
  pages: z.number().optional(),
  nextCursor: z.string().nullable().optional(),
})

const Page = z.coerce.number<string | number>().int().min(1).max(1_000_000)
const PageLimit = z.coerce.number<string | number>().int().min(1).max(100)

export const getAllProducts = endpoint({
  method: 'GET',
  path: '/shop/getAllProducts',
  summary: 'All listed pieces, newest first; with page, limit or cursor one page of them',
  query: z.object({
    page: Page.optional(),
    limit: PageLimit.optional(),
    category: Category.optional(),
    sort: z.enum(SORTS).optional(),
    cursor: z.string().max(40).optional(),
  }),
  answer: Listing,
})

export const getProductsByID = endpoint({
  method: 'GET',
  path: '/shop/getProductsByID/{id}',
  summary: 'One piece with variants, pictures, facts and its supplier',
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ getProduct: ProductDetail }),
  refusals: ['product_not_found', 'product_withdrawn'],
})

/** What the refusal `product_withdrawn` tells in its details of a piece that was offered once. */
const WithdrawnPiece = z.object({ name: z.string(), category: Category })

/** So many pieces may be asked for by their ids at once. */
const MOST_ASKED = 24

export const getProductsByIDs = endpoint({
  method: 'GET',
  path: '/shop/getProductsByIDs',
  summary: 'Up to 24 pieces by their ids, in the order asked for; what is not listed is left out',
  query: z.object({
    ids: z
      .string()
      .max(40 * MOST_ASKED)
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(ProductId).max(MOST_ASKED)),
  }),
  answer: Envelope.extend({ getProduct: z.array(ProductCard) }),
})

const SearchText = z.string().trim().min(1, 'Type what you are looking for.').max(100)

/** A search result row: `price` is the selling price. */
const SearchHit = z.object({
  id: ProductId,
  name: z.string(),
  price: z.number(),
  product_images: z.array(ProductImage),
})

export const searchProduct = endpoint({
  method: 'POST',
  path: '/shop/searchProduct',
  summary: 'Type-ahead search over names, forgiving one typing error a word',
  body: z.object({
    data: z.union([SearchText, z.object({ search: SearchText }), z.object({ productName: SearchText })]),
  }),
  answer: Envelope.extend({ searchProduct: z.array(SearchHit) }),
})

const Bound = z
  .union([z.string().trim().max(20), z.number()])
  .transform((value) => String(value))
  .pipe(z.string().regex(/^(\d{1,11}(\.\d+)?)?$/, 'Give a number, or leave it empty.'))
  .default('')

/** The advanced filter (ENT-06): all texts, empty means no bound. Prices in dollars, bounds inclusive. */
export const AdvancedFilter = z.object({
  productName: z.string().trim().max(100).default(''),
  minPrice: Bound,
  maxPrice: Bound,
  minQuantity: Bound,
  maxQuantity: Bound,
})

export const advanceProductSearch = endpoint({
  method: 'POST',
  path: '/shop/advanceProductSearch',
  summary: 'Pieces by name, price and stock; with page or limit one page of them',
  query: z.object({
    page: Page.optional(),
    limit: PageLimit.optional(),
    category: Category.optional(),
    sort: z.enum(SORTS).optional(),
  }),
  body: z.object({ data: AdvancedFilter }),
  answer: Listing,
})

export const getFrequentlyBoughtProduct = endpoint({
  method: 'GET',
  path: '/shop/getFrequentlyBoughtProduct/{id}',
  summary: 'Pieces bought together with this one, filled up from the same supplier',
  params: z.object({ id: ProductId }),
  answer: z.array(ProductCard),
})

export const getManufacturerProducts = endpoint({
  method: 'GET',
  path: '/shop/getManufacturerProducts/{id}',
  summary: "A supplier's most popular pieces",
  params: z.object({ id: SupplierId }),
  answer: Envelope.extend({ getProducts: z.array(ProductCard) }),
})

/** How many pieces of a category are in a list. */
const CategoryCount = z.object({ name: Category, pieces: z.number() })

/** Pieces on one page of a store. */
export const STORE_PAGE_SIZE = 24

export const getStoreProducts = endpoint({
  method: 'GET',
  path: '/shop/getStoreProducts/{id}',
  summary:
    "One page of a supplier's pieces, most popular first, with how many of each category it has; narrowed by name and category",
  params: z.object({ id: z.string().max(100) }),
  query: z.object({
    search: z.string().trim().max(100).optional(),
    category: Category.optional(),
    sort: z.enum(['popular', 'newest']).optional(),
    page: Page.optional(),
    limit: PageLimit.optional(),
  }),
  answer: Listing.extend({
    total: z.number(),
    page: z.number(),
    pages: z.number(),
    /** Of all pieces that the name search finds, whichever category is asked for. */
    categories: z.array(CategoryCount),
  }),
})

/** A supplier to look at first (ENT-17): `rating` is what buyers gave its pieces, to one decimal, 0 when none has. */
const FeaturedSupplier = z
  .object({
    id: SupplierId,
    image: ProductImage.nullable(),
    rating: z.number(),
    ratingCount: z.number(),
    title: z.string(),
    description: z.string(),
    country: z.string(),
    city: z.string().nullable(),
  })
  .openapi('FeaturedSupplier')

export const getFeaturedSuppliers = endpoint({
  method: 'GET',
  path: '/shop/getFeaturedSuppliers',
  summary: 'Four verified suppliers: the best rated by buyers, then those that have sold most',
  answer: Envelope.extend({ getSuppliers: z.array(FeaturedSupplier) }),
})

export type CategoryCountData = z.input<typeof CategoryCount>
export type FeaturedSupplierData = z.input<typeof FeaturedSupplier>
export type ProductCardData = z.input<typeof ProductCard>
export type ProductDetailData = z.input<typeof ProductDetail>
export type WithdrawnPieceData = z.output<typeof WithdrawnPiece>
export type ProductImageData = z.input<typeof ProductImage>
export type SearchHitData = z.input<typeof SearchHit>
export type VariantData = z.input<typeof Variant>
export type ReviewData = z.input<typeof Review>
export type CategoryName = z.output<typeof Category>
export type SortName = (typeof SORTS)[number]
export type AdvancedFilterData = z.output<typeof AdvancedFilter>
