import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'
import type { PageCacheOptions } from './page-cache.ts'
import { toPageKey } from './page-key.ts'
import type { PageRule } from './page-key.ts'

const RULES: readonly PageRule[] = [
  { path: /^\/$/, query: [], tags: () => ['catalogue'], staleMs: 1_000 },
  { path: /^\/list$/, query: ['page', 'sort'], tags: () => ['catalogue'], staleMs: 1_000 },
  { path: /^\/product\/(\w+)$/, query: [], tags: (groups) => groups, staleMs: 0 },
  { path: /^\/404$/, query: [], tags: () => [], staleMs: 0, keepStatus: 404 },
]

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const close of cleanUps.splice(0)) close()
})

test('renders a page once, then answers from memory', async () => {
  const shop = await startCachedPages()
  expect(await shop.text('/')).toBe('drawing 1 of /')
  expect(await shop.text('/')).toBe('drawing 1 of /')
  expect(shop.drawn).toEqual(['/'])
})

test('treats known parameters in any order as one page with a canonical address', async () => {
  const shop = await startCachedPages()
  await shop.text('/list?sort=newest&page=2')
  await shop.text('/list?page=2&sort=newest')
  expect(shop.drawn).toEqual(['/list?page=2&sort=newest'])
})

test('passes unknown, repeated or overlong parameters and other paths on to the application', async () => {
  const shop = await startCachedPages()
  for (const path of [
    '/?utm_source=x',
    '/list?page=1&page=2',
    `/list?page=${'9'.repeat(41)}`,
    '/checkout',
    '//',
    '/product/a/b',
  ])
    expect(await shop.text(path)).toBe('the application')
  expect(shop.drawn).toEqual([])
})

test('answers HEAD without a body', async () => {
  const shop = await startCachedPages()
  const head = await shop.ask('/', { method: 'HEAD' })
  expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 0]).toEqual([
    200,
    '',
    true,
  ])
})

test('concurrent requests share one rendering', async () => {
  const gate = Promise.withResolvers<void>()
  const shop = await startCachedPages({ wait: () => gate.promise })
  const answers = Promise.all(Array.from({ length: 20 }, () => shop.text('/')))
  await shop.begun(1)
  gate.resolve()
  expect(new Set(await answers)).toEqual(new Set(['drawing 1 of /']))
  expect(shop.drawn).toEqual(['/'])
})

test('invalidates only the changed product, and at once', async () => {
  const shop = await startCachedPages()
  for (const path of ['/product/a', '/product/b']) await shop.text(path)
  shop.cache.invalidate('a')
  for (const path of ['/product/a', '/product/b']) await shop.text(path)
  expect(shop.drawn).toEqual(['/product/a', '/product/b', '/product/a'])
})

test('serves a list for a second after the first of many changes, then renders it again', async () => {
  const shop = await startCachedPages()
  await shop.text('/list')
  shop.cache.invalidate('catalogue')
  shop.clock.now += 999
  shop.cache.invalidate('catalogue')
  expect(await shop.text('/list')).toBe('drawing 1 of /list')
  shop.clock.now += 1
  expect(await shop.text('/list')).toBe('drawing 2 of /list')
  expect(await shop.text('/list')).toBe('drawing 2 of /list')
})

test('the tag * invalidates products at once and lists after a second', async () => {
  const shop = await startCachedPages()
  for (const path of ['/product/a', '/list']) await shop.text(path)
  shop.cache.invalidate('*')
  shop.clock.now += 1_000
  expect(await shop.text('/product/a')).toBe('drawing 3 of /product/a')
  expect(await shop.text('/list')).toBe('drawing 4 of /list')
})

test('a rendering that began before a change is sent to its waiting requests, but not cached', async () => {
  const gate = Promise.withResolvers<void>()
  const shop = await startCachedPages({ wait: (count) => (count === 1 ? gate.promise : Promise.resolve()) })
  const early = shop.text('/product/a')
  await shop.begun(1)
  shop.cache.invalidate('a')
  expect(await shop.text('/product/a')).toBe('drawing 2 of /product/a')
  gate.resolve()
  expect(await early).toBe('drawing 1 of /product/a')
  expect(await shop.text('/product/a')).toBe('drawing 2 of /product/a')
})

test('answers with a stale page once more while rendering it again', async () => {
  const shop = await startCachedPages({ ttlMs: 60_000 })
  await shop.text('/')
  shop.clock.now += 60_000
  expect(await shop.text('/')).toBe('drawing 1 of /')
  await shop.begun(2)
  await expect.poll(() => shop.text('/')).toBe('drawing 2 of /')
})

test('without notifications a page is sent for a minute from the begin of its rendering, then rendered again', async () => {
  const gate = Promise.withResolvers<void>()
  let isNotified = false
  const shop = await startCachedPages({
    ttlMs: 60_000,
    isNotified: () => isNotified,
    wait: (count) => (count === 1 ? gate.promise : Promise.resolve()),
  })
  const first = shop.text('/product/a')
  await shop.begun(1)
  shop.clock.now += 10_000
  gate.resolve()
  await first
  shop.clock.now += 49_999
  expect(await shop.text('/product/a')).toBe('drawing 1 of /product/a')
  shop.clock.now += 1
  expect(await shop.text('/product/a')).toBe('drawing 2 of /product/a')
  isNotified = true
  shop.clock.now += 60_000
  expect(await shop.text('/product/a')).toBe('drawing 2 of /product/a')
})

