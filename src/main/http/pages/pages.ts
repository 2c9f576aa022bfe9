import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiateEncoding } from '#platform/http/server/accepted-encoding.ts'
import type { SignInSettings } from '#platform/config/config.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { forwardSeen } from '#platform/http/calls/internal-calls.ts'
import type { RenderedPage, renderPage } from '#web/app/entry-server.tsx'
import { ROUTES } from '#web/app/router/routes.ts'
import { type BrowserSettings, settingsTag } from '#web/app/browser-settings.ts'
import { SECURITY_HEADERS } from '#platform/http/server/security-headers.ts'
import { readAssets } from './page-assets.ts'
import { contentPolicy, getPolicyExceptions, type PolicyExceptions } from './page-policy.ts'
import { idPattern } from '#core/ids.ts'
import { isPrivatePath } from '#web/app/router/addresses.ts'

/** Renders the page of a request, with the refused form, if any. It always returns a page and never throws. */
export type RenderPage = (request: Request, posted?: RejectedForm) => Promise<Response>

/** The dependencies of pages: the built web in `distDir`, the application for their data, and the log of errors. */
export type PagesOptions = Readonly<{
  distDir: string
  /** The shop's public address, without a trailing slash. */
  publicUrl: string
  /** Returns the settings for browsers at this moment. */
  readSettings: () => Promise<BrowserSettings>
  /** The sign-in providers. */
  providers: SignInSettings
  call: (path: string, init: RequestInit) => Promise<Response>
  log: (text: string, error: unknown) => void
}>

/** Returns the renderer of pages. Throws when the web was not built. */
export async function createPages(options: PagesOptions): Promise<RenderPage> {
  const { distDir, publicUrl, readSettings, providers, call, log } = options
  const assets = readAssets(readFileSync(path.join(distDir, 'client/.vite/manifest.json'), 'utf8'))
  const server = await loadServerBundle(path.join(distDir, 'server/entry-server.js'))

  return async (request, posted) => {
    let isComplete = true
    const logIncomplete = (text: string, error: unknown): void => {
      isComplete = false
      log(text, error)
    }
    const canonicalUrl = getCanonicalUrl(request.url, PATHS)
    if (canonicalUrl !== undefined) return redirectTo(canonicalUrl)
    try {
      const settings = await readSettings()
      const seen = forwardSeen(request)
      const page = await server({
        request,
        send: (address, init) => call(address, { ...init, headers: { ...init.headers, ...seen } }),
        origin: publicUrl,
        log: logIncomplete,
        posted,
        settings,
      })
      if (page.location)
        return new Response(null, { status: page.status, headers: { location: page.location } })
      const exceptions = getPolicyExceptions(new URL(request.url).pathname, providers)
      const tags = `${settingsTag(settings)}${exceptions?.tag ?? ''}${assets.tagsFor(page.sources)}`
      const html = page.html.replace('</head>', () => `${tags}</head>`)
      const status = posted && page.status === 200 ? posted.status : page.status
      const isCacheable = isComplete && !posted
      return await compressPage(html, {
        request,
        page: { ...page, status },
        isWhole: isCacheable,
        admitted: exceptions,
      })
    } catch (error) {
      log('could not render a page', error)
      return renderErrorPage()
    }
  }
}

/**
 * Compresses a page in the client's preferred encoding. It favours speed over size, as the page is rendered for one
 * request. The page cache requests uncompressed pages and compresses them itself.
 */
async function compressPage(html: string, to: PageResponseContext): Promise<Response> {
  const encoding = negotiateEncoding(to.request.headers.get('accept-encoding') ?? undefined)
  const { status, scripts, isPrivate } = to.page
  const headers = {
    ...getPageHeaders(scripts, to.admitted),
    ...(isPrivate ? PRIVATE : {}),
    ...(to.isWhole ? {} : NO_STORE),
  }
  const bytes = Buffer.from(html)
  if (!encoding) return new Response(bytes, { status, headers })
  const body = await (encoding === 'br' ? brotli(bytes, QUICK_BROTLI) : toGzip(bytes, QUICK_GZIP))
  return new Response(body, {
    status,
    headers: { ...headers, 'content-encoding': encoding, vary: 'accept-encoding' },
  })
}

