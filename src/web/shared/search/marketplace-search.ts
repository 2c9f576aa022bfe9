import { CATEGORY_NAMES } from '#web/shared/product/category-names.ts'
import type { CategoryName, SearchSortName, SortName } from '#features/catalogue/catalog/contract.ts'

/** The sort orders of a listing by their labels. */
export const SORT_LABELS = {
  newest: 'Newest first',
  popular: 'Best selling',
  rating: 'Top rated',
  discount: 'Biggest discount',
  price_asc: 'Price: low to high',
  price_desc: 'Price: high to low',
} as const satisfies Record<SortName, string>

/** The preset listings that the shop links to, each with its own address. */
export const PRESET_LISTINGS = [
  { title: 'Top ranking', href: '/marketplace?sort=popular' },
  { title: 'New arrivals', href: '/marketplace?sort=newest' },
  { title: 'Top deals', href: '/marketplace?onOffer=1&sort=discount' },
] as const

/** The five texts of the advanced search; empty means no bound. */
export type SearchFields = Readonly<{
  productName: string
  minPrice: string
  maxPrice: string
  minQuantity: string
  maxQuantity: string
}>

/** The selected facets: any values of each; only products in stock, or on offer. */
export type FacetFilters = Readonly<{
  metal: readonly string[]
  purity: readonly string[]
  stone: readonly string[]
  size: readonly string[]
  color: readonly string[]
  country: readonly string[]
  inStock: boolean
  onOffer: boolean
}>

/** The search of a listing page, as stored in its address. */
export type MarketplaceSearch = SearchFields &
  FacetFilters &
  Readonly<{ category: CategoryName | undefined; sort: SearchSortName; page: number }>

const SEARCH_FIELDS = ['productName', 'minPrice', 'maxPrice', 'minQuantity', 'maxQuantity'] as const
/** Facets that accept several values. */
export const LIST_FACETS = ['metal', 'purity', 'stone', 'size', 'color', 'country'] as const
const FACET_SWITCHES = ['inStock', 'onOffer'] as const
/** The most values of a facet in an address; shoppers do not select more metals, stones or countries. */
const MAX_FACET_VALUES = 30
const MAX_PAGE = 1_000_000

/** Parses the search in an address's query. Invalid values are ignored, except bounds, which are preserved as typed. */
export function readMarketplaceSearch(query: Readonly<Record<string, unknown>>): MarketplaceSearch {
  const productName = readText(query['productName'])
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 100)
    .trim()
  return {
    productName,
    minPrice: readText(query['minPrice']),
    maxPrice: readText(query['maxPrice']),
    minQuantity: readText(query['minQuantity']),
    maxQuantity: readText(query['maxQuantity']),
    category: CATEGORY_NAMES.find((name) => name === query['category']),
    metal: readFacetValues(query['metal']),
    purity: readFacetValues(query['purity'], SIZE_PATTERN),
    stone: readFacetValues(query['stone']),
    size: readFacetValues(query['size'], SIZE_PATTERN),
    color: readFacetValues(query['color']),
    country: readFacetValues(query['country']),
    inStock: query['inStock'] === '1',
    onOffer: query['onOffer'] === '1',
    sort: isSort(query['sort'], productName) ? query['sort'] : defaultSort(productName),
    page: readPage(query['page']),
  }
}

/** Returns the search of the current address, which may be newer than the rendered page. */
export function currentSearch(): MarketplaceSearch {
  return readMarketplaceSearch(Object.fromEntries(new URLSearchParams(window.location.search)))
}

/** Returns the shortest query string of a search, in a fixed order. Empty and default values are omitted. */
export function marketplaceQuery(search: MarketplaceSearch): Record<string, string> {
  const query: Record<string, string> = {}
  for (const field of SEARCH_FIELDS) if (search[field] !== '') query[field] = search[field]
  if (search.category) query['category'] = search.category
  for (const facet of LIST_FACETS) if (search[facet].length > 0) query[facet] = search[facet].join('.')
  for (const only of FACET_SWITCHES) if (search[only]) query[only] = '1'
  if (search.sort !== defaultSort(search.productName)) query['sort'] = search.sort
  if (search.page > 1) query['page'] = String(search.page)
  return query
}

/** Returns the address of the listing under `path` that shows the search. */
export function marketplaceHref(path: string, search: MarketplaceSearch): string {
  const query = new URLSearchParams(marketplaceQuery(search)).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Returns the search in another category (or all), from its first page. */
export function withCategory(
  search: MarketplaceSearch,
  category: CategoryName | undefined,
): MarketplaceSearch {
  return { ...search, category, page: 1 }
}

/** Returns the search in another order, from its first page. */
export function withSort(search: MarketplaceSearch, sort: string): MarketplaceSearch {
  const isKnownSort = isSort(sort, search.productName)
  return { ...search, sort: isKnownSort ? sort : defaultSort(search.productName), page: 1 }
}

/**
 * Returns the search with another name, from its first page. Its sort order is the default one unless another was
 * selected.
 */
export function withName(search: MarketplaceSearch, productName: string): MarketplaceSearch {
  const isUsual = search.sort === defaultSort(search.productName)
  return { ...search, productName, sort: isUsual ? defaultSort(productName) : search.sort, page: 1 }
}

/** Returns whether the advanced search or a facet filters the listing; category, order and page do not count. */
export function hasFilter(search: MarketplaceSearch): boolean {
  return SEARCH_FIELDS.some((field) => search[field] !== '') || hasFacetFilter(search)
}

/** Returns whether any facet is selected. */
export function hasFacetFilter(search: MarketplaceSearch): boolean {
  return LIST_FACETS.some((facet) => search[facet].length > 0) || FACET_SWITCHES.some((only) => search[only])
}

/** Returns the selected facets as query parameters of the server. */
export function facetQuery(search: MarketplaceSearch): Record<string, string> {
  const query = marketplaceQuery(search)
  const names = [...LIST_FACETS, ...FACET_SWITCHES].filter((name) => query[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, query[name] ?? '']))
}

function readText(value: unknown): string {
  // NUL is removed: no product name contains it, and HTML forbids it.
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : ''
}

const SLUG_PATTERN = /^[a-z][a-z-]{0,30}$/
const SIZE_PATTERN = /^\d{1,3}(-\d)?$/

/** Returns the values of a facet without duplicates and sorted, so that a selection has only one address. */
function readFacetValues(value: unknown, pattern = SLUG_PATTERN): readonly string[] {
  const texts = readText(value)
    .toLowerCase()
    .split(/[.,]/)
    .filter((one) => pattern.test(one))
  return [...new Set(texts)].toSorted().slice(0, MAX_FACET_VALUES)
}

/** Returns the default sort order: by relevance with a search text, else newest first. */
function defaultSort(productName: string): SearchSortName {
  return productName === '' ? 'newest' : 'relevance'
}

function isSort(value: unknown, productName: string): value is SearchSortName {
  if (value === 'relevance') return productName !== ''
  return typeof value === 'string' && Object.hasOwn(SORT_LABELS, value)
}

function readPage(value: unknown): number {
  const page = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : 1
  return Math.min(Math.max(page, 1), MAX_PAGE)
}
