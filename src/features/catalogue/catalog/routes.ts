import { AppError, notFound } from '#core/errors.ts'
import { idPattern } from '#core/ids.ts'
import type { Queryable } from '#database/database.ts'
import { findStoreKey } from '#features/catalogue/suppliers/service.ts'
import { route, type Route } from '#platform/http/calls/route.ts'
import {
  advanceProductSearch,
  type CategoryName,
  getAllProducts,
  getFacets,
  getFeaturedSuppliers,
  getFrequentlyBoughtProduct,
  getManufacturerProducts,
  getProductsByID,
  getProductsByIDs,
  getStoreProducts,
  PAGE_SIZE,
  searchProduct,
  STORE_PAGE_SIZE,
  WHOLE_LISTS,
} from './contract.ts'
import { selectBoughtTogether, selectDetail, selectOfSupplier, selectWithdrawn } from './detail-queries.ts'
import { type FacetCounts, facetCounts } from './facets/facet-counts.ts'
import { findFacets } from './facets/find-facets.ts'
import { selectFeatured } from './lists/featured-queries.ts'
import { envelope, finishedJson, streamedList } from './lists/finished-json.ts'
import { listCache, type ListCache } from './lists/list-cache.ts'
import { listAfter, listNarrowed, listPage } from './lists/list-products.ts'
import { selectAsked } from './lists/request-queries.ts'
import { selectStoreFound, selectStorePage, type StorePage, type StoreSort } from './lists/store-queries.ts'
import { streamCards } from './lists/stream-queries.ts'
import { choiceOf, isContradiction, type Narrowing, narrowingOf, pagesOf, spanOf } from './rules.ts'
import { searchProducts } from './search/search-products.ts'
import { selectSuppliersNamed, selectSynonyms } from './search/search-queries.ts'

/** What of the catalogue is kept for a moment: finished lists, and how many pieces have what. */
export type CatalogCaches = Readonly<{ lists?: ListCache; counts?: FacetCounts }>

/** The catalogue's endpoints. */
export function catalogRoutes({ lists = listCache(), counts = facetCounts() }: CatalogCaches = {}): Route[] {
  return [
    route(getAllProducts, async ({ query }, { db, count }) => {
      const { category, page, limit, cursor, sort = 'newest' } = query
      if (page === undefined && limit === undefined && cursor === undefined) {
        await count('whole lists', WHOLE_LISTS)
        const everything = narrowingOf(NO_BOUNDS, { category, sort })
        return streamedList('Products', streamCards(db, everything))
      }
      const span = spanOf(page, limit)
      const answer = () =>
        cursor === undefined
          ? listPage(db, { category, sort }, span)
          : listAfter(db, { category, sort }, { cursor, limit: limit ?? PAGE_SIZE })
      if (cursor !== undefined || span.page > EARLY_PAGES) return finishedJson(await answer())
      return finishedJson(await lists.get(JSON.stringify([category, sort, span]), answer))
    }),

    route(getProductsByID, async ({ params }, { db }) => {
      if (!idPattern('product').test(params.id)) throw productNotFound()
      const detail = await selectDetail(db, params.id)
      if (detail === undefined) throw await whyMissing(db, params.id)
      return finishedJson(envelope('Product', { getProduct: detail }))
    }),

    route(getProductsByIDs, async ({ query }, { db }) =>
      finishedJson(envelope('Products', { getProduct: await selectAsked(db, query.ids) })),
    ),

    ...searchRoutes(lists, counts),

    route(getFrequentlyBoughtProduct, async ({ params }, { db }) => {
      const products = await selectBoughtTogether(db, params.id)
      if (products === undefined) throw productNotFound()
      return finishedJson(products)
    }),

    ...storeRoutes(lists),
  ]
}

