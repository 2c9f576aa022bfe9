/** The local storage key of the products that were looked at last in this browser. */
export const RECENTLY_VIEWED_KEY = 'recentlySeen'

/** So many products are remembered. */
const MAX_VIEWED = 12

/** Longer texts are not what this shop has written. */
const MAX_LENGTH = 2_000

/** Parses the IDs in a stored text, latest first; broken, malformed or huge ones give none. */
export function parseRecentlyViewed(stored: string | null): readonly string[] {
  if (stored === null || stored.length > MAX_LENGTH) return []
  try {
    const read: unknown = JSON.parse(stored)
    return Array.isArray(read) ? [...new Set(read.filter(isProductId))].slice(0, MAX_VIEWED) : []
  } catch {
    return []
  }
}

/** Returns the recently viewed IDs with `id` first. The oldest is dropped when there are too many. */
export function addRecentlyViewed(ids: readonly string[], id: string): readonly string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, MAX_VIEWED)
}

/** Stores a product as recently viewed, where the browser's storage allows it. */
export function recordRecentlyViewed(id: string): void {
  tryStorage(() =>
    localStorage.setItem(RECENTLY_VIEWED_KEY, JSON.stringify(addRecentlyViewed(readRecentlyViewed(), id))),
  )
}

/** Returns the recently viewed products of this browser, latest first. */
export function readRecentlyViewed(): readonly string[] {
  return parseRecentlyViewed(tryStorage(() => localStorage.getItem(RECENTLY_VIEWED_KEY)) ?? null)
}

/** Clears the recently viewed products. */
export function clearRecentlyViewed(): void {
  tryStorage(() => localStorage.removeItem(RECENTLY_VIEWED_KEY))
}

function isProductId(value: unknown): value is string {
  return typeof value === 'string' && /^prd_[0-9a-f]{32}$/.test(value)
}

function tryStorage<Result>(access: () => Result): Result | undefined {
  try {
    return access()
  } catch {
    // A full or forbidden storage only means that nothing is remembered.
    return undefined
  }
}
