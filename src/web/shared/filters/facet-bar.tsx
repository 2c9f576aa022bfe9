import { ActiveFilters } from './active-filters.tsx'
import { FacetPanel } from './facet-panel.tsx'
import type { Panel } from '../listing/load-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/** What may be chosen of the listing under `path`, and below it what was chosen. */
export function FacetBar(props: { path: string; search: MarketplaceSearch; panel: Panel }) {
  const { path, search, panel } = props
  return (
    <div className="contents">
      <FacetPanel path={path} search={search} panel={panel} />
      <ActiveFilters path={path} search={search} facets={panel.facets} />
    </div>
  )
}
