import { Suspense } from 'react'
import type { SearchHitData } from '#features/catalog/contract.ts'
import { lazyPart } from './lazy-part.tsx'

// Nobody needs the rows before the first search.
const SearchResults = lazyPart(async () => (await import('./search-results.tsx')).SearchResults)

/** The sheet below a search box with what was found; `moreHref` adds the link at its end. */
export function SearchSheet(props: {
  hits: readonly SearchHitData[]
  moreHref?: string
  onFollow: () => void
}) {
  return (
    <Suspense>
      <div className="sheet absolute inset-x-0 top-full z-30 mt-2">
        <SearchResults {...props} />
      </div>
    </Suspense>
  )
}
