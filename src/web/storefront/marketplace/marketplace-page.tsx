import type { ReactNode } from 'react'
import { lateListingTop } from '#web/parts/late-finding.ts'
import { listingHead } from '#web/parts/listing-head.ts'
import { ListingHero } from '#web/parts/listing-hero.tsx'
import { ListingResults } from '#web/parts/listing-results.tsx'
import { ListingSkeleton } from '#web/parts/listing-skeleton.tsx'
import { loadFound, searchShown } from '#web/parts/load-found.ts'
import type { FoundListing } from '#web/parts/load-found.ts'
import { readMarketplaceSearch } from '#web/parts/marketplace-search.ts'
import { SpecialOffers } from '#web/parts/special-offers.tsx'
import { useFailureToast } from '#web/parts/use-failure-toast.ts'
import { page } from '#web/page.ts'
import type { ViewProps } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'

const PATH = '/marketplace'

const { View: ListingTop } = lateListingTop

/** /marketplace: advanced search, chips, and the pieces, 50 a page. */
export const marketplacePage = page({
  load: ({ call, search }) => loadFound(call, readMarketplaceSearch(search)),
  head: (listing, { search }) =>
    listingHead(PATH, 'Marketplace', { search: readMarketplaceSearch(search), listing }),
  View: MarketplaceView,
  Pending: MarketplaceSkeleton,
})

type Props = ViewProps<FoundListing> & Readonly<{ path?: string; children?: ReactNode }>

/** What the page shows of a loaded listing; a variant of it stands at another `path` and has more below the pieces. */
export function MarketplaceView({ data: listing, search: query, path = PATH, children }: Props) {
  const search = searchShown(readMarketplaceSearch(query), listing.instead)
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
        <ButtonLink href="/explore-all" look="outline" size="lg" className="self-center">
          Explore All
        </ButtonLink>
        {children && <div className="pt-8 md:pt-12">{children}</div>}
        <div className="pt-8 md:pt-12">
          <SpecialOffers />
        </div>
      </div>
    </>
  )
}

/** The shape of a listing that is on its way. */
export function MarketplaceSkeleton() {
  return <ListingSkeleton here="Marketplace" />
}
