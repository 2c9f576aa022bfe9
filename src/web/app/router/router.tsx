import {
  type AnyRoute,
  createLazyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router'
import type { Company } from '#core/company/company.ts'
import { readCompany } from '../document/company.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { useMemo } from 'react'
import type { Call } from '../calls/api.ts'
import { headTags, type HeadTags } from '../document/head.ts'
import { importWithRetry } from '../hydration/import-with-retry.ts'
import { type Page, type PageHead, toTexts } from './page.ts'
import { type RouteEntry, ROUTES } from './routes.ts'
import { Frame } from '#web/shell/frame.tsx'
import { toPublicError } from './public-error.ts'
import { ErrorPage, NotFoundPage, PendingPage } from '#web/shell/fallback-pages.tsx'

/** The context of the loaders; `onHead` is called with the head of each opened page. */
type RouterContext = Readonly<{
  call: Call
  origin: string
  posted?: RejectedForm | undefined
  company?: Company
  onHead?: (head: PageHead) => void
}>

/**
 * Creates the router with all pages. Loaders call the server by `call`; `origin` is the shop's public address.
 * Query parameters are plain texts: reading them as JSON would round long order ids.
 */
export function createAppRouter(context: RouterContext, routes: readonly RouteEntry[] = ROUTES) {
  return createRouter({
    routeTree: routes === ROUTES ? ROUTE_TREE : buildRouteTree(routes),
    context,
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    trailingSlash: 'preserve',
    defaultPreloadStaleTime: 10_000,
    defaultPendingMs: 400,
    defaultPendingMinMs: 300,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
  })
}

function rootRoute() {
  return createRootRouteWithContext<RouterContext>()({
    component: Frame,
    // Without child routes it is an unknown address.
    head: ({ match, matches }) => (matches.length > 1 ? {} : pageHeadTags(NOT_FOUND, match.context)),
  })
}

const NOT_FOUND: PageHead = { title: 'Page not found', isUnlisted: true }

function pageHeadTags(head: PageHead, context: RouterContext): HeadTags {
  context.onHead?.(head)
  // Browsers update no tags with the origin.
  if (!import.meta.env.SSR) return headTags(head, { origin: '', company: readCompany() })
  return headTags(head, { origin: context.origin, company: context.company ?? readCompany() })
}

function buildRouteTree(routes: readonly RouteEntry[]) {
  const root = rootRoute()
  return root.addChildren(routes.map((entry) => buildRoute(entry, root)))
}

/** The routes of the shop's own pages, created once, because the router caches data per tree. */
const ROUTE_TREE = buildRouteTree(ROUTES)

function buildRoute(routeEntry: RouteEntry, root: ReturnType<typeof rootRoute>): AnyRoute {
  const entry = { ...routeEntry, load: loadOnce(routeEntry.load) }
  const route = createRoute({
    getParentRoute: () => root,
    path: entry.path,
    loaderDeps: ({ search }) => ({ search: loaderSearch(search, entry) }),
    loader: async ({ context, params, deps }) => {
      const page = await importWithRetry(entry.load)
      const { call, posted } = context
      return serializePageData(
        await page.load?.({ call, params: toTexts(params), search: deps.search, posted }),
      )
    },
    head: async ({ loaderData, match }) =>
      pageHeadTags(
        await getPageHead(entry, loaderData && deserializePageData(loaderData), match),
        match.context,
      ),
    // Errors are serialized into the document, so they must contain no more than shoppers may read.
    onError: (error) => {
      throw toPublicError(error)
    },
    staticData: { source: entry.source, frame: entry.frame },
  })
  return route.lazy(async () => {
    const page = await importWithRetry(entry.load)
    const { Missing } = page
    return createLazyRoute(route.id)({
      component: function PageView() {
        const data = deserializePageData(route.useLoaderData())
        const query: unknown = route.useSearch()
        const search = useMemo(() => toTexts(query), [query])
        return <page.View data={data} params={toTexts(route.useParams())} search={search} />
      },
      ...(page.Pending ? { pendingComponent: page.Pending } : {}),
      ...(Missing ? { notFoundComponent: ({ data }) => <Missing message={notFoundMessage(data)} /> } : {}),
    })
  })
}

/** Loads a page's file once, but retries after a failure. It saves the 0.1 ms that three imports per request take. */
function loadOnce(load: RouteEntry['load']): RouteEntry['load'] {
  let page: Page | undefined
  return async () => (page ??= await load())
}

type RouteMatch = Readonly<{ status: string; pathname: string; params: unknown; search: unknown }>

async function getPageHead(entry: RouteEntry, data: unknown, match: RouteMatch): Promise<PageHead> {
  if (match.status === 'error') return { title: 'Unexpected Application Error!', isUnlisted: true }
  if (data === undefined) return { ...NOT_FOUND, title: entry.missingTitle ?? NOT_FOUND.title }
  const page = await importWithRetry(entry.load)
  const head = page.head(data, { params: toTexts(match.params), search: toTexts(match.search) })
  return { canonical: match.pathname, ...head }
}

/** Returns the query parameters that a page's loader depends on: all except those that only its view reads. */
function loaderSearch(search: unknown, { viewQuery = [] }: RouteEntry): Record<string, string> {
  return Object.fromEntries(Object.entries(toTexts(search)).filter(([name]) => !viewQuery.includes(name)))
}

/** Returns the message given to `pageNotFound`, from the router's wrapper. */
function notFoundMessage(thrown: unknown): string | undefined {
  if (typeof thrown === 'string') return thrown
  return typeof thrown === 'object' && thrown !== null && 'data' in thrown
    ? notFoundMessage(thrown.data)
    : undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    source?: string | false
    frame?: RouteEntry['frame']
  }
}

/** The result of a page's `load`, serialized in the document for the browser. */
type SerializedPageData = Readonly<{ json: string }>

/** The deserialized data, so that nothing is parsed twice in one process. */
const cache = new WeakMap<SerializedPageData, unknown>()

/**
 * Serializes a page's data as one text. The router would write each object and field separately, which takes as long
 * as rendering a third of a listing, and more bytes. Values that JSON cannot represent are lost.
 */
export function serializePageData(data: unknown): SerializedPageData {
  const page = { json: JSON.stringify(data ?? null) }
  cache.set(page, data ?? null)
  return page
}

/** Restores a page's data from its text. */
export function deserializePageData(page: SerializedPageData): unknown {
  if (!cache.has(page)) cache.set(page, JSON.parse(page.json))
  return cache.get(page)
}
