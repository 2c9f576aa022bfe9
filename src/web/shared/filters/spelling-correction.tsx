import { activeFilters } from './facet-choices.ts'
import type { Facet } from './facet-choices.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

const READ = ['productName', 'category', 'metal', 'stone']

/** Says that no name has what was typed, and what is shown in its place. */
export function PutRight(props: { typed: string; search: MarketplaceSearch; facets: readonly Facet[] }) {
  const { typed, search, facets } = props
  const shown = activeFilters(search, facets)
    .filter(({ name }) => READ.includes(name))
    .map(({ label }) => label.replaceAll(/[“”]/g, ''))
    .join(', ')
  return (
    <p role="status" className="border-s-2 border-gold ps-4 text-base">
      No results for “{typed}”. Showing results for <strong>{shown}</strong>.
    </p>
  )
}
