import { isPrivatePath } from '../router/addresses.ts'
import { OFFLINE_PATH } from './cache-names.ts'

/** The kind of a request; the browser handles all others. */
export type RequestKind = 'file' | 'picture' | 'offline page' | 'page'

/** The properties of a request that determine its kind. */
export type RequestSummary = Readonly<{ method: string; url: string; mode: string; destination: string }>

/** Returns the kind of a request; `origin` is the shop's own. Only reads of the shop itself are cached. */
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

/** Returns whether the response of a URL never changes, so that it need not be requested again. */
export function isImmutable(url: string): boolean {
  return new URL(url).pathname.startsWith('/media/')
}

/** The properties of a response that determine whether it is cached. */
export type ResponseSummary = Readonly<{
  ok: boolean
  status: number
  redirected: boolean
  headers: Pick<Headers, 'get'>
}>

/**
 * Returns whether the browser can cache a page. It can if the page is the same for all visitors, which the server
 * indicates by a canonical URL. Pages of an account, a purchase or a search have none.
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

/** Returns whether a proxy reported an outage of the shop. */
export function isOutage({ status }: Pick<ResponseSummary, 'status'>): boolean {
  return status >= 502 && status <= 504
}

/** Returns the paths of the scripts, styles and fonts that a page needs to hydrate. */
export function assetPathsIn(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))]
}

/**
 * Returns a value that differs between versions of the shop. It is the names of a page's first script and of its
 * styles.
 */
export function pageVersion(html: string): string {
  return assetPathsIn(html)
    .filter((file) => file.endsWith('.css') || file.startsWith('/assets/entry-client'))
    .sort()
    .join(' ')
}
