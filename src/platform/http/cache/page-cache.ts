import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding } from '../server/accepted-encoding.ts'
import { createKeptPages } from './stored-pages.ts'
import type { KeptPage } from './stored-pages.ts'
import { finishPage, sendFinished } from './finished-page.ts'
import type { FinishedPage } from './finished-page.ts'
import { isMeant, pageKey } from './page-key.ts'
import type { PageKey, PageRule } from './page-key.ts'

/** Finished pages, answered in the `node:http` listener before the application is asked. */
export type PageCache = Readonly<{
  /** Answers the request when its page may be kept, at once or after drawing it; else false, and nothing was written. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /** What carries this tag has changed ('*' is everything): what may not be stale is dropped, the rest drawn anew in time. */
  invalidate(tag: string): void
}>

/** How a page cache is made. Times in milliseconds; `render` is given a request for the canonical address only. */
export type PageCacheOptions = Readonly<{
  render: (request: Request) => Promise<Response>
  rules: readonly PageRule[]
  maxBytes?: number
  /** After so long a page is drawn anew behind the back of whoever asks. */
  ttlMs?: number
  now?: () => number
}>

type Rendering = Readonly<{ key: PageKey; page: Promise<FinishedPage> }>

/**
 * A bounded cache of finished pages. A page is drawn once however many ask for it; a drawing that began before
 * `invalidate` is not kept. Only answers with 200 and those of rules with `keepStatus` are kept,
 * and none that says `no-store`.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, rules, maxBytes = 64 * 1024 * 1024, ttlMs = 60_000, now = Date.now } = options
  const kept = createKeptPages(maxBytes)
  const renderings = new Map<string, Rendering>()

  function draw(key: PageKey): Promise<FinishedPage> {
    const running = renderings.get(key.address)
    if (running) return running.page
    const rendering: Rendering = { key, page: drawAnew(key) }
    renderings.set(key.address, rendering)
    const settle = (page?: FinishedPage): void => {
      // Another rendering under this address means that this one began before a change.
      if (renderings.get(key.address) !== rendering) return
      renderings.delete(key.address)
      if (!page) return
      if (isToBeKept(page, key)) kept.put(key, page, now())
      // What was there and is gone; a failure of ours takes nothing away.
      else if (page.status >= 300 && page.status < 500) kept.forget(key.address)
    }
    rendering.page.then(settle, () => settle())
    return rendering.page
  }

  async function drawAnew(key: PageKey): Promise<FinishedPage> {
    return finishPage(await render(new Request(`http://localhost${key.address}`)))
  }

  function isFresh(entry: KeptPage): boolean {
    const moment = now()
    if (entry.staleSince !== undefined && moment - entry.staleSince >= entry.key.rule.staleMs) return false
    // An old page nobody said anything about is still answered, and drawn anew for those who come later.
    if (moment - entry.drawnAt >= ttlMs) draw(entry.key).catch(() => undefined)
    return true
  }

  return {
    serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const url = request.url ?? ''
      const direct = kept.get(url)
      if (direct && isFresh(direct)) return answer(direct.page, request, response)
      const key = pageKey(url, rules)
      if (!key) return false
      const entry = kept.get(key.address)
      if (entry && isFresh(entry)) return answer(entry.page, request, response)
      draw(key).then(
        (page) => answer(page, request, response),
        () => fail(response),
      )
      return true
    },
    invalidate(tag) {
      kept.invalidate(tag, now())
      for (const [address, { key }] of renderings) if (isMeant(key, tag)) renderings.delete(address)
    },
  }
}

/** A page says by its headers that it lacks something and is for now only. */
function isToBeKept({ status, plain }: FinishedPage, { rule }: PageKey): boolean {
  return status === (rule.keepStatus ?? 200) && !plain.headers.includes('no-store')
}

function answer(page: FinishedPage, request: IncomingMessage, response: ServerResponse): true {
  sendFinished(page, { encoding: chooseEncoding(request.headers['accept-encoding']), request, response })
  return true
}

function fail(response: ServerResponse): void {
  if (response.headersSent) return
  response
    .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
    .end('Unexpected Application Error!')
}
