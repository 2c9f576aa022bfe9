import type { IncomingMessage, ServerResponse } from 'node:http'
import { negotiateEncoding } from '../server/accepted-encoding.ts'
import { createPageStore } from './page-store.ts'
import type { CachedPageEntry } from './page-store.ts'
import { finishPage, sendFinishedPage } from './finished-page.ts'
import type { FinishedPage } from './finished-page.ts'
import { hasTag, toPageKey } from './page-key.ts'
import type { PageKey, PageRule } from './page-key.ts'

/** Finished pages, answered in the `node:http` listener before the application is asked. */
export type PageCache = Readonly<{
  /** Answers the request when its page may be cached, at once or after rendering; else returns false and writes nothing. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /** What carries this tag has changed ('*' is everything): what may not be stale is dropped, the rest drawn again in time. */
  invalidate(tag: string): void
}>

/**
 * The options of a page cache. Times in milliseconds; `render` is given a request for the canonical address only.
 */
export type PageCacheOptions = Readonly<{
  render: (request: Request) => Promise<Response>
  rules: readonly PageRule[]
  maxBytes?: number
  /** The age in milliseconds from which a page is rendered again in the background. */
  ttlMs?: number
  now?: () => number
}>

type PendingRender = Readonly<{ key: PageKey; page: Promise<FinishedPage> }>

/**
 * Returns a bounded cache of finished pages. A page is drawn once however many ask for it; a drawing that began
 * before `invalidate` is not cached. Only answers with 200 and those of rules with `keepStatus` are cached, and
 * none that says `no-store`.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, rules, maxBytes = 64 * 1024 * 1024, ttlMs = 60_000, now = Date.now } = options
  const cachedPages = createPageStore(maxBytes)
  const pendingRenders = new Map<string, PendingRender>()

  function renderShared(key: PageKey): Promise<FinishedPage> {
    const pending = pendingRenders.get(key.address)
    if (pending) return pending.page
    const pendingRender: PendingRender = { key, page: renderPage(key) }
    pendingRenders.set(key.address, pendingRender)
    const finish = (page?: FinishedPage): void => {
      // Another rendering under this address means that this one began before a change.
      if (pendingRenders.get(key.address) !== pendingRender) return
      pendingRenders.delete(key.address)
      if (!page) return
      if (isCacheable(page, key)) cachedPages.put(key, page, now())
      // What was there and is gone; a failure of ours takes nothing away.
      else if (page.status >= 300 && page.status < 500) cachedPages.forget(key.address)
    }
    pendingRender.page.then(finish, () => finish())
    return pendingRender.page
  }

  async function renderPage(key: PageKey): Promise<FinishedPage> {
    return finishPage(await render(new Request(`http://localhost${key.address}`)))
  }

  function isFresh(entry: CachedPageEntry): boolean {
    const currentTime = now()
    if (entry.staleSince !== undefined && currentTime - entry.staleSince >= entry.key.rule.staleMs)
      return false
    // An old page without a known change is still answered, and rendered again for later visitors.
    if (currentTime - entry.drawnAt >= ttlMs) renderShared(entry.key).catch(() => undefined)
    return true
  }

  return {
    serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const url = request.url ?? ''
      const exactMatch = cachedPages.get(url)
      if (exactMatch && isFresh(exactMatch)) return sendPage(exactMatch.page, request, response)
      const key = toPageKey(url, rules)
      if (!key) return false
      const entry = cachedPages.get(key.address)
      if (entry && isFresh(entry)) return sendPage(entry.page, request, response)
      renderShared(key).then(
        (page) => sendPage(page, request, response),
        () => sendServerError(response),
      )
      return true
    },
    invalidate(tag) {
      cachedPages.invalidate(tag, now())
      for (const [address, { key }] of pendingRenders) if (hasTag(key, tag)) pendingRenders.delete(address)
    },
  }
}

/** A page says by its headers that it lacks something and is for now only. */
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
