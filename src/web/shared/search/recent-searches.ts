const KEY = 'recentSearches'

/** So many of the last searches are remembered, on this device only. */
const MOST = 5
const LONGEST = 100

/** The last searches, the latest first; what is broken or too much in the storage counts as none. */
export function readRecentSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter((text) => typeof text === 'string' && isText(text)).slice(0, MOST)
  } catch {
    return []
  }
}

/** Remembers a search as the latest. A storage that is full or forbidden remembers nothing. */
export function rememberSearch(text: string): void {
  const latest = text.trim()
  if (!isText(latest)) return
  const others = readRecentSearches().filter((one) => one.toLowerCase() !== latest.toLowerCase())
  write([latest, ...others].slice(0, MOST))
}

/** Forgets all of them. */
export function forgetSearches(): void {
  write([])
}

function write(texts: readonly string[]): void {
  try {
    if (texts.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(texts))
  } catch {
    // Without a storage there is nothing to remember, and nothing else is lost.
  }
}

function isText(text: string): boolean {
  return text.trim() !== '' && text.length <= LONGEST
}
