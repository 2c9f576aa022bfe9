import { CACHE_PREFIX, CACHES, MOST, OFFLINE_PATH } from './cache-names.ts'
import { filesOf, isLasting, isOutage, kindOf, mayKeepPage, versionOf } from './cache-rules.ts'
import { keptCopy, shownCopy } from './cached-note.ts'

// The service worker: keeps what was seen, so that it can be seen again without a connection. Pages always come from the shop
// first, so nobody is shown an old one who can have a new one. Built as /sw.js; an empty one in its place switches it off.

// What a service worker's `self` is; see worker-scope.ts.
const worker = globalThis as unknown as WorkerScope
const { origin } = worker.location

/** How long a kept page waits for a fresh one, in milliseconds. */
const PATIENCE_MS = 3_000

/** What stands for a picture that is not there. */
const PLACEHOLDER = '/pictures/placeholder.svg'

worker.addEventListener('install', (event) => {
  // No page depends on which worker runs, so a new one need not wait for the old one's pages to be closed.
  event.waitUntil(Promise.all([renewShell(), worker.skipWaiting()]))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([dropOldCaches(), worker.clients.claim(), worker.registration.navigationPreload?.enable()]),
  )
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const kind = kindOf(request, origin)
  if (kind === 'file') event.respondWith(file(request))
  if (kind === 'picture') event.respondWith(picture(request))
  if (kind === 'offline page') event.respondWith(offlinePage(request))
  if (kind === 'page') event.respondWith(page(event))
})

// A page that was opened within another one was never asked for as a whole: its browser says that it was seen.
worker.addEventListener('message', (event) => {
  const seen: unknown = event.data instanceof Object ? Reflect.get(event.data, 'seen') : undefined
  if (typeof seen === 'string' && seen.startsWith('/')) event.waitUntil(keepSeen(origin + seen))
})

/** Scripts and styles never change under their names. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) await keep('files', request.url, fresh.clone())
  return fresh
}

async function picture(request: Request): Promise<Response> {
  const cache = await caches.open(CACHES.pictures)
  const kept = await cache.match(request.url)
  if (kept && isLasting(request.url)) return kept
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await keep('pictures', request.url, fresh.clone())
    return fresh
  } catch {
    return (
      kept ?? (await samePicture(cache, request.url)) ?? (await caches.match(PLACEHOLDER)) ?? Response.error()
    )
  }
}

/** The same picture in another size or format: its name is its key, size and format. */
async function samePicture(cache: Cache, url: string): Promise<Response | undefined> {
  const [start] = /^.*\/media\/[0-9a-f]{32}-/.exec(url) ?? []
  const known = start ? (await cache.keys()).find((other) => other.url.startsWith(start)) : undefined
  return known && cache.match(known)
}

/** A page from the shop; where it does not come, or not in time, as it was seen last; else the offline page. */
async function page(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const fresh = fromShop(event)
  event.waitUntil(fresh.then((answer) => keepPage(url, answer.clone())).catch(() => undefined))
  const kept = await (await caches.open(CACHES.pages)).match(url, { ignoreVary: true })
  if (!kept) return fresh.catch(() => Response.redirect(`${OFFLINE_PATH}#${pathOf(url)}`))
  try {
    const answer = await Promise.race([fresh, patience()])
    if (!answer) return await shownCopy(kept, 'slow')
    return isOutage(answer) ? await shownCopy(kept, 'outage') : answer
  } catch {
    return shownCopy(kept, 'offline')
  }
}

/** The answer that the browser asked for while the worker woke up, where it did so. */
async function fromShop({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS))
}

async function keepSeen(url: string): Promise<void> {
  await keepPage(url, await fetch(url, { headers: { accept: 'text/html' } }))
}

async function keepPage(url: string, answer: Response): Promise<void> {
  const html = await answer.text()
  if (GONE.includes(answer.status)) await (await caches.open(CACHES.pages)).delete(url)
  if (!mayKeepPage(url, answer, html)) return
  // In this order, so that a page that is kept can also wake up.
  for (const path of filesOf(html)) await keepFile(path)
  await keep('pages', url, keptCopy(html, answer.headers, new Date()))
  const shell = await caches.match(OFFLINE_PATH)
  // A new version of the shop is there: the offline page that is kept would look for scripts of the old one.
  if (!shell || versionOf(await shell.text()) !== versionOf(html)) await renewShell()
}

/** What is not there any more is not shown from memory either. */
const GONE = [404, 410]

async function keepFile(path: string): Promise<void> {
  if (await caches.match(path, { ignoreVary: true })) return
  const fresh = await fetch(path)
  if (fresh.ok) await keep('files', origin + path, fresh)
}

/** Keeps an answer as the newest of its cache; the oldest go when there are too many. A full disk only means that it is not kept. */
async function keep(name: keyof typeof MOST, url: string, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(CACHES[name])
    await cache.delete(url)
    await cache.put(url, answer)
    const all = await cache.keys()
    for (const old of all.slice(0, Math.max(0, all.length - MOST[name]))) await cache.delete(old)
  } catch (error) {
    console.error('Nothing more can be kept', error)
  }
}

async function offlinePage(request: Request): Promise<Response> {
  return (await caches.match(OFFLINE_PATH)) ?? fetch(request)
}

/** Brings the offline page of the present version with all it needs, and lets go of what only an older one needed. */
async function renewShell(): Promise<void> {
  const cache = await caches.open(CACHES.shell)
  const answer = await fetch(OFFLINE_PATH, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`The offline page answered ${answer.status}`)
  const needed = [...filesOf(await answer.clone().text()), PLACEHOLDER]
  await cache.addAll(needed)
  await cache.put(OFFLINE_PATH, answer)
  const paths = new Set([...needed, OFFLINE_PATH])
  for (const { url } of await cache.keys()) if (!paths.has(pathOf(url))) await cache.delete(url)
}

async function dropOldCaches(): Promise<void> {
  const current: readonly string[] = Object.values(CACHES)
  const old = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && !current.includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

// What a service worker sees of the browser. TypeScript has it in a library of its own ("webworker"), which contradicts the
// one of pages ("dom"); these few are all that is used here.

type Extendable = Event & Readonly<{ waitUntil(work: Promise<unknown>): void }>

/** A request of a page that the worker may answer. */
type FetchEvent = Extendable &
  Readonly<{
    request: Request
    preloadResponse: Promise<Response | undefined>
    respondWith(response: Promise<Response>): void
  }>

/** A word of a page to the worker. */
type WordEvent = Extendable & Readonly<{ data: unknown }>

type Events = Readonly<{
  install: Extendable
  activate: Extendable
  fetch: FetchEvent
  message: WordEvent
}>

/** The global scope of a service worker. */
type WorkerScope = Readonly<{
  location: Location
  clients: Readonly<{ claim(): Promise<void> }>
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, hear: (event: Events[Name]) => void): void
}>
