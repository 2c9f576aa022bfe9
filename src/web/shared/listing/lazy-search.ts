import { late } from '../loading/lazy.tsx'

/** What narrows and orders a listing: links and forms, which need no scripts to begin with. */
export const lateListingTop = late(() => import('./listing-top.tsx').then((file) => file.ListingTop))

/** What stands where nothing was found: few see it, so nobody else loads it. */
export const lateNothingFound = late(() =>
  import('../search/nothing-found.tsx').then((file) => file.NothingFound),
)
