import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useRef } from 'react'
import { Link } from '#web/ui/link.tsx'
import { filtersExceptCategory } from './facet-filters.ts'
import type { Facet } from './facet-filters.ts'
import { marketplaceHref, readMarketplaceSearch } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/** Renders the active filters of a search, each with a remove button; nothing without filters. */
export function ActiveFilters(props: { path: string; search: MarketplaceSearch; facets: readonly Facet[] }) {
  const { path, search, facets } = props
  const list = useRef<HTMLUListElement>(null)
  const filters = filtersExceptCategory(search, facets)
  if (filters.length === 0) return null
  const { category, sort } = search
  const cleared = {
    ...readMarketplaceSearch({}),
    category,
    sort: sort === 'relevance' ? 'newest' : sort,
  } as const
  return (
    <ul ref={list} tabIndex={-1} aria-label="Active filters" className="active-filters">
      {filters.map(({ name, label, without }) => (
        <li key={`${name} ${label}`}>
          <Link
            href={marketplaceHref(path, without)}
            rel="nofollow"
            aria-label={`Remove filter: ${label}`}
            // Following the link removes it from the list, so the list gets the focus.
            onClick={() => list.current?.focus()}
            className="inline-flex min-h-9 max-w-[80vw] items-center gap-2 rounded-full bg-mist px-4 text-sm hover:bg-stone"
          >
            <span className="truncate">{label}</span>
            <Icon shapes={X} aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.75} />
          </Link>
        </li>
      ))}
      <li>
        <Link href={marketplaceHref(path, cleared)} className="text-link ms-2 text-sm whitespace-nowrap">
          Clear all
        </Link>
      </li>
    </ul>
  )
}
