import { ChipLink } from '#web/ui/chip.tsx'
import { CATEGORY_NAMES, marketplaceHref, withCategory } from './marketplace-search.ts'
import type { MarketplaceSearch } from './marketplace-search.ts'

/** 'All products' and the eight categories; one is chosen. The search is kept, the page starts at 1. */
export function CategoryChips({ path, search }: { path: string; search: MarketplaceSearch }) {
  return (
    <nav aria-label="Choose a category">
      <ul className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1.5 md:-mx-1 md:flex-wrap md:px-1">
        {[undefined, ...CATEGORY_NAMES].map((category) => (
          <li key={category ?? 'all'}>
            <ChipLink
              href={marketplaceHref(path, withCategory(search, category))}
              isCurrent={search.category === category}
            >
              {category ?? 'All products'}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
