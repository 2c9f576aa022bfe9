/**
 * A kind of page that can be cached. `path` must match the whole path; `query` are the accepted parameters: with any
 * other one, or a repeated one, the page is not cached. `staleMs` is how long it can still be sent after a change.
 */
export type PageRule = Readonly<{
  path: RegExp
  query: readonly string[]
  /** Returns whether the page of these parameters is worth caching; without it all are. */
  isWorthKeeping?: (query: URLSearchParams) => boolean
  /** Returns the tags of the page's content, by the matched groups of `path`. */
  tags: (groups: readonly string[]) => readonly string[]
  staleMs: number
  /** The status to cache instead of 200. */
  keepStatus?: number
}>

/** A page that can be cached, under its canonical address: known parameters only, in one order. */
export type PageKey = Readonly<{ address: string; rule: PageRule; tags: readonly string[] }>

/** Returns whether an invalidation of `tag` concerns the page; '*' concerns every page. */
export function hasTag(key: PageKey, tag: string): boolean {
  return tag === '*' || key.tags.includes(tag)
}

/** The maximum length of a parameter's value; longer ones are unusual, and could fill the cache. */
const MAX_VALUE_LENGTH = 40

/** Returns the key of the page at `url` (path and query); undefined when it cannot be cached. */
export function toPageKey(url: string, rules: readonly PageRule[]): PageKey | undefined {
  const [path = '', search = ''] = url.split('?', 2)
  for (const rule of rules) {
    const match = rule.path.exec(path)
    if (!match) continue
    const query = canonicalQuery(search, rule.query)
    if (query === undefined || !(rule.isWorthKeeping?.(new URLSearchParams(query)) ?? true)) return undefined
    return { address: query === '' ? path : `${path}?${query}`, rule, tags: rule.tags(match.slice(1)) }
  }
  return undefined
}

function canonicalQuery(search: string, knownNames: readonly string[]): string | undefined {
  if (search === '') return ''
  const parameters = new URLSearchParams(search)
  const names = [...parameters.keys()]
  const isCanonicalizable =
    names.every((name) => knownNames.includes(name)) && new Set(names).size === names.length
  if (!isCanonicalizable || [...parameters.values()].some((value) => value.length > MAX_VALUE_LENGTH))
    return undefined
  parameters.sort()
  return parameters.toString()
}
