import { CACHES, CACHED_AT_HEADER, CACHED_TITLE_HEADER } from './cache-names.ts'

/** A page that can be seen without a connection: where it is, what it is called, and when it was kept (ISO time). */
export type CachedPage = Readonly<{ href: string; title: string; at: string }>

/** The pages this browser has kept, the latest first; none where it keeps nothing. */
export async function listCachedPages(): Promise<readonly CachedPage[]> {
  if (!('caches' in window) || !(await caches.has(CACHES.pages))) return []
  const cache = await caches.open(CACHES.pages)
  const pages = await Promise.all(
    (await cache.keys()).map(async (request) => toCachedPageEntry(request.url, await cache.match(request))),
  )
  return pages.flatMap((page) => page ?? []).toSorted((a, b) => b.at.localeCompare(a.at))
}

function toCachedPageEntry(url: string, response: Response | undefined): CachedPage | undefined {
  const { pathname, search } = new URL(url)
  const cachedAt = response?.headers.get(CACHED_AT_HEADER)
  if (!response || !cachedAt) return undefined
  const title = decodeURIComponent(response.headers.get(CACHED_TITLE_HEADER) ?? '').replace(
    / · Cabochon$/,
    '',
  )
  return { href: pathname + search, title: title || pathname, at: cachedAt }
}
