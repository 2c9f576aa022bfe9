import type { IncomingMessage, ServerResponse } from 'node:http'
import { negotiateEncoding } from '../server/accepted-encoding.ts'
import { createPageStore } from './page-store.ts'
import type { CachedPageEntry, PageStore } from './page-store.ts'
import { finishPage, sendFinishedPage } from './finished-page.ts'
import type { FinishedPage } from './finished-page.ts'
import { hasTag, toPageKey } from './page-key.ts'
import type { PageKey, PageRule } from './page-key.ts'

/** Finished pages, answered in the `node:http` listener, before the application. */
export type PageCache = Readonly<{
  /**
   * Answers a GET or HEAD request when its page can be cached, at once or after rendering; else returns false and
   * writes nothing.
   */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Invalidates the pages with this tag ('*' for all): those that must not be stale are dropped, the others rendered
   * again in time.
   */
  invalidate(tag: string): void
}>

/** The options of a page cache. Times are in milliseconds; `render` only gets requests for canonical addresses. */
export type PageCacheOptions = Readonly<{
  render: (request: Request) => Promise<Response>
  rules: readonly PageRule[]
  maxBytes?: number
  /** The age in milliseconds from which a page is rendered again, in the background while changes are notified. */
  ttlMs?: number
  /** Returns whether the process is notified of changes. Otherwise older pages are sent only if rendering fails. */
  isNotified?: () => boolean
  now?: () => number
}>

type PendingRender = Readonly<{ key: PageKey; page: Promise<FinishedPage> }>

const ALWAYS = () => true

/**
 * Returns a bounded cache of finished pages. Concurrent requests share one rendering; one that began before
 * `invalidate` is not cached. Only responses with 200, or the `keepStatus` of their rule, are cached, and none with
 * `no-store`.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, rules, maxBytes = 64 * 1024 * 1024, ttlMs = 60_000 } = options
  const { isNotified = ALWAYS, now = Date.now } = options
  const cachedPages = createPageStore(maxBytes)
  const renders = createSharedRenders({ render, cachedPages, now })

  function isFresh(entry: CachedPageEntry): boolean {
    const currentTime = now()
    if (entry.staleSince !== undefined && currentTime - entry.staleSince >= entry.key.rule.staleMs)
      return false
    if (currentTime - entry.renderedAt < ttlMs) return true
    if (!isNotified()) return false
    // An old page without a known change is still sent, and rendered again for later visitors.
    renders.render(entry.key).catch(() => undefined)
    return true
  }

  function sendRendered(key: PageKey, request: IncomingMessage, response: ServerResponse): void {
    const entry = cachedPages.get(key.address)
    // Only an old page without a known change is better than an error.
    const fallback = entry?.staleSince === undefined ? entry?.page : undefined
    renders.render(key).then(
      (page) => sendPage(page.status >= 500 ? (fallback ?? page) : page, request, response),
      () => (fallback ? sendPage(fallback, request, response) : sendServerError(response)),
    )
  }

  return {
    serve(request, response) {
      const url = request.url ?? ''
      const exactMatch = cachedPages.get(url)
      if (exactMatch && isFresh(exactMatch)) return sendPage(exactMatch.page, request, response)
      const key = toPageKey(url, rules)
      if (!key) return false
      const entry = cachedPages.get(key.address)
      if (entry && isFresh(entry)) return sendPage(entry.page, request, response)
      sendRendered(key, request, response)
      return true
    },
    invalidate(tag) {
      cachedPages.invalidate(tag, now())
      renders.invalidate(tag)
    },
  }
}

type SharedRendersDeps = Readonly<{
  render: PageCacheOptions['render']
  cachedPages: PageStore
  now: () => number
}>

/** Returns the renderings in progress, which concurrent requests share and which are cached at their end. */
function createSharedRenders({ render, cachedPages, now }: SharedRendersDeps) {
  const pendingRenders = new Map<string, PendingRender>()

  async function renderPage(key: PageKey): Promise<FinishedPage> {
    return finishPage(await render(new Request(`http://localhost${key.address}`)))
  }

  return {
    render(key: PageKey): Promise<FinishedPage> {
      const pending = pendingRenders.get(key.address)
      if (pending) return pending.page
      // What the page shows is at least as new as this.
      const startedAt = now()
      const pendingRender: PendingRender = { key, page: renderPage(key) }
      pendingRenders.set(key.address, pendingRender)
      const finish = (page?: FinishedPage): void => {
        // A newer rendering of this address means that this one began before a change.
        if (pendingRenders.get(key.address) !== pendingRender) return
        pendingRenders.delete(key.address)
        if (!page) return
        if (isCacheable(page, key)) cachedPages.put(key, page, startedAt)
        // A page that no longer exists is removed; a server error removes nothing.
        else if (page.status >= 300 && page.status < 500) cachedPages.forget(key.address)
      }
      pendingRender.page.then(finish, () => finish())
      return pendingRender.page
    },
    invalidate(tag: string): void {
      for (const [address, { key }] of pendingRenders) if (hasTag(key, tag)) pendingRenders.delete(address)
    },
  }
}

/** Returns whether a page can be cached; its headers say when it is incomplete and for one response only. */
function isCacheable({ status, plain }: FinishedPage, { rule }: PageKey): boolean {
  return status === (rule.keepStatus ?? 200) && !plain.headers.includes('no-store')
}

function sendPage(page: FinishedPage, request: IncomingMessage, response: ServerResponse): true {
  sendFinishedPage(page, {
    encoding: negotiateEncoding(request.headers['accept-encoding']),
    request,
    response,
  })
  return true
}

function sendServerError(response: ServerResponse): void {
  if (response.headersSent) return
  response
    .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
    .end('Unexpected Application Error!')
}
