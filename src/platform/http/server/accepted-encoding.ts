/** The two encodings that pages and files are stored in. */
export type Encoding = 'br' | 'gzip'

const cache = new Map<string, Encoding | undefined>()

/** The most cached headers: browsers send a handful of different ones, and more are an attack. */
const CACHED_HEADERS = 100

/** Returns the best encoding that an `accept-encoding` header allows; undefined for none. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | undefined {
  if (typeof header !== 'string') return undefined
  if (cache.has(header)) return cache.get(header)
  const encoding = parseAcceptEncoding(header)
  if (cache.size < CACHED_HEADERS) cache.set(header, encoding)
  return encoding
}

function parseAcceptEncoding(header: string): Encoding | undefined {
  const allowed = new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
      .map(([name]) => name),
  )
  if (allowed.has('br')) return 'br'
  return allowed.has('gzip') || allowed.has('*') ? 'gzip' : undefined
}
