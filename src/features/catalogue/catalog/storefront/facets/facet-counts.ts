import type { Queryable } from '#database/database.ts'
import { selectFacetGroups } from './facet-queries.ts'
import type { FacetGroups } from './facet-rules.ts'

/** The facet counts of all listed products, cached in this process. */
export type FacetCounts = Readonly<{
  get(db: Queryable): Promise<FacetGroups>
  /** Marks the cached counts as outdated; they are dropped once they reach the minimum age. */
  expire(): void
  /** Clears the cache at once. */
  clear(): void
}>

/** Times in milliseconds: the minimum and maximum age of cached counts, and the clock. */
export type FacetCountsOptions = Readonly<{ restMs?: number; keepMs?: number; clock?: () => number }>

/**
 * The minimum age of counts as a multiple of the time to count them: counting takes at most a twentieth of the time.
 */
const MIN_AGE_FACTOR = 20

type CachedGroups = { groups: Promise<FacetGroups>; since: number; tookMs: number; isExpired: boolean }

/**
 * Returns a cache that counts all listed products by their facets. It counts at most once a second, and only when a
 * request follows a change. The counts of any filter are sums of these groups, which are far fewer than the products.
 */
export function createFacetCounts({
  restMs = 1_000,
  keepMs = 30_000,
  clock = Date.now,
}: FacetCountsOptions = {}): FacetCounts {
  let cached: CachedGroups | undefined

  function isFresh({ since, tookMs, isExpired }: CachedGroups): boolean {
    const age = clock() - since
    return age < Math.max(restMs, MIN_AGE_FACTOR * tookMs) || (!isExpired && age < keepMs)
  }

  function startCounting(db: Queryable): CachedGroups {
    const entry: CachedGroups = { groups: selectFacetGroups(db), since: clock(), tookMs: 0, isExpired: false }
    cached = entry
    entry.groups.then(
      () => {
        entry.tookMs = restMs === 0 ? 0 : clock() - entry.since
      },
      () => {
        if (cached === entry) cached = undefined
      },
    )
    return entry
  }

  return {
    get: (db) => (cached && isFresh(cached) ? cached : startCounting(db)).groups,
    expire() {
      if (cached) cached.isExpired = true
    },
    clear() {
      cached = undefined
    },
  }
}
