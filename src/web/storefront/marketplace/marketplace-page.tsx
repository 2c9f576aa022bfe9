import type { ReactNode } from 'react'
import { lazyListingTop } from '#web/shared/listing/lazy-search.ts'
import { listingHead } from '#web/shared/listing/listing-head.ts'
import { ListingHero, ListingSkeleton } from '#web/shared/listing/listing-hero.tsx'
import { ListingResults } from '#web/shared/listing/listing-results.tsx'
import {
  loadSearchListing,
  applyCorrection,
  type SearchListing,
} from '#web/shared/listing/load-search-listing.ts'
import type { CampaignData } from '#features/catalogue/promotions/contract.ts'
import { readMarketplaceSearch } from '#web/shared/search/marketplace-search.ts'
import { loadCampaigns, SpecialOffers } from '#web/shared/listing/special-offers.tsx'
import { useFailureToast } from '#web/shared/loading/use-failure-toast.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'

const PATH = '/marketplace'

const { View: ListingTop } = lazyListingTop

/** /marketplace: advanced search, chips, and the products, 50 a page. */
export const marketplacePage = page({
  load: async ({ call, search }) => {
    const [listing, campaigns] = await Promise.all([
      loadSearchListing(call, readMarketplaceSearch(search)),
      loadCampaigns(call),
    ])
    return { ...listing, campaigns }
  },
  head: (listing, { search }) =>
    listingHead(PATH, 'Marketplace', { search: readMarketplaceSearch(search), listing }),
  View: MarketplaceView,
  Pending: MarketplaceSkeleton,
})

type MarketplaceData = SearchListing & Readonly<{ campaigns?: readonly CampaignData[] }>

type Props = ViewProps<MarketplaceData> & Readonly<{ path?: string; children?: ReactNode }>

/** Renders a loaded listing of the marketplace. A variant has another `path` and more content below the products. */
export function MarketplaceView({ data: listing, search: query, path = PATH, children }: Props) {
  const search = applyCorrection(readMarketplaceSearch(query), listing.instead)
  useFailureToast(listing, listing.failure)
  return (
    <>
      <ListingHero here="Marketplace" />
      <div className="page-width flex flex-col gap-2 pt-1 pb-16 md:gap-8 md:pt-10 md:pb-24">
        <ListingTop
          className="relative flex flex-col gap-2 md:gap-8"
          path={path}
          query={query}
          listing={listing}
        />
        <section aria-label="Products" className="flex flex-col gap-10">
          <ListingResults path={path} search={search} listing={listing} />
        </section>
        <ButtonLink href="/explore-all" variant="outline" size="lg" className="self-center">
          Explore All
        </ButtonLink>
        {children && <div className="pt-8 md:pt-12">{children}</div>}
        <div className="pt-8 md:pt-12">
          <SpecialOffers campaigns={listing.campaigns} />
        </div>
      </div>
    </>
  )
}

/** Renders the skeleton of a listing. */
export function MarketplaceSkeleton() {
  return <ListingSkeleton here="Marketplace" />
}