/** The searches: as somebody types, as lists, and what lists can be filtered by. */
function searchRoutes(lists: ListCache, counts: FacetCounts): Route[] {
  return [
    route(searchProduct, async ({ body }, { db }) =>
      finishedJson(await answerSearch(db, typedIn(body.data))),
    ),

    route(advanceProductSearch, async ({ query, body }, { db, count }) => {
      const { page, limit, category, sort } = query
      const narrowing = await withSynonyms(
        db,
        narrowingOf(body.data, { category, sort, choice: choiceOf(query) }),
      )
      if (page === undefined && limit === undefined && !isContradiction(narrowing)) {
        await count('whole lists', WHOLE_LISTS)
        return streamedList('Products', streamCards(db, narrowing))
      }
      const span = spanOf(page, limit)
      const answer = () => listNarrowed(db, counts, { narrowing, span })
      return finishedJson(await lists.get(JSON.stringify([narrowing, span]), answer))
    }),

    route(getFacets, async ({ query }, { db }) => {
      const choice = choiceOf(query)
      const narrowing = await withSynonyms(db, narrowingOf(query, { category: query.category, choice }))
      const key = JSON.stringify(['facets', narrowing])
      return finishedJson(await lists.get(key, () => answerFacets(db, counts, narrowing)))
    }),
  ]
}

/** What suppliers have, and which of them to look at first. */
function storeRoutes(lists: ListCache): Route[] {
  return [
    route(getManufacturerProducts, async ({ params }, { db }) => {
      const products = await selectOfSupplier(db, params.id)
      if (products === undefined) throw supplierNotFound()
      return finishedJson(envelope('Products of the supplier', { getProducts: products }))
    }),

    route(getStoreProducts, async ({ params, query }, { db }) => {
      const store = idPattern('supplier').test(params.id) ? await findStoreKey(db, params.id) : undefined
      if (store === undefined) throw supplierNotFound()
      const key = JSON.stringify(['store', store, query])
      return finishedJson(await lists.get(key, () => listStore(db, store, query)))
    }),

    route(getFeaturedSuppliers, async (_input, { db }) => {
      const answer = async () => envelope('Featured suppliers', { getSuppliers: await selectFeatured(db) })
      return finishedJson(await lists.get('featured suppliers', answer))
    }),
  ]
}

/** Pages that many ask for within the same second; deeper ones are cheaper to read than to keep. */
const EARLY_PAGES = 5

const NO_BOUNDS = { productName: '', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

async function withSynonyms(db: Queryable, narrowing: Narrowing): Promise<Narrowing> {
  return { ...narrowing, synonyms: await selectSynonyms(db, narrowing.text) }
}

async function answerSearch(db: Queryable, typed: string): Promise<string> {
  const [pieces, suppliers] = await Promise.all([searchProducts(db, typed), selectSuppliersNamed(db, typed)])
  return envelope('Search results', { searchProduct: pieces, suppliers })
}

async function answerFacets(db: Queryable, counts: FacetCounts, narrowing: Narrowing): Promise<string> {
  const found = Object.entries(await findFacets(db, counts, narrowing))
  return envelope('Facets', Object.fromEntries(found.map(([name, value]) => [name, JSON.stringify(value)])))
}

function typedIn(data: string | { search: string } | { productName: string }): string {
  if (typeof data === 'string') return data
  return 'search' in data ? data.search : data.productName
}

function supplierNotFound() {
  return notFound('supplier_not_found', 'Supplier not found')
}

/** A piece that was offered once is told from one that never was: its page answers 410 and leads on to others. */
async function whyMissing(db: Queryable, publicId: string): Promise<AppError> {
  const details = await selectWithdrawn(db, publicId)
  if (!details) return productNotFound()
  return new AppError('not_found', 'product_withdrawn', 'This piece is no longer offered.', { details })
}

function productNotFound() {
  return notFound('product_not_found', 'Product not found')
}

/** What is asked of a store's pieces; nothing of it must be said. */
type StoreWish = Readonly<{
  search?: string | undefined
  category?: CategoryName | undefined
  sort?: StoreSort | undefined
  page?: number | undefined
  limit?: number | undefined
}>

/** One page of a supplier's pieces as the finished answer; `store` is the supplier's key. */
async function listStore(db: Queryable, store: number, wish: StoreWish): Promise<string> {
  const { search: text = '', category, sort = 'popular', page, limit = STORE_PAGE_SIZE } = wish
  const span = spanOf(page, limit)
  const choice = { store, category, sort, span }
  return storeAnswer(
    await (text === '' ? selectStorePage(db, choice) : selectStoreFound(db, choice, text)),
    span,
  )
}

function storeAnswer({ items, total, categories }: StorePage, span: { page: number; limit: number }): string {
  return envelope('Products of the store', {
    getProduct: items,
    total: String(total),
    page: String(span.page),
    pages: String(pagesOf(total, span.limit)),
    categories,
  })
}
