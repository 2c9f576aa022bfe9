import type { ProductCardData, SortName } from '#features/catalogue/catalog/contract.ts'
import type { Call } from '#web/app/calls/api.ts'
import { isApiFailure, explainError } from '#web/app/calls/api.ts'
import { facetQuery, hasFilter } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/** One page of a listing, or `failure`, a message for the shopper. `isRefused` means that a retry won't help. */
export type LoadedListing = Readonly<{
  products: readonly ProductCardData[]
  total: number
  page: number
  pages: number
  failure?: string
  isRefused?: boolean
}>

/** The page size of a listing if it is not 50, and the signal that aborts the call. */
export type ListingOptions = Readonly<{ limit?: number; signal?: AbortSignal }>

/**
 * Loads the page of a listing; a page past the end returns the last one. Never throws: errors are returned as messages
 * of the error catalogue (ERR-03 to ERR-06).
 */
export async function loadListing(
  call: Call,
  search: MarketplaceSearch,
  options: ListingOptions = {},
): Promise<LoadedListing> {
  try {
    const listing = await fetchListingPage(call, search, options)
    return listing.pages > 0 && search.page > listing.pages
      ? await fetchListingPage(call, { ...search, page: listing.pages }, options)
      : listing
  } catch (error) {
    const fallback = hasFilter(search)
      ? 'Search failed. Please try again.'
      : 'Something went wrong, please try again later.'
    const failure = explainError(error, fallback)
    return {
      products: [],
      total: 0,
      page: 1,
      pages: 0,
      failure,
      ...(isApiFailure(error) && { isRefused: true }),
    }
  }
}

/** Loads the page of a listing from the server. Throws the errors of `call`. */
export async function fetchListingPage(
  call: Call,
  search: MarketplaceSearch,
  { limit, signal }: ListingOptions = {},
): Promise<LoadedListing> {
  const { category, sort, page } = search
  const { productName, minPrice, maxPrice, minQuantity, maxQuantity } = search
  const query = { page, ...(limit ? { limit } : {}), ...(category ? { category } : {}) }
  const data = { productName, minPrice, maxPrice, minQuantity, maxQuantity }
  const order = sort === 'newest' ? {} : { sort }
  const options = signal ? { signal } : {}
  const filterQuery = { ...query, ...order, ...facetQuery(search) }
  const answer = hasFilter(search)
    ? await call('POST /shop/advanceProductSearch', { query: filterQuery, body: { data } }, options)
    : await call('GET /shop/getAllProducts', { query: { ...query, ...toSortQuery(sort) } }, options)
  const { getProduct: products, total = products.length, pages = 1 } = answer
  return { products, total, page: answer.page ?? page, pages }
}

/**
 * Returns the sort order for the server, or none for `newest` and `relevance`. Without a search text there is no
 * relevance.
 */
function toSortQuery(sort: MarketplaceSearch['sort']): { sort?: SortName } {
  return sort === 'newest' || sort === 'relevance' ? {} : { sort }
}
