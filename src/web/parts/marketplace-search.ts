import type { CategoryName, SortName } from '#features/catalog/contract.ts'

/** The eight kinds of pieces, in the order of the chips (MKT-10). */
export const CATEGORY_NAMES = [
  'Rings',
  'Necklaces',
  'Bracelets',
  'Earrings',
  'Pendants',
  'Brooches',
  'Anklets',
  'Charms',
] as const satisfies readonly CategoryName[]

/** How a listing may be ordered, as the select names it. */
export const SORT_LABELS = {
  newest: 'Newest first',
  popular: 'Most popular',
  discount: 'Biggest discount',
  price_asc: 'Price: low to high',
  price_desc: 'Price: high to low',
} as const satisfies Record<SortName, string>

/** The five texts of the advanced search; empty means no bound. */
export type SearchFields = Readonly<{
  productName: string
  minPrice: string
  maxPrice: string
  minQuantity: string
  maxQuantity: string
}>

/** All that a listing page is about, as its address says it. */
export type MarketplaceSearch = SearchFields &
  Readonly<{ category: CategoryName | undefined; sort: SortName; page: number }>

const FIELDS = ['productName', 'minPrice', 'maxPrice', 'minQuantity', 'maxQuantity'] as const
const DEFAULT_SORT: SortName = 'newest'
const HIGHEST_PAGE = 1_000_000

/** The search in an address's query. What is not understood counts as not said, but bounds go on as they are. */
export function readMarketplaceSearch(query: Readonly<Record<string, unknown>>): MarketplaceSearch {
  return {
    productName: said(query['productName']).slice(0, 100),
    minPrice: said(query['minPrice']),
    maxPrice: said(query['maxPrice']),
    minQuantity: said(query['minQuantity']),
    maxQuantity: said(query['maxQuantity']),
    category: CATEGORY_NAMES.find((name) => name === query['category']),
    sort: isSort(query['sort']) ? query['sort'] : DEFAULT_SORT,
    page: readPage(query['page']),
  }
}

/** The search of the address that the browser shows now, which may be ahead of the page it still draws. */
export function presentSearch(): MarketplaceSearch {
  return readMarketplaceSearch(Object.fromEntries(new URLSearchParams(window.location.search)))
}

/** The query that says the search again, shortest: nothing of what is empty or as usual. */
export function marketplaceQuery(search: MarketplaceSearch): Record<string, string> {
  const query: Record<string, string> = {}
  for (const field of FIELDS) if (search[field] !== '') query[field] = search[field]
  if (search.category) query['category'] = search.category
  if (search.sort !== DEFAULT_SORT) query['sort'] = search.sort
  if (search.page > 1) query['page'] = String(search.page)
  return query
}

/** The address of the listing under `path` that shows the search. */
export function marketplaceHref(path: string, search: MarketplaceSearch): string {
  const query = new URLSearchParams(marketplaceQuery(search)).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The same search for another category (or all), from its first page. */
export function withCategory(
  search: MarketplaceSearch,
  category: CategoryName | undefined,
): MarketplaceSearch {
  return { ...search, category, page: 1 }
}

/** The same search in another order, from its first page. */
export function withSort(search: MarketplaceSearch, sort: string): MarketplaceSearch {
  return { ...search, sort: isSort(sort) ? sort : DEFAULT_SORT, page: 1 }
}

/** Whether the advanced search asks for anything; chips, order and page alone do not. */
export function hasFilter(search: MarketplaceSearch): boolean {
  return FIELDS.some((field) => search[field] !== '')
}

function said(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function isSort(value: unknown): value is SortName {
  return typeof value === 'string' && Object.hasOwn(SORT_LABELS, value)
}

function readPage(value: unknown): number {
  const page = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : 1
  return Math.min(Math.max(page, 1), HIGHEST_PAGE)
}
