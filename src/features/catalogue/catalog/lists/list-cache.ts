/** A cache of finished answers. */
export type ListCache = Readonly<{
  /** Returns the cached answer of the key, else the result of `make`; concurrent callers share it. */
  get(key: string, createBody: () => Promise<string>): Promise<Uint8Array<ArrayBuffer>>
  /** Clears the cache, including pending entries. */
  clear(): void
}>

/** How long answers are cached, how many at most, and the clock in milliseconds. */
export type ListCacheOptions = Readonly<{ keepMs?: number; most?: number; clock?: () => number }>

type CacheEntry = { bytes: Promise<Uint8Array<ArrayBuffer>>; until: number }

/**
 * Creates a small cache of finished bytes in this process. Equal requests within a second, or at the same time, cost one.
 * Failures are not cached. It holds no truth: what it gives is at most `keepMs` old.
 */
export function createListCache({
  keepMs = 1_000,
  most = 200,
  clock = Date.now,
}: ListCacheOptions = {}): ListCache {
  const entries = new Map<string, CacheEntry>()
  const encoder = new TextEncoder()

  function startEntry(key: string, createBody: () => Promise<string>): CacheEntry {
    const bytes = createBody().then((text) => encoder.encode(text))
    // Counted from the question, so that an answer is never older than it seems.
    const entry = { bytes, until: clock() + keepMs }
    entries.delete(key)
    entries.set(key, entry)
    bytes.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    const [oldest] = entries.keys()
    if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  return {
    get(key, createBody) {
      const cached = entries.get(key)
      return (cached && clock() < cached.until ? cached : startEntry(key, createBody)).bytes
    },
    clear: () => entries.clear(),
  }
}
