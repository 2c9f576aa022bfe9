const RECENT_SEARCHES_KEY = 'recentSearches'

/** So many of the last searches are remembered, on this device only. */
const MAX_SEARCHES = 5
const MAX_LENGTH = 100

/** Returns the recent searches, newest first; broken or surplus ones are ignored. */
export function readRecentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT_SEARCHES_KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter((text) => typeof text === 'string' && isText(text)).slice(0, MAX_SEARCHES)
  } catch {
    return []
  }
}

/**
 * Stores a search as the latest; without storage it does nothing. A storage that is full or forbidden remembers
 * nothing.
 */
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
    // Without a storage there is nothing to remember, and nothing else is lost.
  }
}

function isText(text: string): boolean {
  return text.trim() !== '' && text.length <= MAX_LENGTH
}
