import { Suspense } from 'react'
import { lazyComponent } from '../loading/lazy-component.tsx'
import type { SearchHits } from './use-product-search.ts'

// The results are not needed before the first search.
const SearchResults = lazyComponent(async () => (await import('./search-results.tsx')).SearchResults)

/** The content of the sheet below a search box: the results, or else the `recent` searches. */
export type SearchSheetProps = Readonly<{
  /** The ID of the list, which the input refers to, and the ID of its active row. */
  listId: string
  activeId: string | undefined
  found: SearchHits | null
  recent: readonly string[]
  /** The address of all results without a text. */
  allHref: string
  /** The address of all results for a text. */
  hrefFor: (text: string) => string
  onFollow: () => void
  onForget: () => void
}>

/** Renders the sheet below a search box. */
export function SearchSheet(props: SearchSheetProps) {
  return (
    <Suspense>
      <div className="sheet absolute inset-x-0 top-full z-30 mt-2 overflow-hidden">
        <SearchResults {...props} />
      </div>
    </Suspense>
  )
}
