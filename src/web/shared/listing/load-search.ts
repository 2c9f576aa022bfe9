import type { FacetsData, ProductCardData } from '#features/catalogue/catalog/contract.ts'
import type { Call } from '#web/app/calls/api.ts'
import { lateListingTop, lateNothingFound } from './lazy-search.ts'
import { loadListing } from './load-listing.ts'
import type { ListingOptions, LoadedListing } from './load-listing.ts'
import { choiceQuery, withName } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/** What the panel of a listing shows; undefined where it could not be counted. */
export type Panel = Pick<FacetsData, 'facets' | 'total' | 'isCapped' | 'without'>

/** What a listing is of where no name has what was typed: its words put right, or read as facets. */
export type ShownInstead = Readonly<Pick<MarketplaceSearch, 'productName' | 'category' | 'metal' | 'stone'>>

/** A listing with what helps to find on. */
export type FoundListing = LoadedListing &
  Readonly<{
    panel?: Panel
    instead?: ShownInstead
    /** Where nothing was found: what most shoppers buy. */
    popular?: readonly ProductCardData[]
  }>

/** Popular pieces shown where nothing was found. */
const SHOWN_POPULAR = 4

/**
 * The page of a listing and its facets. Where no name has the words, it is the listing of what they may mean; where nothing is
 * found at all, popular pieces come with it. Never throws, as `loadListing`; without its facets a listing is still one.
 */
export async function loadFound(
  call: Call,
  search: MarketplaceSearch,
  options: ListingOptions = {},
): Promise<FoundListing> {
  const [found, counted] = await loadBoth(call, search, options)
  if (found.failure !== undefined || found.total > 0) return found
  const instead = counted && meantBy(counted, search)
  if (instead) {
    const [meant] = await loadBoth(call, searchShown(search, instead), options)
    if (meant.total > 0) return { ...meant, instead }
  }
  const [popular] = await Promise.all([loadPopular(call), lateNothingFound.prepare()])
  return { ...found, popular }
}

/** The search that a listing is of. */
export function searchShown(search: MarketplaceSearch, instead: ShownInstead | undefined): MarketplaceSearch {
  return instead ? { ...withName(search, instead.productName), ...instead, page: search.page } : search
}

function meantBy(
  { suggestion, understood }: FacetsData,
  search: MarketplaceSearch,
): ShownInstead | undefined {
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

async function loadBoth(
  call: Call,
  search: MarketplaceSearch,
  options: ListingOptions,
): Promise<readonly [found: FoundListing, counted: FacetsData | undefined]> {
  const [listing, counted] = await Promise.all([
    loadListing(call, search, options),
    loadFacets(call, search),
    lateListingTop.prepare(),
  ])
  if (!counted) return [listing, undefined]
  const { facets, total, isCapped, without } = counted
  return [{ ...listing, panel: { facets, total, isCapped, without } }, counted]
}

/**
 * Counts what the page of a search would list, also where it lists what the words may mean; undefined where it could not be
 * counted.
 */
export async function countFound(
  call: Call,
  search: MarketplaceSearch,
): Promise<Pick<Panel, 'total' | 'isCapped'> | undefined> {
  const counted = await loadFacets(call, search)
  const instead = counted?.total === 0 ? meantBy(counted, search) : undefined
  return instead ? loadFacets(call, searchShown(search, instead)) : counted
}

async function loadFacets(call: Call, search: MarketplaceSearch): Promise<FacetsData | undefined> {
  const { productName, minPrice, maxPrice, minQuantity, maxQuantity, category } = search
  const fields = Object.entries({ productName, minPrice, maxPrice, minQuantity, maxQuantity, category })
  const query = { ...Object.fromEntries(fields.filter(([, value]) => value)), ...choiceQuery(search) }
  try {
    return await call('GET /shop/getFacets', { query })
  } catch {
    return undefined
  }
}

async function loadPopular(call: Call): Promise<readonly ProductCardData[]> {
  try {
    const query = { sort: 'popular', limit: SHOWN_POPULAR } as const
    return (await call('GET /shop/getAllProducts', { query })).getProduct
  } catch {
    return []
  }
}
