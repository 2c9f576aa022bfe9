const RECENT_SEARCHES_KEY = 'recentSearches'

/** The most recent searches that are stored, on this device only. */
const MAX_SEARCHES = 5
const MAX_LENGTH = 100

/** Returns the recent searches, newest first; invalid or surplus entries are ignored. */
export function readRecentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT_SEARCHES_KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter((text) => typeof text === 'string' && isText(text)).slice(0, MAX_SEARCHES)
  } catch {
    return []
  }
}

/** Stores a search as the latest. It does nothing if storage is missing, full or forbidden. */
export function saveRecentSearch(text: string): void {
  const latest = text.trim()
  if (!isText(latest)) return
  const otherSearches = readRecentSearches().filter((one) => one.toLowerCase() !== latest.toLowerCase())
  write([latest, ...otherSearches].slice(0, MAX_SEARCHES))
}

/** Clears the recent searches. */
export function clearRecentSearches(): void {
  write([])
}

function write(texts: readonly string[]): void {
  try {
    if (texts.length === 0) localStorage.removeItem(RECENT_SEARCHES_KEY)
    else localStorage.setItem(RECENT_SEARCHES_KEY, JSON.stringify(texts))
  } catch {
    // Without storage there are no recent searches.
  }
}

function isText(text: string): boolean {
  return text.trim() !== '' && text.length <= MAX_LENGTH
}
