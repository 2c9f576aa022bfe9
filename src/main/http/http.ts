import { AppError, notFound } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import type { Config } from '#platform/config/config.ts'
import type { TrustedProxies } from '#platform/config/process-settings.ts'
import type { ReadActor } from '#platform/http/calls/actor.ts'
import type { Limit, RejectedForm } from '#platform/http/calls/endpoint.ts'
import { toFailureResponse } from '#platform/http/calls/failure.ts'
import { isInternalCall } from '#platform/http/calls/internal-calls.ts'
import { registerForms } from '#platform/http/calls/register-forms.ts'
import { type HttpEnv, registerRoutes } from '#platform/http/calls/register-routes.ts'
import type { ReplicaReads } from '#platform/http/calls/replica-reads.ts'
import type { Route } from '#platform/http/calls/route.ts'
import { type Limiter, toRateLimitKey } from '#platform/http/limits/limits.ts'
import { findClientAddress } from '#platform/http/server/client-address.ts'
import { createFailureLog } from '#platform/http/server/failure-log.ts'
import { maskPath } from '#platform/http/server/masked-path.ts'
import { addSecurityHeaders } from '#platform/http/server/security-headers.ts'
import type { Log } from '#platform/log.ts'
import type { Tracer } from '#platform/tracing/tracer.ts'
import type { Metrics, ObservedRequest } from '#platform/metrics/metrics.ts'
import { getPageHeaders } from './pages/pages.ts'
import { type Context, Hono } from 'hono'
import { matchedRoutes } from 'hono/route'

/** The dependencies of the HTTP layer. `mounts` are sub-apps below a path; `pages` renders everything else. */
export type HttpSetup = Readonly<{
  config: Config
  db: Database
  log: Log
  clock: () => Date
  limiter: Limiter
  readActor: ReadActor
  routes: readonly Route[]
  mounts: readonly Readonly<{ path: string; app: MountedApp }>[]
  /** The paths of pages, as in the web's routes. */
  pagePaths: readonly string[]
  isReady: () => Promise<boolean>
  metrics?: Pick<Metrics, 'observeRequest'> | undefined
  tracer?: Tracer | undefined
  replicaReads?: ReplicaReads | undefined
}>

/** A sub-app below a path; it can use the request id and client of the whole shop. */
export type MountedApp = Hono | Hono<HttpEnv>

/** Renders the page of a path that is not a call. It gets the result of the form that was posted to it, if any. */
export type Pages = (request: Request, posted?: RejectedForm) => Promise<Response>

/**
 * Returns the whole shop as one function from request to response. Pages are added later, because they call the shop
 * themselves.
 */
export function createHttp(setup: HttpSetup): { app: Hono<HttpEnv>; showPages(pages: Pages): void } {
  const { config, db, log, clock, limiter } = setup
  const app = new Hono<HttpEnv>()
  const logFailure = createFailureLog(log)
  let pages: Pages | undefined
  logRequests(app, setup)
  if (setup.replicaReads) rememberWrites(app, setup.replicaReads, setup.routes)
  app.onError((error, c) => {
    const requestId = c.get('requestId')
    logFailure(error, requestId, 'a request failed')
    return toFailureResponse(error, requestId)
  })
  app.get('/healthz', (c) => c.json({ success: true, message: 'alive' }))
  app.get('/readyz', async (c) => {
    if (await setup.isReady()) return c.json({ success: true, message: 'ready' })
    // Probed every second, so it is not logged as a failure: the failing component has logged it once.
    const notReady = new AppError('unavailable', 'not_ready', 'The shop is not ready yet.')
    return toFailureResponse(notReady, c.get('requestId'))
  })
  const routeDeps = {
    db,
    clock,
    limiter,
    readActor: setup.readActor,
    replicaReads: setup.replicaReads,
  }
  registerRoutes(app, setup.routes, routeDeps)
  registerForms(app, setup.routes, {
    ...routeDeps,
    publicUrl: config.publicUrl,
    logFailure,
    draw: async (request, posted) => pages?.(request, posted),
  })
  // Hono accepts a sub-app of either type, but not of their union.
  for (const mount of setup.mounts) app.route(mount.path, mount.app as Hono)
  rejectOtherMethods(app, setup.routes)
  const isCallPath = createCallPathMatcher({
    calls: [...setup.routes.map(({ spec }) => spec.path), ...setup.mounts.map(({ path }) => path)],
    pages: setup.pagePaths,
  })
  app.notFound(async (c) => {
    if (isCallPath(c.req.path)) return toFailureResponse(unknownPathError(), c.get('requestId'))
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      return methodNotAllowedResponse(GET_METHODS, c.get('requestId'))
    if (!pages) return toFailureResponse(unknownPathError(), c.get('requestId'))
    const retryAfterSeconds = isInternalCall(c)
      ? undefined
      : await countPageRender(limiter, c.get('client'), clock())
    return retryAfterSeconds === undefined ? pages(c.req.raw) : tooManyRequestsPage(retryAfterSeconds)
  })
  return { app, showPages: (shown) => (pages = shown) }
}

