import { z } from '@hono/zod-openapi'
import { endpoint, PUBLIC_READ, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  Category,
  ProductCard,
  ProductDetail,
  ProductId,
  ProductImage,
  type Review,
  SEARCH_SORTS,
  type SizeGuideKind as SizeGuide,
  SORTS,
  SupplierId,
  type Variant,
} from './shapes.ts'

export { FOLLOWED_FIELDS, type FollowedField } from './store-products/field-shapes.ts'
export { ImportAnswer, type ImportDetailData } from './imports/contract.ts'
export {
  CATEGORIES,
  Category,
  ProductCard,
  ProductId,
  ProductImage,
  Review,
  SEARCH_SORTS,
  SORTS,
  VariantId,
} from './shapes.ts'

/** Products on one page of a listing (CONST-01). */
export const PAGE_SIZE = 50

/** One page of a listing; `total` counts all products. Without `page`, `limit` or `cursor` it is the whole list. */
const Listing = Envelope.extend({
  getProduct: z.array(ProductCard),
  total: z.number().optional(),
  page: z.number().optional(),
  pages: z.number().optional(),
  nextCursor: z.string().nullable().optional(),
})

/** The limit of searches, five a second: enough for several fast typists behind one address. */
const SEARCH_LIMIT: Limit = { calls: 300, windowMs: 60_000, counted: 'in_memory' }

/** The limit of reads of the whole catalogue. It may have gigabytes, and is for programs that store it, not for pages. */
export const FULL_LIST_LIMIT: Limit = { calls: 10, windowMs: 60_000, counted: 'in_memory' }

const Page = z.coerce.number<string | number>().int().min(1).max(1_000_000)
const PageLimit = z.coerce.number<string | number>().int().min(1).max(100)

export const getAllProducts = endpoint({
  method: 'GET',
  path: '/shop/getAllProducts',
  summary: 'Lists products, newest first; with page, limit or cursor, one page',
  ...PUBLIC_READ,
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
  summary: 'Returns a product with its variants, pictures, facts and supplier',
  ...PUBLIC_READ,
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ getProduct: ProductDetail }),
  refusals: ['product_not_found', 'product_withdrawn'],
})

/** The details of the refusal `product_withdrawn`. */
const WithdrawnProduct = z.object({ name: z.string(), category: Category })

/** The most products per request by ids. */
const MAX_IDS = 24

export const getProductsByIDs = endpoint({
  method: 'GET',
  path: '/shop/getProductsByIDs',
  summary: 'Returns up to 24 products by their ids, in the given order; unlisted ones are left out',
  ...PUBLIC_READ,
  query: z.object({
    ids: z
      .string()
      .max(40 * MAX_IDS)
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(ProductId).max(MAX_IDS)),
  }),
  answer: Envelope.extend({ getProduct: z.array(ProductCard) }),
})

const SearchText = z.string().trim().min(1, 'Enter a search term.').max(100)

/** A supplier whose name contains the typed text. */
const SupplierHit = z.object({ id: SupplierId, name: z.string() })

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
  summary: 'Searches product names while typing; tolerates one typo a word',
  ...PUBLIC_READ,
  body: z.object({
    data: z.union([SearchText, z.object({ search: SearchText }), z.object({ productName: SearchText })]),
  }),
  answer: Envelope.extend({ searchProduct: z.array(SearchHit), suppliers: z.array(SupplierHit).optional() }),
  limit: SEARCH_LIMIT,
})

const Bound = z
  .union([z.string().trim().max(20), z.number()])
  .transform((value) => String(value))
  .pipe(z.string().regex(/^(\d{1,11}(\.\d+)?)?$/, 'Enter a number, or leave this empty.'))
  .default('')

/** The advanced filter (ENT-06): all values are texts, an empty one is no bound. Prices in dollars, bounds inclusive. */
export const AdvancedFilter = z.object({
  productName: z.string().trim().max(100).default(''),
  minPrice: Bound,
  maxPrice: Bound,
  minQuantity: Bound,
  maxQuantity: Bound,
})

/** Values of a facet, separated by dots or commas; a product matches with any of them. */
const FacetValues = z
  .string()
  .max(300)
  .regex(/^[a-z0-9-]+([.,][a-z0-9-]+)*$/i, 'Separate values with dots.')
  .transform((text) => text.split(/[.,]/))

const Flag = z.literal('1', 'Use 1, or omit it.').transform(() => true)

