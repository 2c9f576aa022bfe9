import type { ProductCardData } from '#features/catalog/contract.ts'
import type { Call } from '#web/api.ts'
import { messageOf } from '#web/api.ts'
import { hasFilter } from './marketplace-search.ts'
import type { MarketplaceSearch } from './marketplace-search.ts'

/** One page of a listing; with `failure`, a message for the shopper, nothing could be loaded. */
export type LoadedListing = Readonly<{
  products: readonly ProductCardData[]
  total: number
  page: number
  pages: number
  failure?: string
}>

/**
 * The page of the listing that a search asks for; a page past the end gives the last one. Never throws: what went
 * wrong is told in the words of the error catalogue (ERR-03 to ERR-06).
 */
export async function loadListing(call: Call, search: MarketplaceSearch): Promise<LoadedListing> {
  try {
    const listing = await askFor(call, search)
    return listing.pages > 0 && search.page > listing.pages
      ? await askFor(call, { ...search, page: listing.pages })
      : listing
  } catch (error) {
    const fallback = hasFilter(search)
      ? 'Search failed. Please try again.'
      : 'Something went wrong, please try again later.'
    return { products: [], total: 0, page: 1, pages: 0, failure: messageOf(error, fallback) }
  }
}

async function askFor(call: Call, search: MarketplaceSearch): Promise<LoadedListing> {
  const { category, sort, page, ...fields } = search
  const query = { page, ...(category ? { category } : {}), ...(sort === 'newest' ? {} : { sort }) }
  const answer = hasFilter(search)
    ? await call('POST /shop/advanceProductSearch', { query, body: { data: fields } })
    : await call('GET /shop/getAllProducts', { query })
  const { getProduct: products, total = products.length, pages = 1 } = answer
  return { products, total, page: answer.page ?? page, pages }
}
