import { late } from './late.tsx'

/** What narrows a listing: links and forms, which need no scripts to begin with. */
export const lateFacetBar = late(() => import('./facet-bar.tsx').then((file) => file.FacetBar))

/** What stands where nothing was found: few see it, so nobody else loads it. */
export const lateNothingFound = late(() => import('./nothing-found.tsx').then((file) => file.NothingFound))
