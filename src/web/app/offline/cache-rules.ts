import { isPrivatePath } from '../router/addresses.ts'
import { OFFLINE_PATH } from './cache-names.ts'

/** The kind of a request; all others are left to the browser. */
export type RequestKind = 'file' | 'picture' | 'offline page' | 'page'

/** The properties of a request that tell its kind. */
export type RequestSummary = Readonly<{ method: string; url: string; mode: string; destination: string }>

/**
 * Returns the kind of a request; `origin` is the shop's own. Only what is read is ever cached, and only of the shop
 * itself.
 */
export function classifyRequest(
  { method, url, mode, destination }: RequestSummary,
  origin: string,
): RequestKind | undefined {
  const { origin: requestedOrigin, pathname } = new URL(url)
  if (method !== 'GET' || requestedOrigin !== origin) return undefined
  if (mode === 'navigate') return pathname === OFFLINE_PATH ? 'offline page' : 'page'
  if (pathname.startsWith('/assets/')) return 'file'
  return destination === 'image' ? 'picture' : undefined
}

/** Returns whether a response never changes under its name. Such pictures need not be requested again. */
export function isImmutable(url: string): boolean {
  return new URL(url).pathname.startsWith('/media/')
}

/** The properties of a response that tell whether it may be cached. */
export type ResponseSummary = Readonly<{
  ok: boolean
  status: number
  redirected: boolean
  headers: Pick<Headers, 'get'>
}>

/**
 * Returns whether a page may be cached in the browser. It may if it is the same for everybody, which the server
 * shows by naming its canonical address. What belongs to an account, a purchase or a search has none.
 */
export function isCacheablePage(url: string, response: ResponseSummary, html: string): boolean {
  const rules = response.headers.get('cache-control') ?? ''
  return (
    response.status === 200 &&
    !response.redirected &&
    !isPrivatePath(new URL(url).pathname) &&
    !/no-store|private/.test(rules) &&
    (response.headers.get('content-type') ?? '').startsWith('text/html') &&
    html.includes('<link rel="canonical"')
  )
}

/** Returns whether a proxy answered that the shop is down. */
export function isOutage({ status }: Pick<ResponseSummary, 'status'>): boolean {
  return status >= 502 && status <= 504
}

/** Returns the scripts, styles and fonts that a page needs to hydrate, as address paths. */
export function assetPathsIn(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))]
}

/**
 * Returns what distinguishes the pages of two versions of the shop. It is the names of its first script and of its
 * styles.
 */
export function pageVersion(html: string): string {
  return assetPathsIn(html)
    .filter((file) => file.endsWith('.css') || file.startsWith('/assets/entry-client'))
    .sort()
    .join(' ')
}
