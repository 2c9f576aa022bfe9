import { ChipLink } from '#web/ui/chip.tsx'
import type { Panel } from '../listing/load-search.ts'
import { CATEGORY_NAMES, marketplaceHref, withCategory } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/**
 * 'All products' and the eight categories, with the number of pieces where that was counted; one is chosen. The search is
 * kept, the page starts at 1.
 */
export function CategoryChips(props: { path: string; search: MarketplaceSearch; panel: Panel | undefined }) {
  const { path, search, panel } = props
  return (
    <nav aria-label="Choose a category">
      <ul className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1 md:-mx-1 md:py-1.5 md:flex-wrap md:px-1">
        {[undefined, ...CATEGORY_NAMES].map((category) => (
          <li key={category ?? 'all'}>
            <ChipLink
              href={marketplaceHref(path, withCategory(search, category))}
              isCurrent={search.category === category}
              count={panel && category && countIn(panel, category)}
            >
              {category ?? 'All products'}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The chips are the facet of the categories: its counts stand in them, and no list beside them says the same again. */
function countIn({ facets, isCapped }: Panel, category: string): string | undefined {
  const facet = facets.find(({ name }) => name === 'category')
  if (!facet) return undefined
  const count = facet.options.find(({ value }) => value === category)?.count ?? 0
  return `${count.toLocaleString('en-US')}${isCapped && count > 0 ? '+' : ''}`
}
