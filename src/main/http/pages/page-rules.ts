import { LEGAL_TAG } from '#features/identity/legal/service.ts'
import type { PageRule } from '#platform/http/cache/page-key.ts'

/** The tag of every page that lists products. */
export const CATALOGUE_TAG = 'catalogue'

/** The tag of every product page. The store's own data (a holiday, its handling time) stand on all of them. */
export const PRODUCT_PAGES_TAG = 'products'

/** Lists may be so old, in milliseconds: a busy shop draws them twice a second and not at every sale. */
const LIST_STALE_MS = 500

/** What lists are narrowed by. One facet is a page of its own that many ask for; two and more are one shopper's. */
const FACETS = ['metal', 'purity', 'stone', 'size', 'color', 'country', 'inStock', 'onOffer']

/** The rules of public pages that are cached. A product page has its id as a tag, too. */
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

/** Lists are requested again and again on their first pages; the deep ones are cheaper to answer than to keep. */
function isEarlyPage(query: URLSearchParams): boolean {
  return (query.has('page') || query.has('limit')) && Number(query.get('page') ?? 1) <= CACHED_LIST_PAGES
}

const CACHED_LIST_PAGES = 5

/** The later pages of a grid are there for search engines, which visit them once. */
function isFirstPage(query: URLSearchParams): boolean {
  return !query.has('page')
}
