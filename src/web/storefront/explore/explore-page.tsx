import { categoryLabel } from '#web/shared/product/category-names.ts'
import { lazyListingTop, lazyNoSearchResults } from '#web/shared/listing/lazy-search.ts'
import { ListingHero, ListingSkeleton } from '#web/shared/listing/listing-hero.tsx'
import { formatProductCount, ListingFailure } from '#web/shared/listing/listing-results.tsx'
import {
  loadSearchListing,
  applyCorrection,
  type SearchListing,
} from '#web/shared/listing/load-search-listing.ts'
import {
  hasFilter,
  marketplaceHref,
  readMarketplaceSearch,
  type MarketplaceSearch,
} from '#web/shared/search/marketplace-search.ts'
import { useFailureToast } from '#web/shared/loading/use-failure-toast.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { VirtualProductGrid } from './virtual-product-grid.tsx'
import { PRODUCTS_PER_FETCH } from './products-per-fetch.ts'
import { prepareProductList } from './use-product-list.ts'

const PATH = '/explore-all'

const { View: ListingTop } = lazyListingTop
const { View: NothingFound } = lazyNoSearchResults

/** /explore-all: the whole catalogue, or the results of a search, as one grid without pages. */
export const explorePage = page({
  load: async ({ call, search }) => {
    const listing = loadSearchListing(call, readMarketplaceSearch(search), { limit: PRODUCTS_PER_FETCH })
    if (typeof window !== 'undefined') await prepareProductList().catch(() => undefined)
    return listing
  },
  head: ({ page: number }, { search }) => {
    const requestedSearch = readMarketplaceSearch(search)
    const title = requestedSearch.category
      ? `All ${categoryLabel(requestedSearch.category).toLowerCase()}`
      : 'Explore All'
    const description = 'Browse or search every product from every verified supplier in one place.'
    if (hasFilter(requestedSearch)) return { title, description, isUnlisted: true }
    if (number === 1) return { title, description }
    const canonical = marketplaceHref(PATH, { ...requestedSearch, page: number })
    return { title: `${title}, page ${number}`, description, canonical }
  },
  View: ExploreView,
  Pending: ExploreSkeleton,
})

/** Renders the page with the first products. */
export function ExploreView({ data: listing, search: query }: ViewProps<SearchListing>) {
  const search = applyCorrection(readMarketplaceSearch(query), listing.instead)
  useFailureToast(listing, listing.failure)
  return (
    <>
      <ListingHero here="Explore All" />
      <div className="page-width flex flex-col gap-2 pt-1 pb-16 md:gap-8 md:pt-10 md:pb-24">
        <ListingTop
          className="relative flex flex-col gap-2 md:gap-8"
          path={PATH}
          query={query}
          listing={listing}
        />
        <section aria-label="Products" className="relative">
          <ExploreResults search={search} listing={listing} />
        </section>
      </div>
    </>
  )
}

function ExploreResults({ search, listing }: { search: MarketplaceSearch; listing: SearchListing }) {
  const list = marketplaceHref(PATH, { ...search, page: 1 })
  if (listing.failure !== undefined) return <ListingFailure message={listing.failure} href={list} />
  if (listing.products.length === 0)
    return <NothingFound key={list} path={PATH} search={search} listing={listing} className="" />
  return (
    <>
      <LiveRegion message={formatProductCount(listing.total)} />
      <VirtualProductGrid key={list} path={PATH} search={search} listing={listing} />
    </>
  )
}

function ExploreSkeleton() {
  return <ListingSkeleton here="Explore All" />
}
