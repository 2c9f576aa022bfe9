import { HeadContent, RouterContextProvider, Scripts } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { type Company, EXAMPLE_COMPANY } from '#core/company/company.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createCall } from './calls/api.ts'
import { renderAnnouncements } from './document/announcement-bar.ts'
import { CompanyContext } from './document/company.ts'
import { createAppRouter } from './router/router.tsx'
import type { PageHead } from './router/page.ts'
import type { RouteEntry } from './router/routes.ts'
import { setServerSettings, type BrowserSettings } from './browser-settings.ts'
import { THEME_COLORS, THEME_SCRIPT } from './theme/theme-script.ts'
import { prepareShell } from '#web/shell/lazy-shell.ts'

/**
 * A rendered page. `sources` are the files below `src/web/app` that render it, `scripts` the code of its inline
 * scripts; a private one belongs to one user or purchase.
 */
export type RenderedPage = Readonly<{
  status: number
  isPrivate: boolean
  html: string
  location: string | undefined
  sources: readonly string[]
  scripts: readonly string[]
}>

/** Sends a page's request to the server: to the application itself, in process. */
export type SendRequest = (path: string, init: RequestInit) => Promise<Response>

/**
 * The options of a page's rendering. `origin` is the shop's public URL, for absolute links, `routes` replaces the
 * shop's own pages, `posted` is the refused form that was posted to the page.
 */
export type RenderOptions = Readonly<{
  request: Request
  send: SendRequest
  origin: string
  log: (text: string, error: unknown) => void
  routes?: readonly RouteEntry[]
  posted?: RejectedForm | undefined
  /** The operator's settings for browsers, the same for every page. */
  settings?: BrowserSettings
}>

/** Renders the page of a request to a string, which `main/http/pages/pages.ts` completes. */
export async function renderPage(options: RenderOptions): Promise<RenderedPage> {
  const { request, send, origin, log, routes, posted, settings = {} } = options
  setServerSettings(settings)
  const company = settings.company ?? EXAMPLE_COMPANY
  const call = createCall({ send, log })
  await prepareShell()
  const sources: string[] = []
  let html = ''
  let scripts: readonly string[] = []
  let head: PageHead | undefined
  const onHead = (next: PageHead): void => void (head = next)
  const createRouter = () => createAppRouter({ call, origin, onHead, posted, company }, routes)
  const handle = createRequestHandler({ request, createRouter })
  const response = await handle(async ({ router, responseHeaders }) => {
    for (const match of router.stores.matches.get()) {
      const { source } = match.staticData
      if (source) sources.push(source)
      if (match.status === 'error') log(`${match.pathname} could not be loaded`, match.error)
    }
    // Passed as text: converting a quarter of a megabyte to a Response and back costs a millisecond.
    const { content, end } = renderDocument(router, settings)
    html = await transformHtmlStringWithRouter(router, content + end)
    // Only the router's scripts after the content: a script injected into the content must not be allowed. The
    // content is found by its first tag, since searching for all of it costs half a millisecond.
    scripts = [THEME_SCRIPT, ...scriptsIn(html.slice(html.indexOf(HTML_TAG) + content.length))]
    const status = getSsrStatus(router)
    return new Response(null, {
      status: status === 200 ? (head?.status ?? status) : status,
      headers: responseHeaders,
    })
  })
  const location = response.headers.get('location') ?? undefined
  return { status: response.status, isPrivate: head?.isPrivate ?? false, html, location, sources, scripts }
}

/**
 * Renders the document around the app, up to the router's scripts and after them; the router adds the doctype. Only
 * `#app` is hydrated, so the browser needs no code for the head, and extensions that change it break nothing. The app
 * is rendered separately, so that its generated ids match.
 */
function renderDocument(
  router: AnyRouter,
  { company = EXAMPLE_COMPANY, announcements = [] }: BrowserSettings,
): { content: string; end: string } {
  const app = renderToString(
    <CompanyContext value={company}>
      <RouterServer router={router} />
    </CompanyContext>,
  )
  const head = renderWithRouter(router, <HeadContent />)
  const scripts = renderWithRouter(router, <Scripts />)
  return {
    content: `${HTML_TAG}<head>${HEAD}${renderIcons(company.logo)}${head}</head><body>${renderAnnouncements(announcements)}<div id="app">${app}</div>`,
    end: `${scripts}</body></html>`,
  }
}

function scriptsIn(html: string): string[] {
  return [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code)
}

function renderWithRouter(router: AnyRouter, node: ReactNode): string {
  return renderToStaticMarkup(<RouterContextProvider router={router}>{node}</RouterContextProvider>)
}

const HTML_TAG = '<html lang="en">'

const HEAD =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
  `<meta name="theme-color" content="${THEME_COLORS.light}" media="(prefers-color-scheme: light)">` +
  `<meta name="theme-color" content="${THEME_COLORS.dark}" media="(prefers-color-scheme: dark)">` +
  `<script>${THEME_SCRIPT}</script>`

const BUILT_IN_ICONS =
  '<link rel="icon" href="/favicon.ico" sizes="32x32">' +
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
  '<link rel="apple-touch-icon" href="/icons/apple-touch-180.png">' +
  '<link rel="manifest" href="/manifest.webmanifest">'

/** Renders the icons; the URL of a logo is the shop's own and needs no escaping. */
function renderIcons(logo: Company['logo']): string {
  if (!logo) return BUILT_IN_ICONS
  return (
    `<link rel="icon" href="${logo.src}/icon/32" sizes="32x32" type="image/png">` +
    `<link rel="apple-touch-icon" href="${logo.src}/icon/180">` +
    '<link rel="manifest" href="/shop/getManifest">'
  )
}