test('without notifications an old page is sent when rendering fails, but not after a change', async () => {
  let status = 200
  const shop = await startCachedPages({ ttlMs: 60_000, isNotified: () => false, status: () => status })
  for (const path of ['/product/a', '/list']) await shop.text(path)
  status = 503
  shop.clock.now += 60_000
  for (const path of ['/product/a', '/list']) expect((await shop.ask(path)).status).toBe(200)
  for (const tag of ['a', 'catalogue']) shop.cache.invalidate(tag)
  shop.clock.now += 1_000
  for (const path of ['/product/a', '/list']) expect((await shop.ask(path)).status).toBe(503)
})

test('drops a stale page that is gone, and keeps it when rendering fails', async () => {
  let status = 200
  const shop = await startCachedPages({ status: () => status, ttlMs: 60_000 })
  await shop.text('/')
  status = 500
  shop.clock.now += 60_000
  expect((await shop.ask('/')).status).toBe(200)
  await shop.begun(2)
  status = 410
  await expect.poll(async () => (await shop.ask('/')).status).toBe(410)
  expect((await shop.ask('/')).status).toBe(410)
})

test('does not cache errors and missing products, but caches the 404 page itself', async () => {
  const shop = await startCachedPages({ status: (path) => (path === '/' ? 500 : 404) })
  for (const path of ['/', '/', '/product/a', '/product/a', '/404', '/404']) await shop.text(path)
  expect(shop.drawn).toEqual(['/', '/', '/product/a', '/product/a', '/404'])
})

test('does not cache an incomplete page', async () => {
  const shop = await startCachedPages({ headers: { 'cache-control': 'no-store' } })
  for (const path of ['/', '/']) await shop.text(path)
  expect(shop.drawn).toEqual(['/', '/'])
})

test('answers 500 when rendering throws, and renders again at the next request', async () => {
  const shop = await startCachedPages({
    wait: (count) => (count === 1 ? Promise.reject(new Error('broken')) : Promise.resolve()),
  })
  expect((await shop.ask('/')).status).toBe(500)
  expect(await shop.text('/')).toBe('drawing 2 of /')
})

test('answers 304 for an unchanged page', async () => {
  const shop = await startCachedPages()
  const etag = (await shop.ask('/')).headers.get('etag') ?? ''
  const again = await shop.ask('/', { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
})

test('compresses the page as the client prefers, and not without a preference', async () => {
  const shop = await startCachedPages()
  const encodings: (string | null)[] = []
  for (const accepted of ['gzip, deflate, br', 'gzip', 'br;q=0, gzip', 'identity'])
    encodings.push(
      (await shop.ask('/', { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding'),
    )
  expect(encodings).toEqual(['br', 'gzip', 'gzip', null])
  expect(brotliDecompressSync(await shop.raw('/', 'br')).toString()).toBe('drawing 1 of /')
})

test('the least recently requested page is evicted when the cache is full', async () => {
  const shop = await startCachedPages({ maxBytes: 100 })
  for (const path of ['/product/a', '/product/b', '/product/a', '/product/c', '/product/a', '/product/b'])
    await shop.text(path)
  expect(shop.drawn).toEqual(['/product/a', '/product/b', '/product/c', '/product/b'])
})

test('a page key contains its address and tags', () => {
  expect(toPageKey('/product/x7', RULES)).toMatchObject({ address: '/product/x7', tags: ['x7'] })
  expect(toPageKey('/list?sort=a%20b', RULES)?.address).toBe('/list?sort=a+b')
})

type FakePageOptions = Partial<PageCacheOptions> & {
  wait?: (count: number) => Promise<void>
  status?: (path: string) => number
  headers?: Record<string, string>
}

async function startCachedPages({
  wait,
  status = () => 200,
  headers = {},
  ...options
}: FakePageOptions = {}) {
  const renderedPaths: string[] = []
  const clock = { now: 0 }
  const cache = createPageCache({
    rules: RULES,
    now: () => clock.now,
    ...options,
    render: async (request) => {
      const { pathname, search } = new URL(request.url)
      const count = renderedPaths.push(pathname + search)
      await wait?.(count)
      return new Response(`drawing ${count} of ${pathname}`, { status: status(pathname), headers })
    },
  })
  const server = createServer((request, response) => {
    if (!cache.serve(request, response)) response.end('the application')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => server.close())
  // A server that listens on a port has an address of this type.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetchPage = (path: string, init?: RequestInit) => fetch(origin + path, init)
  return {
    cache,
    clock,
    drawn: renderedPaths,
    ask: fetchPage,
    text: async (path: string) => (await fetchPage(path)).text(),
    raw: (path: string, encoding: string) => rawBody(origin + path, encoding),
    begun: async (count: number) => {
      await expect.poll(() => renderedPaths.length).toBe(count)
    },
  }
}

/** Reads the bytes as sent, which fetch would decompress. */
async function rawBody(url: string, encoding: string): Promise<Buffer> {
  const { get } = await import('node:http')
  return new Promise((resolve) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve(Buffer.concat(chunks)))
    })
  })
}