/** The selectable facet values. A value that no product has matches nothing. Countries are ISO 3166-1 alpha-2 codes. */
const FacetSelection = z.object({
  metal: FacetValues.optional(),
  stone: FacetValues.optional(),
  /** US ring sizes, with a hyphen before halves: 6, 6-5. */
  size: FacetValues.optional(),
  color: FacetValues.optional(),
  /** In thousandths: 585, 750, 925. */
  purity: FacetValues.optional(),
  country: FacetValues.optional(),
  inStock: Flag.optional(),
  onOffer: Flag.optional(),
})

export const advanceProductSearch = endpoint({
  method: 'POST',
  path: '/shop/advanceProductSearch',
  summary: 'Searches products by name, price, stock and facets; with page or limit, one page',
  ...PUBLIC_READ,
  query: FacetSelection.extend({
    page: Page.optional(),
    limit: PageLimit.optional(),
    category: Category.optional(),
    sort: z.enum(SEARCH_SORTS).optional(),
  }),
  body: z.object({ data: AdvancedFilter }),
  answer: Listing,
  limit: SEARCH_LIMIT,
})

const FacetName = z.enum(['category', 'price', ...FacetSelection.keyof().options])

const FacetOption = z.object({ value: z.string(), label: z.string(), count: z.number() })

export const getFacets = endpoint({
  method: 'GET',
  path: '/shop/getFacets',
  summary: 'Counts products by facet for a search; each facet ignores its own filter',
  ...PUBLIC_READ,
  query: AdvancedFilter.extend(FacetSelection.shape).extend({ category: Category.optional() }),
  answer: Envelope.extend({
    total: z.number(),
    isCapped: z.boolean(),
    facets: z.array(
      z.object({
        name: FacetName,
        options: z.array(FacetOption),
      }),
    ),
    without: z.array(z.object({ filter: z.string(), count: z.number() })),
    suggestion: z.string().nullable(),
    understood: z
      .object({
        productName: z.string(),
        category: Category.nullable(),
        metal: z.string().nullable(),
        stone: z.string().nullable(),
      })
      .nullable(),
  }),
  limit: SEARCH_LIMIT,
})

export const getFrequentlyBoughtProduct = endpoint({
  method: 'GET',
  path: '/shop/getFrequentlyBoughtProduct/{id}',
  summary: 'Lists products bought together with this one, then others of the same supplier',
  ...PUBLIC_READ,
  params: z.object({ id: ProductId }),
  answer: z.array(ProductCard),
})

export const getManufacturerProducts = endpoint({
  method: 'GET',
  path: '/shop/getManufacturerProducts/{id}',
  summary: "Lists a supplier's most popular products",
  ...PUBLIC_READ,
  params: z.object({ id: SupplierId }),
  answer: Envelope.extend({ getProducts: z.array(ProductCard) }),
})

/** The number of a category's products in a list. */
const CategoryCount = z.object({ name: Category, products: z.number() })

/** The number of products on one page of a store. */
export const STORE_PAGE_SIZE = 24

export const getStoreProducts = endpoint({
  method: 'GET',
  path: '/shop/getStoreProducts/{id}',
  summary:
    "Lists one page of a supplier's products, most popular first, filtered by name and category, with product counts by category",
  ...PUBLIC_READ,
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
    /** Counts of all products that match the name, regardless of the requested category. */
    categories: z.array(CategoryCount),
  }),
})

/** A featured supplier (ENT-17): `rating` is the average rating of its products, to one decimal, 0 when there is none. */
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
  summary:
    'Lists four verified suppliers: those that operators feature now, then the best rated, then the best selling',
  ...PUBLIC_READ,
  answer: Envelope.extend({ getSuppliers: z.array(FeaturedSupplier) }),
})

export type CategoryCountData = z.input<typeof CategoryCount>
export type FeaturedSupplierData = z.input<typeof FeaturedSupplier>
export type ProductCardData = z.input<typeof ProductCard>
export type ProductDetailData = z.input<typeof ProductDetail>
export type WithdrawnProductData = z.output<typeof WithdrawnProduct>
export type ProductImageData = z.input<typeof ProductImage>
export type SearchHitData = z.input<typeof SearchHit>
export type VariantData = z.input<typeof Variant>
export type ReviewData = z.input<typeof Review>
export type CategoryName = z.output<typeof Category>
export type SizeGuideKind = z.output<typeof SizeGuide>
export type SortName = (typeof SORTS)[number]
export type SearchSortName = (typeof SEARCH_SORTS)[number]
export type FacetSelectionData = z.output<typeof FacetSelection>
export type FacetsData = z.input<typeof getFacets.answer>
export type SupplierHitData = z.input<typeof SupplierHit>
export type AdvancedFilterData = z.output<typeof AdvancedFilter>
