import { CACHE_PREFIX, CACHES, CACHE_LIMITS, OFFLINE_PATH } from './cache-names.ts'
import {
  assetPathsIn,
  isImmutable,
  isOutage,
  classifyRequest,
  isCacheablePage,
  pageVersion,
} from './cache-rules.ts'
import { toCachedPage, withCachedNotice } from './cached-notice.ts'

// The service worker: stores visited pages for viewing them offline. Pages always come from the shop first, so that
// an old one is never shown online. Built as /sw.js; an empty one in its place disables it.

// The `self` of a service worker; see worker-scope.ts.
const worker = globalThis as unknown as WorkerScope
const { origin } = worker.location

/** How long a cached page waits for a fresh one, in milliseconds. */
const NETWORK_TIMEOUT_MS = 3_000

/** The picture that replaces an unavailable one. */
const PLACEHOLDER = '/pictures/placeholder.svg'

worker.addEventListener('install', (event) => {
  // Pages do not depend on the version of the worker, so a new one need not wait until the old one's pages are
  // closed.
  event.waitUntil(Promise.all([refreshOfflinePage(), worker.skipWaiting()]))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([deleteOldCaches(), worker.clients.claim(), worker.registration.navigationPreload?.enable()]),
  )
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const requestKind = classifyRequest(request, origin)
  if (requestKind === 'file') event.respondWith(respondWithFile(request))
  if (requestKind === 'picture') event.respondWith(respondWithPicture(request))
  if (requestKind === 'offline page') event.respondWith(respondWithOfflinePage(request))
  if (requestKind === 'page') event.respondWith(respondWithPage(event))
})

// A page opened within the app was never requested as a document: the browser reports that it was viewed.
worker.addEventListener('message', (event) => {
  const viewedPath: unknown = event.data instanceof Object ? Reflect.get(event.data, 'seen') : undefined
  if (typeof viewedPath === 'string' && viewedPath.startsWith('/'))
    event.waitUntil(cacheViewedPage(origin + viewedPath))
})

/** Responds with a script or style, which never changes under its name. */
async function respondWithFile(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const fresh = await fetch(request)
  if (fresh.ok) await cacheResponse('files', request.url, fresh.clone())
  return fresh
}

async function respondWithPicture(request: Request): Promise<Response> {
  const cache = await caches.open(CACHES.pictures)
  const cached = await cache.match(request.url)
  if (cached && isImmutable(request.url)) return cached
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await cacheResponse('pictures', request.url, fresh.clone())
    return fresh
  } catch {
    return (
      cached ??
      (await findOtherVariant(cache, request.url)) ??
      (await caches.match(PLACEHOLDER)) ??
      Response.error()
    )
  }
}

/** Returns the same picture in another size or format, as its name consists of key, size and format. */
async function findOtherVariant(cache: Cache, url: string): Promise<Response | undefined> {
  const [start] = /^.*\/media\/[0-9a-f]{32}-/.exec(url) ?? []
  const match = start ? (await cache.keys()).find((other) => other.url.startsWith(start)) : undefined
  return match && cache.match(match)
}

/** Responds with a page of the shop; when it fails or is late, with the cached one, else the offline page. */
async function respondWithPage(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const fresh = fetchFromServer(event)
  event.waitUntil(fresh.then((response) => cachePage(url, response.clone())).catch(() => undefined))
  const cached = await (await caches.open(CACHES.pages)).match(url, { ignoreVary: true })
  if (!cached) return fresh.catch(() => Response.redirect(`${OFFLINE_PATH}#${toPath(url)}`))
  try {
    const response = await Promise.race([fresh, waitForTimeout()])
    if (!response) return await withCachedNotice(cached, 'slow')
    return isOutage(response) ? await withCachedNotice(cached, 'outage') : response
  } catch {
    return withCachedNotice(cached, 'offline')
  }
}

/** Returns the response that the browser preloaded while the worker started, or fetches it. */
async function fetchFromServer({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

function waitForTimeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), NETWORK_TIMEOUT_MS))
}

async function cacheViewedPage(url: string): Promise<void> {
  await cachePage(url, await fetch(url, { headers: { accept: 'text/html' } }))
}

async function cachePage(url: string, response: Response): Promise<void> {
  const html = await response.text()
  if (GONE_STATUSES.includes(response.status)) await (await caches.open(CACHES.pages)).delete(url)
  if (!isCacheablePage(url, response, html)) return
  // In this order, so that a cached page can also hydrate.
  for (const path of assetPathsIn(html)) await cacheFile(path)
  await cacheResponse('pages', url, toCachedPage(html, response.headers, new Date()))
  const shell = await caches.match(OFFLINE_PATH)
  // A new version of the shop was deployed: the cached offline page would request the old version's scripts.
  if (!shell || pageVersion(await shell.text()) !== pageVersion(html)) await refreshOfflinePage()
}

/** The statuses of pages that no longer exist, and are removed from the cache. */
const GONE_STATUSES = [404, 410]

async function cacheFile(path: string): Promise<void> {
  if (await caches.match(path, { ignoreVary: true })) return
  const fresh = await fetch(path)
  if (fresh.ok) await cacheResponse('files', origin + path, fresh)
}

/**
 * Stores a response as the newest of its cache; the oldest are deleted above the limit. With a full disk it is not
 * stored.
 */
async function cacheResponse(
  name: keyof typeof CACHE_LIMITS,
  url: string,
  response: Response,
): Promise<void> {
  try {
    const cache = await caches.open(CACHES[name])
    await cache.delete(url)
    await cache.put(url, response)
    const all = await cache.keys()
    for (const old of all.slice(0, Math.max(0, all.length - CACHE_LIMITS[name]))) await cache.delete(old)
  } catch (error) {
    console.error('Could not store more pages', error)
  }
}

async function respondWithOfflinePage(request: Request): Promise<Response> {
  return (await caches.match(OFFLINE_PATH)) ?? fetch(request)
}

/** Caches the offline page of the current version with all its files, and deletes those of older ones. */
async function refreshOfflinePage(): Promise<void> {
  const cache = await caches.open(CACHES.shell)
  const response = await fetch(OFFLINE_PATH, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The offline page answered ${response.status}`)
  const needed = [...assetPathsIn(await response.clone().text()), PLACEHOLDER]
  await cache.addAll(needed)
  await cache.put(OFFLINE_PATH, response)
  const paths = new Set([...needed, OFFLINE_PATH])
  for (const { url } of await cache.keys()) if (!paths.has(toPath(url))) await cache.delete(url)
}

async function deleteOldCaches(): Promise<void> {
  const current: readonly string[] = Object.values(CACHES)
  const old = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && !current.includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}

function toPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

// The used part of a service worker's global scope. TypeScript has it in a separate library ("webworker"), which
// conflicts with that of pages ("dom").

type ExtendableEventLike = Event & Readonly<{ waitUntil(work: Promise<unknown>): void }>

/** A request of a page that the worker may answer. */
type FetchEvent = ExtendableEventLike &
  Readonly<{
    request: Request
    preloadResponse: Promise<Response | undefined>
    respondWith(response: Promise<Response>): void
  }>

/** A message of a page to the worker. */
type PageMessageEvent = ExtendableEventLike & Readonly<{ data: unknown }>

type WorkerEvents = Readonly<{
  install: ExtendableEventLike
  activate: ExtendableEventLike
  fetch: FetchEvent
  message: PageMessageEvent
}>

/** The global scope of a service worker. */
type WorkerScope = Readonly<{
  location: Location
  clients: Readonly<{ claim(): Promise<void> }>
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}>
