import type { FacetsData, ProductCardData } from '#features/catalogue/catalog/contract.ts'
import type { Call } from '#web/app/calls/api.ts'
import { lazyListingTop, lazyNoSearchResults } from './lazy-search.ts'
import { loadListing } from './load-listing.ts'
import type { ListingOptions, LoadedListing } from './load-listing.ts'
import { facetQuery, withName } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/** The data of a listing's facet panel; undefined if it could not be counted. */
export type FacetPanelData = Pick<FacetsData, 'facets' | 'total' | 'isCapped' | 'without'>

/** The correction of a search without results: its words corrected, or read as facets. */
export type SearchCorrection = Readonly<
  Pick<MarketplaceSearch, 'productName' | 'category' | 'metal' | 'stone'>
>

/** A listing with its facets, and a correction or popular products if nothing was found. */
export type SearchListing = LoadedListing &
  Readonly<{
    panel?: FacetPanelData
    instead?: SearchCorrection
    /** Popular products, loaded if nothing was found. */
    popular?: readonly ProductCardData[]
  }>

/** How many popular products are shown if nothing was found. */
const POPULAR_COUNT = 4

/**
 * Loads the page of a listing and its facets. If no name matches the search text, it loads the listing of the corrected
 * search; if that is empty too, it adds popular products. Like `loadListing`, it never throws; a failure of the facets
 * does not affect the listing.
 */
export async function loadSearchListing(
  call: Call,
  search: MarketplaceSearch,
  options: ListingOptions = {},
): Promise<SearchListing> {
  const [found, counted] = await loadListingAndFacets(call, search, options)
  if (found.failure !== undefined || found.total > 0) return found
  const correction = counted && toCorrection(counted, search)
  if (correction) {
    const [meant] = await loadListingAndFacets(call, applyCorrection(search, correction), options)
    if (meant.total > 0) return { ...meant, instead: correction }
  }
  const [popular] = await Promise.all([loadPopular(call), lazyNoSearchResults.prepare()])
  return { ...found, popular }
}

/** Returns the search of a listing, with its correction applied. */
export function applyCorrection(
  search: MarketplaceSearch,
  correction: SearchCorrection | undefined,
): MarketplaceSearch {
  return correction
    ? { ...withName(search, correction.productName), ...correction, page: search.page }
    : search
}

function toCorrection(
  { suggestion, understood }: FacetsData,
  search: MarketplaceSearch,
): SearchCorrection | undefined {
  const { category, metal, stone } = search
  if (suggestion !== null) return { productName: suggestion, category, metal, stone }
  if (understood === null) return undefined
  return {
    productName: understood.productName,
    category: understood.category ?? category,
    metal: understood.metal === null ? metal : [understood.metal],
    stone: understood.stone === null ? stone : [understood.stone],
  }
}

async function loadListingAndFacets(
  call: Call,
  search: MarketplaceSearch,
  options: ListingOptions,
): Promise<readonly [found: SearchListing, counted: FacetsData | undefined]> {
  const [listing, counted] = await Promise.all([
    loadListing(call, search, options),
    loadFacets(call, search),
    lazyListingTop.prepare(),
  ])
  if (!counted) return [listing, undefined]
  const { facets, total, isCapped, without } = counted
  return [{ ...listing, panel: { facets, total, isCapped, without } }, counted]
}

/**
 * Returns how many products a search would list; undefined if counting failed. It counts the corrected search if the
 * page would list that.
 */
export async function countSearchResults(
  call: Call,
  search: MarketplaceSearch,
): Promise<Pick<FacetPanelData, 'total' | 'isCapped'> | undefined> {
  const counted = await loadFacets(call, search)
  const correction = counted?.total === 0 ? toCorrection(counted, search) : undefined
  return correction ? loadFacets(call, applyCorrection(search, correction)) : counted
}

async function loadFacets(call: Call, search: MarketplaceSearch): Promise<FacetsData | undefined> {
  const { productName, minPrice, maxPrice, minQuantity, maxQuantity, category } = search
  const fields = Object.entries({ productName, minPrice, maxPrice, minQuantity, maxQuantity, category })
  const query = { ...Object.fromEntries(fields.filter(([, value]) => value)), ...facetQuery(search) }
  try {
    return await call('GET /shop/getFacets', { query })
  } catch {
    return undefined
  }
}

async function loadPopular(call: Call): Promise<readonly ProductCardData[]> {
  try {
    const query = { sort: 'popular', limit: POPULAR_COUNT } as const
    return (await call('GET /shop/getAllProducts', { query })).getProduct
  } catch {
    return []
  }
}
