import { readCategoryLabels } from '#features/catalogue/catalog/service.ts'
import { listRunningAnnouncements } from '#features/catalogue/promotions/service.ts'
import { createCompanyReader } from '#features/identity/settings/service.ts'
import type { Listener, Subscribe } from '#database/connections/listen.ts'
import type { Database } from '#database/database.ts'
import type { OpenDatabase } from '#database/connections/open-database.ts'
import type { Replicas } from '#database/connections/replicas/replicas.ts'
import { DELIVER_JOB, WEBHOOK_CHANNEL } from '#features/identity/webhooks/service.ts'
import { CHAT_CHANNEL } from '#features/messaging/chat/service.ts'
import type { Config } from '#platform/config/config.ts'
import { createPageCache, type PageCache } from '#platform/http/cache/page-cache.ts'
import { INTERNAL_CALL } from '#platform/http/calls/internal-calls.ts'
import { uploadProductFile } from '#features/catalogue/catalog/imports/contract.ts'
import { closeServer, createLimitedServer } from '#platform/http/server/limited-server.ts'
import { HSTS_HEADER } from '#platform/http/server/security-headers.ts'
import { createStaticFiles, type StaticFiles } from '#platform/http/server/static-files.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { BrowserSettings } from '#web/app/browser-settings.ts'
import { isApiFailure } from '#web/app/calls/api.ts'
import type { App } from './app.ts'
import { CATALOGUE_TAG, PAGE_RULES } from './pages/page-rules.ts'
import { createPages } from './pages/pages.ts'
import { getRequestListener } from '@hono/node-server'
import type { RequestListener, Server, ServerResponse } from 'node:http'

/** The dependencies of serving: the built web is in `distDir`. */
export type ServeSetup = Readonly<{
  app: App
  config: Config
  database: OpenDatabase
  log: Log
  distDir: string
  /** The subscription to the database's notifications. */
  subscribe: Subscribe
  metrics?: Metrics | undefined
  replicas?: Replicas | undefined
}>

/** A running shop. `stop` lets running requests finish, for at most `graceMs`. */
export type HttpServerHandle = Readonly<{ port: number; stop(graceMs: number): Promise<void> }>

/** Serves the marketplace at the configured address: files and cached pages first, all else by the app. */
export async function serve({
  app,
  config,
  database,
  log,
  distDir,
  subscribe,
  metrics,
  replicas,
}: ServeSetup): Promise<HttpServerHandle> {
  const pages = await createPages({
    distDir,
    publicUrl: config.publicUrl,
    readSettings: createSettingsReader(config, () => replicas?.read() ?? database.db),
    providers: config.signIn,
    call: async (path, init) => app.http.request(path, init, INTERNAL_CALL),
    log: createPageLog(log),
  })
  app.showPages(pages)
  let isNotified = true
  const cache = createPageCache({
    render: (request) => renderCacheable(app, request),
    rules: PAGE_RULES,
    isNotified: () => isNotified,
  })
  const notificationListener = await listenForNotifications(database, {
    subscribe,
    cache,
    app,
    log,
    replicas,
    onNotified: (value) => void (isNotified = value),
  })
  const server = createLimitedServer(
    createListener({
      app,
      files: createStaticFiles(`${distDir}/client`, config.offline ? {} : NO_WORKER_ALIASES),
      cache,
      isSecure: config.publicUrl.startsWith('https:'),
      metrics,
    }),
    { isLargeUpload: (path) => path === uploadProductFile.path },
  )
  const port = await listen(server, config)
  return {
    port,
    stop: async (graceMs) => {
      // Streams never end by themselves: their pages reconnect, to another process or to this one's successor.
      app.chat.close()
      await closeServer(server, graceMs)
      await notificationListener.close()
    },
  }
}

/** Returns the reader of the settings for browsers. During an outage of the database it returns the last ones. */
function createSettingsReader(config: Config, readDb: () => Database): () => Promise<BrowserSettings> {
  const readCompany = createCompanyReader(config.company)
  const settings: BrowserSettings = {
    cookieDomain: config.cookieDomain,
    dashboardUrl: config.dashboardUrl,
    company: config.company,
    hasProviders: Boolean(config.signIn.google ?? config.signIn.facebook),
    hasCarrierRates: Boolean(config.easyPost),
  }
  let last = settings
  return async () => {
    const db = readDb()
    const [company, categories, announcements] = await Promise.all([
      readCompany(db).catch(() => last.company),
      readCategoryLabels(db).catch(() => last.categories),
      listRunningAnnouncements(db, { audience: 'everyone', now: new Date() }).catch(() => last.announcements),
    ])
    last = { ...settings, categories, ...(company && { company }), ...(announcements && { announcements }) }
    return last
  }
}

/** The paths of a process that serves no shoppers. */
const HEALTH_PATHS = new Set(['/healthz', '/readyz'])

