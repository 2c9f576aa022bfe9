import { categoryLabel } from '#web/shared/product/category-names.ts'
import type { FeaturedSupplierData } from '#features/catalogue/catalog/contract.ts'
import type { CampaignData } from '#features/catalogue/promotions/contract.ts'
import type { Call } from '#web/app/calls/api.ts'
import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { FeaturedSuppliers } from '#web/shared/listing/featured-suppliers.tsx'
import { loadCampaigns } from '#web/shared/listing/special-offers.tsx'
import { loadSearchListing } from '#web/shared/listing/load-search-listing.ts'
import type { SearchListing } from '#web/shared/listing/load-search-listing.ts'
import { type LoadedList, toLoadedList } from '#web/shared/loading/loaded-list.ts'
import { hasFilter, readMarketplaceSearch } from '#web/shared/search/marketplace-search.ts'
import { MarketplaceSkeleton, MarketplaceView } from '../marketplace/marketplace-page.tsx'

/** The data of /show-more: the marketplace's listing, and the featured suppliers. */
export type ShowMoreData = Readonly<{
  listing: SearchListing & Readonly<{ campaigns?: readonly CampaignData[] }>
  suppliers: LoadedList<FeaturedSupplierData>
}>

/** /show-more: the marketplace's listing with featured suppliers (ROUTE-06, MKT-23). */
export const showMorePage = page({
  load: async ({ call, search }): Promise<ShowMoreData> => {
    const [listing, suppliers, campaigns] = await Promise.all([
      loadSearchListing(call, readMarketplaceSearch(search)),
      loadFeaturedSuppliers(call),
      loadCampaigns(call),
    ])
    return { listing: { ...listing, campaigns }, suppliers }
  },
  head: (_, { search }) => ({
    title: categoryLabel(readMarketplaceSearch(search).category ?? 'More products'),
    description: 'Top-selling products and top-rated suppliers.',
    // The products are those of the marketplace, so search engines need a single address.
    canonical: '/marketplace',
    isUnlisted: hasFilter(readMarketplaceSearch(search)),
  }),
  View: ShowMoreView,
  Pending: MarketplaceSkeleton,
})

/** Renders the page with its listing and suppliers. */
export function ShowMoreView({ data: { listing, suppliers }, params, search }: ViewProps<ShowMoreData>) {
  return (
    <MarketplaceView path="/show-more" data={listing} params={params} search={search}>
      <FeaturedSuppliers suppliers={suppliers} />
    </MarketplaceView>
  )
}

async function loadFeaturedSuppliers(call: Call): Promise<LoadedList<FeaturedSupplierData>> {
  const answer = call('GET /shop/getFeaturedSuppliers')
  return toLoadedList(
    answer.then(({ getSuppliers }) => getSuppliers),
    'Something went wrong, please try again later.',
  )
}
