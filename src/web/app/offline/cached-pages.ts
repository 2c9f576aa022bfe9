import { CACHES, KEPT_AT, KEPT_TITLE } from './cache-names.ts'

/** A page that can be seen without a connection: where it is, what it is called, and when it was kept (ISO time). */
export type KeptPage = Readonly<{ href: string; title: string; at: string }>

/** The pages this browser has kept, the latest first; none where it keeps nothing. */
export async function listKeptPages(): Promise<readonly KeptPage[]> {
  if (!('caches' in window) || !(await caches.has(CACHES.pages))) return []
  const cache = await caches.open(CACHES.pages)
  const found = await Promise.all(
    (await cache.keys()).map(async (request) => pageOf(request.url, await cache.match(request))),
  )
  return found.flatMap((page) => page ?? []).toSorted((a, b) => b.at.localeCompare(a.at))
}

function pageOf(url: string, kept: Response | undefined): KeptPage | undefined {
  const { pathname, search } = new URL(url)
  const at = kept?.headers.get(KEPT_AT)
  if (!kept || !at) return undefined
  const title = decodeURIComponent(kept.headers.get(KEPT_TITLE) ?? '').replace(/ · Cabochon$/, '')
  return { href: pathname + search, title: title || pathname, at }
}
