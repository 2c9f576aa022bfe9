/** A cache of finished responses. */
export type ListCache = Readonly<{
  /** Returns the cached response of the key, else the result of `createBody`; concurrent callers share it. */
  get(key: string, createBody: () => Promise<string>): Promise<Uint8Array<ArrayBuffer>>
  /** Clears the cache, including pending entries. */
  clear(): void
}>

/** The lifetime of cached responses, their maximum number, and the clock in milliseconds. */
export type ListCacheOptions = Readonly<{ keepMs?: number; most?: number; clock?: () => number }>

type CacheEntry = { bytes: Promise<Uint8Array<ArrayBuffer>>; until: number }

/**
 * Creates a small cache of finished bytes in this process. Equal requests within a second, or at the same time, share
 * one computation. Failures are not cached. A cached value is at most `keepMs` old.
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
    // The lifetime starts at the request, so that a response is never older than `keepMs`.
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
