import { AdvancedSearch } from '../filters/advanced-search.tsx'
import { CategoryChips } from '../filters/category-chips.tsx'
import { FacetBar } from '../filters/facet-bar.tsx'
import { countText } from './listing-results.tsx'
import { searchShown } from './load-search.ts'
import type { FoundListing } from './load-search.ts'
import { readMarketplaceSearch } from '../search/marketplace-search.ts'
import { PutRight } from '../filters/spelling-correction.tsx'
import { SortSelect } from '../filters/sort-select.tsx'

/**
 * All above the pieces of the listing under `path`: what to search for, the categories, the facets, and their order. `query`
 * is that of the address.
 */
export function ListingTop(props: {
  path: string
  query: Readonly<Record<string, string>>
  listing: FoundListing
}) {
  const { path, query, listing } = props
  const asked = readMarketplaceSearch(query)
  const search = searchShown(asked, listing.instead)
  return (
    <>
      <AdvancedSearch path={path} search={search} />
      <CategoryChips path={path} search={search} panel={listing.panel} />
      <div className="listing-tools">
        {listing.panel && <FacetBar path={path} search={search} panel={listing.panel} />}
        {listing.instead && (
          <PutRight typed={asked.productName} search={search} facets={listing.panel?.facets ?? []} />
        )}
        <p className="text-sm text-ink-soft tabular-nums empty:hidden">
          {listing.total > 0 && countText(listing.total)}
        </p>
        <SortSelect path={path} search={search} />
      </div>
    </>
  )
}
