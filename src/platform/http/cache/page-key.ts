/**
 * A kind of page that may be cached. `path` must match the whole path; `query` are the parameters it knows: any other
 * one, or one given twice, and the page is not cached. `staleMs` is how long it may still be shown after a change.
 */
export type PageRule = Readonly<{
  path: RegExp
  query: readonly string[]
  /** Says of the parameters given whether the page is worth keeping; without it all are. */
  isWorthKeeping?: (query: URLSearchParams) => boolean
  /** What the page shows; the matches of `path`'s groups are handed over. */
  tags: (groups: readonly string[]) => readonly string[]
  staleMs: number
  /** The status it is cached with, where that is not 200. */
  keepStatus?: number
}>

/** A page that may be cached, under its canonical address: known parameters only, in one order. */
export type PageKey = Readonly<{ address: string; rule: PageRule; tags: readonly string[] }>

/** Returns whether an invalidation of `tag` concerns the page; '*' concerns every page. */
export function hasTag(key: PageKey, tag: string): boolean {
  return tag === '*' || key.tags.includes(tag)
}

/** Longer values are not ordinary pages, and could fill the cache. */
const MAX_VALUE_LENGTH = 40

/** Returns the key of the page at `url` (path and query); undefined when it is not to be stored. */
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
