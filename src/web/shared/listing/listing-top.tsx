import { useNavigateTo } from '#web/app/router/navigation.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipLink } from '#web/ui/chip.tsx'
import { Select } from '#web/ui/field.tsx'
import { ActiveFilters } from '../filters/active-filters.tsx'
import { AdvancedSearch } from '../filters/advanced-search.tsx'
import { listActiveFilters, type Facet } from '../filters/facet-filters.ts'
import { FacetPanel } from '../filters/facet-panel.tsx'
import { HiddenSearchInputs } from '../loading/hidden-search-inputs.tsx'
import { listCategories } from '#web/shared/product/category-names.ts'
import {
  marketplaceHref,
  type MarketplaceSearch,
  currentSearch,
  readMarketplaceSearch,
  SORT_LABELS,
  withCategory,
  withSort,
} from '../search/marketplace-search.ts'
import { formatProductCount } from './listing-results.tsx'
import { type SearchListing, type FacetPanelData, applyCorrection } from './load-search-listing.ts'

const CORRECTED_FIELDS = ['productName', 'category', 'metal', 'stone']

/** Renders that no product name matches the typed text, and what is shown instead. */
function SearchCorrectionNotice(props: {
  typed: string
  search: MarketplaceSearch
  facets: readonly Facet[]
}) {
  const { typed, search, facets } = props
  const filters = listActiveFilters(search, facets)
    .filter(({ name }) => CORRECTED_FIELDS.includes(name))
    .map(({ label }) => label.replaceAll(/[“”]/g, ''))
    .join(', ')
  return (
    <p role="status" className="border-s-2 border-gold ps-4 text-base">
      No results for “{typed}”. Showing results for <strong>{filters}</strong>.
    </p>
  )
}

/**
 * Renders everything above the products of a listing: search, categories, facets, and sort order. `query` is the search
 * in the address.
 */
export function ListingTop(props: {
  path: string
  query: Readonly<Record<string, string>>
  listing: SearchListing
}) {
  const { path, query, listing } = props
  const requestedSearch = readMarketplaceSearch(query)
  const search = applyCorrection(requestedSearch, listing.instead)
  return (
    <>
      <AdvancedSearch path={path} search={search} />
      <CategoryChips path={path} search={search} panel={listing.panel} />
      <div className="listing-tools">
        {listing.panel && <FacetBar path={path} search={search} panel={listing.panel} />}
        {listing.instead && (
          <SearchCorrectionNotice
            typed={requestedSearch.productName}
            search={search}
            facets={listing.panel?.facets ?? []}
          />
        )}
        <p className="text-sm text-ink-soft tabular-nums empty:hidden">
          {listing.total > 0 && formatProductCount(listing.total)}
        </p>
        <SortSelect path={path} search={search} />
      </div>
    </>
  )
}

/**
 * Renders 'All products' and the eight categories, one of them selected, with product counts where they are known. A
 * link preserves the search and starts at page 1.
 */
function CategoryChips(props: {
  path: string
  search: MarketplaceSearch
  panel: FacetPanelData | undefined
}) {
  const { path, search, panel } = props
  return (
    <nav aria-label="Choose a category">
      <ul className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1 md:-mx-1 md:py-1.5 md:flex-wrap md:px-1">
        {[[undefined, 'All products'] as const, ...listCategories()].map(([category, label]) => (
          <li key={category ?? 'all'}>
            <ChipLink
              href={marketplaceHref(path, withCategory(search, category))}
              isCurrent={search.category === category}
              count={panel && category && formatCategoryCount(panel, category)}
            >
              {label}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Formats the count of a category on its chip. The chips are the category facet, so the facet panel omits it. */
function formatCategoryCount({ facets, isCapped }: FacetPanelData, category: string): string | undefined {
  const facet = facets.find(({ name }) => name === 'category')
  if (!facet) return undefined
  const count = facet.options.find(({ value }) => value === category)?.count ?? 0
  return `${count.toLocaleString('en-US')}${isCapped && count > 0 ? '+' : ''}`
}

/** Renders the facets of the listing under `path`, and the active filters below. */
function FacetBar(props: { path: string; search: MarketplaceSearch; panel: FacetPanelData }) {
  const { path, search, panel } = props
  return (
    <div className="contents">
      <FacetPanel path={path} search={search} panel={panel} />
      <ActiveFilters path={path} search={search} facets={panel.facets} />
    </div>
  )
}

/** Renders the sort order of the listing under `path`. It applies on change, or by its button before hydration. */
function SortSelect({ path, search }: { path: string; search: MarketplaceSearch }) {
  const go = useNavigateTo()
  return (
    <form action={path} method="get" className="flex items-end gap-2">
      <HiddenSearchInputs search={search} but={['sort']} />
      <Select
        label="Sort by"
        hideLabel
        name="sort"
        key={search.sort}
        defaultValue={search.sort}
        className="w-48"
        onChange={(event) =>
          void go(marketplaceHref(path, withSort(currentSearch(), event.currentTarget.value)))
        }
      >
        {search.productName !== '' && <option value="relevance">Most relevant</option>}
        {Object.entries(SORT_LABELS).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit" variant="outline">
          Sort
        </Button>
      </noscript>
    </form>
  )
}