/** Sets the id and client of each request, and logs it. */
function logRequests(app: Hono<HttpEnv>, { config, log, metrics, tracer }: HttpSetup): void {
  app.use(async (c, next) => {
    const requestId = toRequestId(c.req.header('x-request-id'))
    c.set('requestId', requestId)
    c.set('client', toClientKey(c, config.process.trustedProxies))
    const startedAt = performance.now()
    await (tracer ? traceRequest(tracer, c, next) : next())
    // `c.header` would copy a finished response and make its body a stream, which doubles the work of a list.
    c.res.headers.set('x-request-id', requestId)
    addSecurityHeaders(c.res.headers, config.publicUrl.startsWith('https:'))
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    if (metrics && !isInternalCall(c)) metrics.observeRequest({ ...describeCall(c), seconds: ms / 1_000 })
    const path = maskPath(c.req.path)
    log.info({ requestId, method: c.req.method, path, status: c.res.status, ms }, 'request')
  })
}

/** Gives callers that may have written the cookie by which no replica shows them an earlier state. */
function rememberWrites(app: Hono<HttpEnv>, { createCookie }: ReplicaReads, routes: readonly Route[]): void {
  const reads = new Set(routes.filter(({ spec }) => spec.readsReplica).map(({ spec }) => spec.path))
  app.use(async (c, next) => {
    await next()
    const { method, path } = c.req
    if (method === 'GET' || method === 'HEAD' || isInternalCall(c) || reads.has(path as `/${string}`)) return
    c.res.headers.append('set-cookie', await createCookie())
  })
}

/** Runs a request within a trace; a call that a page makes to render belongs to the page's trace. */
function traceRequest(tracer: Tracer, c: Context<HttpEnv>, next: () => Promise<void>): Promise<void> {
  const { method } = c.req
  const traceparent = c.req.header('traceparent')
  const attributes = { 'http.request.method': method, 'request.id': c.get('requestId') }
  const headers = isInternalCall(c) ? {} : { headers: traceparent === undefined ? {} : { traceparent } }
  return tracer.trace({ name: method, kind: 'request', attributes, ...headers }, async (finish) => {
    await next()
    const { route, status } = describeCall(c)
    finish({
      name: `${method} ${route}`,
      attributes: { 'http.route': route, 'http.response.status_code': status },
      isFailed: status >= 500,
    })
  })
}

/** Returns a call for metrics, with the pattern of its route, because paths are unlimited in number. */
function describeCall(c: Context<HttpEnv>): Omit<ObservedRequest, 'seconds'> {
  const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path
  const { status } = c.res
  return { kind: 'call', route: route ?? 'other', method: c.req.method, status }
}

/**
 * The limit of pages rendered for one visitor: five per second, each with its calls to the shop. Cached pages are
 * served earlier, and do not count.
 */
const PAGE_RENDER_LIMIT: Limit = { calls: 300, windowMs: MINUTE, counted: 'in_memory' }

/** Counts a page rendered for `client`; returns the seconds to wait when it exceeds the limit. */
async function countPageRender(limiter: Limiter, client: string, now: Date): Promise<number | undefined> {
  try {
    await limiter({ name: 'pages', client, limit: PAGE_RENDER_LIMIT, now })
    return undefined
  } catch (error) {
    const seconds = error instanceof AppError ? error.details?.['retryAfterSeconds'] : undefined
    if (typeof seconds === 'number') return seconds
    throw error
  }
}

