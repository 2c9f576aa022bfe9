import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { ProductCard, ProductId } from '#features/catalogue/catalog/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const READ_LIMIT = { calls: 240, windowMs: MINUTE }
const WRITE_LIMIT = { calls: 120, windowMs: MINUTE }
const MAX_BYTES = 64_000

/** The most lists of an account, and products on each of them. */
export const MAX_LISTS = 100
export const MAX_LISTED = 2_000
/** The number of a list's products on one page. */
export const LISTED_PER_PAGE = 20
/** The most tags of a product. */
export const MAX_TAGS = 30

const ListId = z.string().regex(idPattern('productList'), 'Enter a valid id of a list.')
const ProductIds = z.array(ProductId).min(1).max(500, 'Choose at most 500 products at a time.')

/** One of your lists; `hasProduct` if the request named a product. */
const ProductList = z
  .object({ id: ListId, name: z.string(), products: z.number(), hasProduct: z.boolean() })
  .openapi('ProductList')

export const listProductLists = endpoint({
  method: 'GET',
  path: '/vendor/product-lists',
  summary: 'Lists your product lists by name, and whether a product is on each',
  access: { vendor: 'listings:read' },
  query: z.object({ product: ProductId.optional() }),
  answer: Envelope.extend({ lists: z.array(ProductList) }),
  limit: READ_LIMIT,
})

export const createProductList = endpoint({
  method: 'POST',
  path: '/vendor/product-lists',
  summary: 'Creates a list of products',
  access: { vendor: 'listings:write' },
  body: z.object({
    name: z.string().overwrite(toSingleLine).min(1, 'Enter a name.').max(60, 'Use at most 60 characters.'),
  }),
  answer: Envelope.extend({ list: ProductList }),
  refusals: ['list_name_taken', 'too_many_lists'],
  limit: WRITE_LIMIT,
  maxBytes: 4_000,
})

export const removeProductList = endpoint({
  method: 'POST',
  path: '/vendor/product-lists/{id}/remove',
  summary: 'Deletes a list; its products stay selected and on sale as they are',
  access: { vendor: 'listings:write' },
  params: z.object({ id: ListId }),
  answer: Envelope,
  refusals: ['list_not_found'],
  limit: WRITE_LIMIT,
})

export const getListedProducts = endpoint({
  method: 'GET',
  path: '/vendor/product-lists/{id}/products',
  summary: 'Lists the products of a list that are on sale on the marketplace, newest first',
  access: { vendor: 'listings:read' },
  params: z.object({ id: ListId }),
  query: z.object({ page: z.coerce.number<string | number>().int().min(1).max(1_000).default(1) }),
  answer: Envelope.extend({
    products: z.array(ProductCard),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  refusals: ['list_not_found'],
  limit: READ_LIMIT,
})

export const changeListedProducts = endpoint({
  method: 'POST',
  path: '/vendor/product-lists/{id}/products',
  summary: 'Puts products on a list, or takes them off it',
  access: { vendor: 'listings:write' },
  params: z.object({ id: ListId }),
  body: z.object({ productIds: ProductIds, isOnList: z.boolean() }),
  answer: Envelope.extend({ products: z.number() }),
  refusals: ['list_not_found', 'list_full'],
  limit: WRITE_LIMIT,
  maxBytes: MAX_BYTES,
})

export const changeProductTags = endpoint({
  method: 'POST',
  path: '/vendor/product-tags',
  summary: 'Adds a tag to products of yours, or removes it; only you see it',
  access: { vendor: 'listings:write' },
  body: z.object({
    productIds: ProductIds,
    tag: z.string().overwrite(toSingleLine).min(1, 'Enter a tag.').max(40, 'Use at most 40 characters.'),
    isSet: z.boolean(),
  }),
  answer: Envelope.extend({ products: z.number() }),
  refusals: ['too_many_tags'],
  limit: WRITE_LIMIT,
  maxBytes: MAX_BYTES,
})

export type ProductListData = z.input<typeof ProductList>
