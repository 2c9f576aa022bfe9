import { lazySection } from '../loading/lazy-section.tsx'

/** What narrows and orders a listing: links and forms, which need no scripts to begin with. */
export const lazyListingTop = lazySection(() => import('./listing-top.tsx').then((file) => file.ListingTop))

/** What stands where nothing was found: few see it, so nobody else loads it. */
export const lazyNoSearchResults = lazySection(() =>
  import('../search/no-search-results.tsx').then((file) => file.NoSearchResults),
)
