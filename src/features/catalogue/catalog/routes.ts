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
  FULL_LIST_LIMIT,
} from './contract.ts'
import {
  selectBoughtTogether,
  selectProductDetail,
  selectSupplierProducts,
  selectWithdrawnProduct,
} from './storefront/details/detail-queries.ts'
import type { Search } from './port.ts'
import { createFacetCounts } from './storefront/facets/facet-counts.ts'
import {
  selectFeaturedSuppliers,
  searchStorePage,
  selectStorePage,
  type StorePage,
  type StoreSort,
} from './storefront/lists/store-queries.ts'
import { toEnvelopeJson, rawJsonResponse, streamListResponse } from './storefront/lists/raw-json.ts'
import { createListCache, type ListCache } from './storefront/lists/list-cache.ts'
import {
  renderListPageAfter,
  renderFilteredListPage,
  renderListPage,
} from './storefront/lists/list-products.ts'
import { selectCardsByIds } from './storefront/lists/product-id-queries.ts'
import { streamCards } from './storefront/lists/stream-queries.ts'
import {
  toFacetFilter,
  isUnsatisfiable,
  type ProductFilter,
  toProductFilter,
  countPages,
  toPageRange,
} from './rules.ts'
import { createPostgresSearch } from './storefront/search/postgres-search.ts'
import { selectSuppliersNamed, selectSynonyms } from './storefront/search/search-queries.ts'

/** The dependencies of the catalogue's routes: the cache of finished lists, and the search. */
export type CatalogDependencies = Readonly<{ lists?: ListCache; search?: Search }>

/** Returns the catalogue's routes. */
export function catalogRoutes({
  lists = createListCache(),
  search = createPostgresSearch(createFacetCounts()),
}: CatalogDependencies = {}): Route[] {
  return [
    route(getAllProducts, async ({ query }, { db, count }) => {
      const { category, page, limit, cursor, sort = 'newest' } = query
      if (page === undefined && limit === undefined && cursor === undefined) {
        await count('whole lists', FULL_LIST_LIMIT)
        const filter = toProductFilter(NO_BOUNDS, { category, sort })
        return streamListResponse('Products', streamCards(db, filter))
      }
      const span = toPageRange(page, limit)
      const createBody = () =>
        cursor === undefined
          ? renderListPage(db, { category, sort }, span)
          : renderListPageAfter(db, { category, sort }, { cursor, limit: limit ?? PAGE_SIZE })
      if (cursor !== undefined || span.page > CACHED_PAGES) return rawJsonResponse(await createBody())
      return rawJsonResponse(await lists.get(JSON.stringify([category, sort, span]), createBody))
    }),

    route(getProductsByID, async ({ params }, { db }) => {
      if (!idPattern('product').test(params.id)) throw productNotFoundError()
      const detail = await selectProductDetail(db, params.id)
      if (detail === undefined) throw await explainMissingProduct(db, params.id)
      return rawJsonResponse(toEnvelopeJson('Product', { getProduct: detail }))
    }),

    route(getProductsByIDs, async ({ query }, { db }) =>
      rawJsonResponse(toEnvelopeJson('Products', { getProduct: await selectCardsByIds(db, query.ids) })),
    ),

    ...searchRoutes(lists, search),

    route(getFrequentlyBoughtProduct, async ({ params }, { db }) => {
      const products = await selectBoughtTogether(db, params.id)
      if (products === undefined) throw productNotFoundError()
      return rawJsonResponse(products)
    }),

    ...supplierProductRoutes(lists),
  ]
}

/** Returns the routes of searches: suggestions, lists, and their filters. */
function searchRoutes(lists: ListCache, search: Search): Route[] {
  return [
    route(searchProduct, async ({ body }, { db }) =>
      rawJsonResponse(await renderSearch(db, search, readSearchText(body.data))),
    ),

    route(advanceProductSearch, async ({ query, body }, { db, count }) => {
      const { page, limit, category, sort } = query
      const filter = await addSynonyms(
        db,
        toProductFilter(body.data, { category, sort, choice: toFacetFilter(query) }),
      )
      if (page === undefined && limit === undefined && !isUnsatisfiable(filter)) {
        await count('whole lists', FULL_LIST_LIMIT)
        return streamListResponse('Products', streamCards(db, filter))
      }
      const span = toPageRange(page, limit)
      const createBody = () => renderFilteredListPage(db, search, { filter, span })
      return rawJsonResponse(await lists.get(JSON.stringify([filter, span]), createBody))
    }),

    route(getFacets, async ({ query }, { db }) => {
      const facets = toFacetFilter(query)
      const filter = await addSynonyms(
        db,
        toProductFilter(query, { category: query.category, choice: facets }),
      )
      const key = JSON.stringify(['facets', filter])
      return rawJsonResponse(await lists.get(key, () => renderFacets(db, search, filter)))
    }),
  ]
}

