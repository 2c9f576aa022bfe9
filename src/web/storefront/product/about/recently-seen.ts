/** The local storage key of the pieces that were looked at last in this browser. */
export const SEEN_KEY = 'recentlySeen'

/** So many pieces are remembered. */
const REMEMBERED = 12

/** Longer texts are not what this shop has written. */
const LONGEST = 2_000

/** The ids in a stored text, the latest first; what is broken, of another shape or huge holds none. */
export function parseSeen(stored: string | null): readonly string[] {
  if (stored === null || stored.length > LONGEST) return []
  try {
    const read: unknown = JSON.parse(stored)
    return Array.isArray(read) ? [...new Set(read.filter(isProductId))].slice(0, REMEMBERED) : []
  } catch {
    return []
  }
}

/** The ids after `id` was looked at: it is the first now, and the oldest goes when there are too many. */
export function withSeen(ids: readonly string[], id: string): readonly string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, REMEMBERED)
}

/** Remembers that a piece was looked at, as far as the browser's storage is to be had. */
export function noteSeen(id: string): void {
  attempt(() => localStorage.setItem(SEEN_KEY, JSON.stringify(withSeen(readSeen(), id))))
}

/** The pieces that were looked at last in this browser, the latest first. */
export function readSeen(): readonly string[] {
  return parseSeen(attempt(() => localStorage.getItem(SEEN_KEY)) ?? null)
}

/** Forgets all of them. */
export function forgetSeen(): void {
  attempt(() => localStorage.removeItem(SEEN_KEY))
}

function isProductId(value: unknown): value is string {
  return typeof value === 'string' && /^prd_[0-9a-f]{32}$/.test(value)
}

function attempt<Result>(touch: () => Result): Result | undefined {
  try {
    return touch()
  } catch {
    // A full or forbidden storage only means that nothing is remembered.
    return undefined
  }
}
