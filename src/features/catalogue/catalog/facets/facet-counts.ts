import type { Queryable } from '#database/database.ts'
import { selectAllGroups } from './facet-queries.ts'
import type { FacetGroups } from './facet-rules.ts'

/** How many listed pieces have what, kept in this process. */
export type FacetCounts = Readonly<{
  get(db: Queryable): Promise<FacetGroups>
  /** Says that something has changed: what is kept goes when it has been kept for long enough. */
  expire(): void
  /** Forgets at once. */
  clear(): void
}>

/** Times in milliseconds: the least and the most that counts are kept for, and what tells the time. */
export type FacetCountsOptions = Readonly<{ restMs?: number; keepMs?: number; clock?: () => number }>

/** Counting never takes more than a twentieth of the time. */
const REST_FACTOR = 20

type Kept = { groups: Promise<FacetGroups>; since: number; tookMs: number; isExpired: boolean }

/**
 * Counts all listed pieces by their facets, at most once a second and only while somebody asks and something has changed:
 * whatever is chosen, its counts are added up from these groups, of which there are far fewer than pieces.
 */
export function facetCounts({
  restMs = 1_000,
  keepMs = 30_000,
  clock = Date.now,
}: FacetCountsOptions = {}): FacetCounts {
  let kept: Kept | undefined

  function isGood({ since, tookMs, isExpired }: Kept): boolean {
    const age = clock() - since
    return age < Math.max(restMs, REST_FACTOR * tookMs) || (!isExpired && age < keepMs)
  }

  function start(db: Queryable): Kept {
    const begun: Kept = { groups: selectAllGroups(db), since: clock(), tookMs: 0, isExpired: false }
    kept = begun
    begun.groups.then(
      () => {
        begun.tookMs = restMs === 0 ? 0 : clock() - begun.since
      },
      () => {
        if (kept === begun) kept = undefined
      },
    )
    return begun
  }

  return {
    get: (db) => (kept && isGood(kept) ? kept : start(db)).groups,
    expire() {
      if (kept) kept.isExpired = true
    },
    clear() {
      kept = undefined
    },
  }
}