/** Returns the routes of suppliers' products, and of featured suppliers. */
function supplierProductRoutes(lists: ListCache): Route[] {
  return [
    route(getManufacturerProducts, async ({ params }, { db }) => {
      const products = await selectSupplierProducts(db, params.id)
      if (products === undefined) throw supplierNotFoundError()
      return rawJsonResponse(toEnvelopeJson('Products of the supplier', { getProducts: products }))
    }),

    route(getStoreProducts, async ({ params, query }, { db }) => {
      const store = idPattern('supplier').test(params.id) ? await findStoreKey(db, params.id) : undefined
      if (store === undefined) throw supplierNotFoundError()
      const key = JSON.stringify(['store', store, query])
      return rawJsonResponse(await lists.get(key, () => renderStorePage(db, store, query)))
    }),

    route(getFeaturedSuppliers, async (_input, { db, now }) => {
      const createBody = async () =>
        toEnvelopeJson('Featured suppliers', { getSuppliers: await selectFeaturedSuppliers(db, now) })
      return rawJsonResponse(await lists.get('featured suppliers', createBody))
    }),
  ]
}

/**
 * The number of first pages that are cached, as many requests ask for them within a second; deeper ones are cheaper to
 * read than to cache.
 */
const CACHED_PAGES = 5

const NO_BOUNDS = { productName: '', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

async function addSynonyms(db: Queryable, filter: ProductFilter): Promise<ProductFilter> {
  return { ...filter, synonyms: await selectSynonyms(db, filter.text) }
}

async function renderSearch(db: Queryable, search: Search, typed: string): Promise<string> {
  const [products, suppliers] = await Promise.all([
    search.suggest(db, typed),
    selectSuppliersNamed(db, typed),
  ])
  return toEnvelopeJson('Search results', { searchProduct: products, suppliers })
}

async function renderFacets(db: Queryable, search: Search, filter: ProductFilter): Promise<string> {
  const found = Object.entries(await search.facets(db, filter))
  return toEnvelopeJson(
    'Facets',
    Object.fromEntries(found.map(([name, value]) => [name, JSON.stringify(value)])),
  )
}

function readSearchText(data: string | { search: string } | { productName: string }): string {
  if (typeof data === 'string') return data
  return 'search' in data ? data.search : data.productName
}

function supplierNotFoundError() {
  return notFound('supplier_not_found', 'Supplier not found')
}

/**
 * Returns the error for a missing product. A withdrawn product differs from one that never existed: its page responds
 * with 410 and links to others.
 */
async function explainMissingProduct(db: Queryable, publicId: string): Promise<AppError> {
  const details = await selectWithdrawnProduct(db, publicId)
  if (!details) return productNotFoundError()
  return new AppError('not_found', 'product_withdrawn', 'This product is no longer offered.', { details })
}

function productNotFoundError() {
  return notFound('product_not_found', 'Product not found')
}

/** The query of a store's products; all parameters are optional. */
type StoreQuery = Readonly<{
  search?: string | undefined
  category?: CategoryName | undefined
  sort?: StoreSort | undefined
  page?: number | undefined
  limit?: number | undefined
}>

/** Renders one page of a supplier's products as the finished response; `store` is the supplier's key. */
async function renderStorePage(db: Queryable, store: number, storeQuery: StoreQuery): Promise<string> {
  const { search: text = '', category, sort = 'popular', page, limit = STORE_PAGE_SIZE } = storeQuery
  const span = toPageRange(page, limit)
  const facets = { store, category, sort, span }
  return toStoreJson(
    await (text === '' ? selectStorePage(db, facets) : searchStorePage(db, facets, text)),
    span,
  )
}

function toStoreJson({ items, total, categories }: StorePage, span: { page: number; limit: number }): string {
  return toEnvelopeJson('Products of the store', {
    getProduct: items,
    total: String(total),
    page: String(span.page),
    pages: String(countPages(total, span.limit)),
    categories,
  })
}
