import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ModerationState } from '../moderation/contract.ts'
import { Category, ProductId, VariantId } from '../../shapes.ts'
import { PRODUCT_SORTS, PRODUCT_VIEWS } from './shapes.ts'

// Scrolling through 50,000 products requests a page every few hundred milliseconds.
const READ_LIMIT = { calls: 600, windowMs: 60_000 }

/** The largest page of products. */
const MAX_PAGE_SIZE = 200

/** The filters of a store's products: a view, a category, or a text in title or SKU. */
export const ProductFilter = {
  view: z.enum(PRODUCT_VIEWS).default('all'),
  /** A part of the title or of a SKU. */
  search: z.string().trim().max(100).default(''),
  category: Category.optional(),
  /** The key of the products' warehouse. */
  warehouse: z.coerce.number<string | number>().int().min(1).optional(),
}

const Range = z.object({ min: z.number(), max: z.number() })

const ListedVariant = z.object({
  id: VariantId,
  sku: z.string(),
  /** Its size, colour and material, such as `52 / Gold`; empty for the only variant. */
  title: z.string(),
  priceCents: z.number(),
  /** A lower price that currently applies. */
  offerCents: z.number().nullable(),
  wholesaleCents: z.number().nullable(),
  /** The recommended minimum retail price for vendors. */
  minimumRetailCents: z.number().nullable(),
  stock: z.number(),
})

/** A product in its supplier's list; amounts in cents. `isListed` says whether buyers see it. */
export const ListedProduct = z
  .object({
    id: ProductId,
    revision: z.number(),
    title: z.string(),
    status: z.enum(['active', 'draft', 'archived']),
    isListed: z.boolean(),
    /** The marketplace's decision about the product, and why it was refused or hidden. */
    moderation: ModerationState,
    moderationReason: z.string().nullable(),
    category: Category,
    picture: z.string().nullable(),
    prices: Range,
    /** Null when no variant has a wholesale price. */
    wholesalePrices: Range.nullable(),
    withoutWholesale: z.number(),
    /** Null when no variant has a minimum retail price. */
    minimumRetailPrices: Range.nullable(),
    stock: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    variants: z.array(ListedVariant),
  })
  .openapi('ListedSupplierProduct')

export const listSupplierProducts = endpoint({
  method: 'GET',
  path: '/supplier/products',
  summary:
    'Lists the products of your store with their variants, by default 50 a page: of a view, a category, or those whose title or SKU contains a text',
  access: { manufacturer: 'products:read' },
  readsReplica: 'current',
  query: z.object({
    ...ProductFilter,
    sort: z.enum(PRODUCT_SORTS).default('newest'),
    page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number<string | number>().int().min(1).max(MAX_PAGE_SIZE).default(50),
  }),
  answer: Envelope.extend({
    products: z.array(ListedProduct),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  refusals: ['no_store'],
  limit: READ_LIMIT,
})

export const listSupplierProductIds = endpoint({
  method: 'GET',
  path: '/supplier/product-ids',
  summary:
    'Lists the ids of the products of your store in the order of the list, at most 5,000, to select them all: of a view, a category, or those whose title or SKU contains a text',
  access: { manufacturer: 'products:read' },
  readsReplica: 'current',
  query: z.object({ ...ProductFilter, sort: z.enum(PRODUCT_SORTS).default('newest') }),
  answer: Envelope.extend({ ids: z.array(ProductId) }),
  refusals: ['no_store'],
  limit: { calls: 60, windowMs: 60_000 },
})

export const countSupplierProducts = endpoint({
  method: 'GET',
  path: '/supplier/product-counts',
  summary:
    'Counts the products of your store by view and the pairs that may be duplicates, and lists their categories',
  access: { manufacturer: 'products:read' },
  readsReplica: 'current',
  answer: Envelope.extend({
    counts: z.object(Object.fromEntries(PRODUCT_VIEWS.map((view) => [view, z.number()])) as ViewCounts),
    categories: z.array(Category),
    /** The number of undecided pairs of products that may be the same. */
    duplicates: z.number(),
  }),
  refusals: ['no_store'],
  limit: READ_LIMIT,
})

type ViewCounts = Record<(typeof PRODUCT_VIEWS)[number], z.ZodNumber>

export type ListedProductData = z.input<typeof ListedProduct>
export type ListedVariantData = z.input<typeof ListedVariant>
