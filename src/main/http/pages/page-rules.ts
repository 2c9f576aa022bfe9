import { LEGAL_TAG } from '#features/identity/legal/service.ts'
import type { PageRule } from '#platform/http/cache/page-key.ts'

/** The tag of every page that lists products. */
export const CATALOGUE_TAG = 'catalogue'

/** The tag of every product page, which shows data of the store, such as a holiday and the handling time. */
export const PRODUCT_PAGES_TAG = 'products'

/** The maximum age of stale lists in milliseconds: a busy shop renders them twice a second and not at every sale. */
const LIST_STALE_MS = 500

/** The filters of lists. A page with one facet is requested by many; combinations are too rare for caching. */
const FACETS = ['metal', 'purity', 'stone', 'size', 'color', 'country', 'inStock', 'onOffer']

/** The rules of cached public pages. A product page also has its id as a tag. */
export const PAGE_RULES: readonly PageRule[] = [
  { path: /^\/$/, query: [], tags: () => [CATALOGUE_TAG], staleMs: LIST_STALE_MS },
  {
    path: /^\/(?:marketplace|show-more)$/,
    query: ['category', 'sort', 'page', ...FACETS],
    isWorthKeeping: (query) => FACETS.filter((facet) => query.has(facet)).length < 2,
    tags: () => [CATALOGUE_TAG],
    staleMs: LIST_STALE_MS,
  },
  {
    path: /^\/explore-all$/,
    query: ['category', 'sort', 'page'],
    isWorthKeeping: isFirstPage,
    tags: () => [CATALOGUE_TAG],
    staleMs: LIST_STALE_MS,
  },
  {
    path: /^\/shop\/getAllProducts$/,
    query: ['page', 'limit', 'category', 'sort'],
    isWorthKeeping: isEarlyPage,
    tags: () => [CATALOGUE_TAG],
    staleMs: LIST_STALE_MS,
  },
  {
    path: /^\/store-profile$/,
    query: ['id', 'category', 'page'],
    tags: () => [CATALOGUE_TAG],
    staleMs: LIST_STALE_MS,
  },
  {
    path: /^\/product\/(prd_[0-9a-f]{32})$/,
    query: [],
    tags: (groups) => [...groups, PRODUCT_PAGES_TAG],
    staleMs: 0,
  },
  {
    path: /^\/(contact-us|newsletter|find-order)$/,
    query: [],
    tags: () => [],
    staleMs: 0,
  },
  { path: /^\/(terms|privacy|returns|imprint)$/, query: [], tags: () => [LEGAL_TAG], staleMs: 0 },
  { path: /^\/404$/, query: [], tags: () => [], staleMs: 0, keepStatus: 404 },
]

/**
 * Returns whether a list's page is an early one; later pages are rarely requested, and cheaper to render than to
 * cache.
 */
function isEarlyPage(query: URLSearchParams): boolean {
  return (query.has('page') || query.has('limit')) && Number(query.get('page') ?? 1) <= CACHED_LIST_PAGES
}

const CACHED_LIST_PAGES = 5

/** Returns whether a grid's page is the first one; later ones are visited only by search engines, once. */
function isFirstPage(query: URLSearchParams): boolean {
  return !query.has('page')
}
