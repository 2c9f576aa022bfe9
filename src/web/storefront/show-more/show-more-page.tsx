import type { FeaturedSupplierData } from '#features/catalog/contract.ts'
import type { Call } from '#web/api.ts'
import { page } from '#web/page.ts'
import type { ViewProps } from '#web/page.ts'
import { FeaturedSuppliers } from '#web/parts/featured-suppliers.tsx'
import { loadFound } from '#web/parts/load-found.ts'
import type { FoundListing } from '#web/parts/load-found.ts'
import { type LoadedPart, loadedPart } from '#web/parts/loaded-part.ts'
import { hasFilter, readMarketplaceSearch } from '#web/parts/marketplace-search.ts'
import { MarketplaceSkeleton, MarketplaceView } from '../marketplace/marketplace-page.tsx'

/** What /show-more shows: the marketplace's listing, and the featured suppliers. */
export type ShowMoreData = Readonly<{ listing: FoundListing; suppliers: LoadedPart<FeaturedSupplierData> }>

/** /show-more: the marketplace once more, with featured suppliers (ROUTE-06, MKT-23). */
export const showMorePage = page({
  load: async ({ call, search }): Promise<ShowMoreData> => {
    const [listing, suppliers] = await Promise.all([
      loadFound(call, readMarketplaceSearch(search)),
      loadFeatured(call),
    ])
    return { listing, suppliers }
  },
  head: (_, { search }) => ({
    title: readMarketplaceSearch(search).category ?? 'More pieces',
    description: 'Top-selling pieces and the best rated suppliers of the marketplace.',
    // The same pieces: search engines need one address for them.
    canonical: '/marketplace',
    isUnlisted: hasFilter(readMarketplaceSearch(search)),
  }),
  View: ShowMoreView,
  Pending: MarketplaceSkeleton,
})

/** What the page shows of what was loaded. */
export function ShowMoreView({ data: { listing, suppliers }, params, search }: ViewProps<ShowMoreData>) {
  return (
    <MarketplaceView path="/show-more" data={listing} params={params} search={search}>
      <FeaturedSuppliers suppliers={suppliers} />
    </MarketplaceView>
  )
}

async function loadFeatured(call: Call): Promise<LoadedPart<FeaturedSupplierData>> {
  const answer = call('GET /shop/getFeaturedSuppliers')
  return loadedPart(
    answer.then(({ getSuppliers }) => getSuppliers),
    'Something went wrong, please try again later.',
  )
}