/** Serves only the health of the process at the configured address. */
export async function serveHealth({
  app,
  config,
}: Pick<ServeSetup, 'app' | 'config'>): Promise<HttpServerHandle> {
  const answer = getRequestListener(app.http.fetch)
  const server = createLimitedServer((request, response) => {
    if (HEALTH_PATHS.has(request.url ?? '')) return void answer(request, response)
    response
      .writeHead(404, { 'content-type': 'text/plain' })
      .end('This process runs jobs and has no pages.\n')
  })
  const port = await listen(server, config)
  return { port, stop: (graceMs) => closeServer(server, graceMs) }
}

/** Replaces the service worker by one that unregisters itself. */
const NO_WORKER_ALIASES = { '/sw.js': '/sw-off.js' }

/** The parts that answer requests, in this order: files, cached pages, the app. */
type ListenerDeps = Readonly<{
  files: StaticFiles
  cache: PageCache
  app: Pick<App, 'http'>
  isSecure: boolean
  metrics: Metrics | undefined
}>

/** Returns the server's listener. What is posted goes to the app only. */
export function createListener({ app, files, cache, isSecure, metrics }: ListenerDeps): RequestListener {
  const answer = getRequestListener(app.http.fetch)
  return (request, response) => {
    if (isSecure) response.setHeader(...HSTS_HEADER)
    const startedAt = performance.now()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const kind =
      isRead && (files.serve(request, response) ? 'file' : cache.serve(request, response) && 'page')
    // Calls are observed in the app, which knows their route.
    if (kind && metrics) observeWhenSent(metrics, response, { kind, method: request.method ?? '', startedAt })
    if (kind) return
    void answer(request, response)
  }
}

type SentAnswer = Readonly<{ kind: 'file' | 'page'; method: string; startedAt: number }>

function observeWhenSent(
  metrics: Metrics,
  response: ServerResponse,
  { kind, method, startedAt }: SentAnswer,
): void {
  const observe = () => {
    const seconds = (performance.now() - startedAt) / 1_000
    metrics.observeRequest({ kind, route: kind, method, status: response.statusCode, seconds })
  }
  if (response.writableFinished) observe()
  else response.once('finish', observe)
}

/** Returns a response of the app without the headers that belong to one request. */
async function renderCacheable(app: App, request: Request): Promise<Response> {
  const answer = await app.http.fetch(request, INTERNAL_CALL)
  answer.headers.delete('x-request-id')
  return answer
}

/** The channels of the database's notifications. */
export const NOTIFICATION_CHANNELS = ['catalogue', CHAT_CHANNEL, WEBHOOK_CHANNEL] as const

type NotificationDeps = Readonly<{
  subscribe: Subscribe
  cache: PageCache
  app: App
  log: Log
  replicas: Replicas | undefined
  /** Called with whether notifications arrive, when that changes. */
  onNotified?: (isNotified: boolean) => void
}>

/**
 * Listens for notifications of the database from all processes. It invalidates changed pages and lists, and sends
 * chat events to streams.
 */
export function listenForNotifications(
  { db }: Pick<OpenDatabase, 'db'>,
  { subscribe, cache, app, log, replicas, onNotified }: NotificationDeps,
): Promise<Listener> {
  const invalidatePages = (payload: string) => {
    // First: whatever is drawn from here on must include the change.
    replicas?.noteChange()
    app.lists.clear()
    app.sitemaps.changed()
    app.counts.expire()
    for (const tag of [CATALOGUE_TAG, ...payload.split(' ')]) cache.invalidate(tag)
  }
  // Without a notification, the timer sends them within a minute.
  const sendWebhooks = () => {
    app.jobs
      .enqueue(db, { job: DELIVER_JOB, input: {} })
      .catch((error: unknown) =>
        log.warn(
          { err: error },
          'webhooks were not processed at once; the next scheduled run will process them',
        ),
      )
  }
  return subscribe({
    channels: NOTIFICATION_CHANNELS,
    onNotification: (channel, payload) => {
      if (channel === CHAT_CHANNEL) app.chat.receiveNotification(payload)
      else if (channel === WEBHOOK_CHANNEL) sendWebhooks()
      else invalidatePages(payload)
    },
    // Notifications may have been missed: '*' invalidates everything.
    onReconnect: () => {
      onNotified?.(true)
      invalidatePages('*')
      app.chat.checkAll()
    },
    onLost: () => onNotified?.(false),
    log: (line) => log.warn({ line }, 'notifications'),
  })
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/**
 * Returns a log for the errors of rendering pages. Refusals of the shop are logged at debug level, all others as
 * errors.
 */
export function createPageLog(log: Log): (text: string, error: unknown) => void {
  return (text, error) => {
    if (isApiFailure(error)) log.debug({ err: error }, text)
    else log.error({ err: error }, text)
  }
}
