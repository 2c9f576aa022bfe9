/** The local storage key of the products that were recently viewed in this browser. */
export const RECENTLY_VIEWED_KEY = 'recentlySeen'

/** The most products that are stored. */
const MAX_VIEWED = 12

/** The longest valid stored text; the shop never writes a longer one. */
const MAX_LENGTH = 2_000

/** Parses the IDs in a stored text, latest first; an invalid or oversized text yields none. */
export function parseRecentlyViewed(stored: string | null): readonly string[] {
  if (stored === null || stored.length > MAX_LENGTH) return []
  try {
    const read: unknown = JSON.parse(stored)
    return Array.isArray(read) ? [...new Set(read.filter(isProductId))].slice(0, MAX_VIEWED) : []
  } catch {
    return []
  }
}

/** Returns the recently viewed IDs with `id` first, without the oldest if there are too many. */
export function addRecentlyViewed(ids: readonly string[], id: string): readonly string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, MAX_VIEWED)
}

/** Stores a product as recently viewed, if the browser's storage allows it. */
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
    // If storage is full or forbidden, nothing is stored.
    return undefined
  }
}