/** Answers other methods of known paths with 405 instead of 404. */
function rejectOtherMethods(app: Hono<HttpEnv>, routes: readonly Route[]): void {
  for (const [path, specs] of Map.groupBy(
    routes.map(({ spec }) => spec),
    (spec) => spec.path,
  )) {
    const allowed = specs.map(({ method }) => (method === 'GET' ? GET_METHODS : method)).join(', ')
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
      methodNotAllowedResponse(allowed, c.get('requestId')),
    )
  }
}

/** HEAD is answered like GET. */
const GET_METHODS = 'GET, HEAD'

function methodNotAllowedResponse(allowed: string, requestId: string): Response {
  const refusal = toFailureResponse(
    new AppError('invalid', 'method_not_allowed', 'This address doesn\u2019t accept that method.'),
    requestId,
  )
  refusal.headers.set('allow', allowed)
  return refusal
}

function unknownPathError(): AppError {
  return notFound('unknown_path', 'There is nothing at this address. Check the URL.')
}

/** Returns a caller's own request id when it has a safe format, so that logs of several servers can be joined. */
function toRequestId(requestedId: string | undefined): string {
  return requestedId && /^[\w-]{8,64}$/.test(requestedId) ? requestedId : crypto.randomUUID()
}

/** Returns the key of a client for limits, by its address. */
function toClientKey(c: Context, trusted: TrustedProxies): string {
  const remoteAddress = getRemoteAddress(Reflect.get(c.env ?? {}, 'incoming'))
  const address = findClientAddress({ remoteAddress, forwardedFor: c.req.header('x-forwarded-for') }, trusted)
  return address ? toRateLimitKey(address) : 'in process'
}

function getRemoteAddress(incoming: unknown): string | undefined {
  const socket: unknown = incoming instanceof Object ? Reflect.get(incoming, 'socket') : undefined
  const address: unknown = socket instanceof Object ? Reflect.get(socket, 'remoteAddress') : undefined
  return typeof address === 'string' ? address : undefined
}

/** Renders the 429 page with a Retry-After of `seconds`. */
function tooManyRequestsPage(seconds: number): Response {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment, please · Cabochon</title>' +
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"></head>' +
    `<body><main><h1>One moment, please</h1><p>You&rsquo;ve opened too many pages. Try again in ${seconds} seconds.</p>` +
    '<p><a href="/">Back to home</a></p></main></body></html>'
  const headers = { ...getPageHeaders([]), 'cache-control': 'no-store', 'retry-after': String(seconds) }
  return new Response(html, { status: 429, headers })
}

/** The first path segments of responses for programs that have no contract. */
const OTHER_ROOTS = ['healthz', 'readyz', 'sitemaps', 'media', 'dev']

type CallPathInput = Readonly<{
  /** Paths of calls (`/orders/{id}`) and of mounted apps. */
  calls: readonly string[]
  /** Paths of pages (`/product/$id`). */
  pages: readonly string[]
}>

/**
 * Returns a matcher of whether a path belongs to the API. An unknown path there gets a JSON error instead of a page.
 * The roots come from the contracts: every path below a root of a call is a call, except pages that share it.
 */
export function createCallPathMatcher({ calls, pages }: CallPathInput): (path: string) => boolean {
  const roots = new Set([...OTHER_ROOTS, ...calls.map(getRoot)])
  roots.delete('')
  const sharedPages = pages.filter((page) => roots.has(getRoot(page))).map((page) => page.split('/'))
  return (path) => {
    if (!roots.has(getRoot(path))) return false
    const segments = path.split('/')
    return !sharedPages.some((page) => matchesPage(page, segments))
  }
}

function getRoot(path: string): string {
  return path.split('/')[1] ?? ''
}

function matchesPage(page: readonly string[], segments: readonly string[]): boolean {
  return (
    page.length === segments.length &&
    page.every((segment, index) => segment.startsWith('$') || segment === segments[index])
  )
}
