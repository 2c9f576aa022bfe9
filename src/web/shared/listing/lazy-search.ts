import { lazySection } from '../loading/lazy-section.tsx'

/** The lazily hydrated filters and sort order of a listing: links and forms, which work without scripts. */
export const lazyListingTop = lazySection(() => import('./listing-top.tsx').then((file) => file.ListingTop))

/** The lazily hydrated help for a listing without results, which few visitors see. */
export const lazyNoSearchResults = lazySection(() =>
  import('../search/no-search-results.tsx').then((file) => file.NoSearchResults),
)