/** The context of a page's response; `isWhole` is false when data of the page was unavailable. */
type PageResponseContext = Readonly<{
  request: Request
  page: RenderedPage
  isWhole: boolean
  admitted: PolicyExceptions | undefined
}>

/** The headers of an incomplete page, which is never cached: the next rendering may be complete. */
const NO_STORE = { 'cache-control': 'no-store' }

/** The headers of pages of one account or purchase, which shared caches and search engines must not store. */
const PRIVATE = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }

/** The patterns of all pages. */
const PATHS = ROUTES.map(({ path: pattern }) => pattern)

/** Returns a permanent redirect that is cached for a day only, because the rules can change. */
function redirectTo(location: string): Response {
  return new Response(null, { status: 301, headers: { location, 'cache-control': 'public, max-age=86400' } })
}

const brotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const QUICK_GZIP = { level: 3 }
// It takes less than half the time of gzip, and the result is smaller.
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/**
 * Returns the headers of a page, such as its content security policy and caching. Browsers must revalidate it before
 * they show it again. `scripts` is the code of the allowed inline scripts, `admitted` are further exceptions.
 */
export function getPageHeaders(
  scripts: readonly string[],
  exceptions?: PolicyExceptions,
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': contentPolicy(scripts, exceptions),
    ...SECURITY_HEADERS,
    ...exceptions?.headers,
  }
}

async function loadServerBundle(file: string): Promise<typeof renderPage> {
  const module: unknown = await import(pathToFileURL(file).href)
  // The file is our own build of entry-server.tsx.
  return (module as { renderPage: typeof renderPage }).renderPage
}

function renderErrorPage(): Response {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unexpected Application Error!</title></head>' +
    '<body><main><h1>Unexpected Application Error!</h1><p>500 Something went wrong on our side.</p>' +
    '<p><a href="/">Back to home</a></p></main></body></html>'
  return new Response(html, { status: 500, headers: { ...getPageHeaders([]), ...NO_STORE } })
}

/**
 * Returns the canonical URL (path and query) of a public page requested by another. The other one has capitals, extra
 * slashes, a repeated parameter (the last one counts) or an empty one, as forms send it before the page is hydrated.
 * Undefined when the URL is already canonical, or of an unknown or private page. `paths` are the patterns of the
 * pages.
 */
export function getCanonicalUrl(url: string, paths: readonly string[]): string | undefined {
  const { pathname, search } = new URL(url)
  const canonicalPath = canonicalizePath(pathname, paths)
  if (canonicalPath === undefined) return undefined
  const canonical = canonicalPath + canonicalizeQuery(search)
  return canonical === pathname + search ? undefined : canonical
}

function canonicalizePath(pathname: string, paths: readonly string[]): string | undefined {
  if (isPrivatePath(pathname)) return undefined
  const shortPath = pathname.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  const [, folder = '', name = ''] = /^\/([^/]+)\/([^/]+)$/.exec(shortPath) ?? []
  if (folder === '') return paths.find((known) => !known.includes('$') && known === shortPath.toLowerCase())
  const start = `/${folder.toLowerCase()}/`
  if (!paths.some((known) => known.startsWith(`${start}$`))) return undefined
  const id = name.toLowerCase()
  return start + (idPattern('product').test(id) ? id : name)
}

/** Returns the query without empty and repeated parameters; unchanged, however encoded, when it has none of these. */
function canonicalizeQuery(search: string): string {
  const parameters = [...new URLSearchParams(search)]
  const last = new Map(parameters)
  const nonEmpty = [...last].filter(([, value]) => value !== '')
  if (nonEmpty.length === parameters.length) return search
  const query = new URLSearchParams(nonEmpty).toString()
  return query === '' ? '' : `?${query}`
}
