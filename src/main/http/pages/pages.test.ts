import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { SignInSettings } from '#platform/config/config.ts'
import { toPageKey } from '#platform/http/cache/page-key.ts'
import type { BrowserSettings } from '#web/app/browser-settings.ts'
import { readAssets } from './page-assets.ts'
import { PAGE_RULES } from './page-rules.ts'
import { createPages, getPageHeaders } from './pages.ts'

const MANIFEST = JSON.stringify({
  'src/web/app/hydrate.ts': { file: 'assets/wake-0.js' },
  'src/web/app/entry-client.tsx': { file: 'assets/entry-1.js', imports: ['_shop.js'] },
  'src/web/storefront/a-page.tsx': {
    file: 'assets/a-2.js',
    imports: ['_shop.js', '_part.js', 'src/web/app/entry-client.tsx'],
  },
  '_shop.js': { file: 'assets/shop-3.js' },
  '_part.js': { file: 'assets/part-4.js' },
  'style.css': { file: 'assets/style-5.css' },
  'src/web/storefront/late.css': { file: 'assets/late-7.css' },
  'font.woff2': { file: 'assets/font-6.woff2' },
})

/** The server bundle of a build with three pages: a complete, an incomplete and a failing one. */
const SERVER_BUNDLE = `export async function renderPage({ request, log }) {
  if (request.url.endsWith('lacking')) log('a part is missing', new Error('503'))
  if (request.url.endsWith('broken')) throw new Error('broken')
  const html = '<html><head></head><body><p><script>stolen()</script></p><script>own()</script></body></html>'
  return { status: 200, html, location: undefined, sources: [], scripts: ['own()'] }
}`

function hashScript(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

/** Creates the pages of a build with this server bundle; `logs` has their log. */
const NO_PROVIDERS: SignInSettings = { google: undefined, facebook: undefined }

async function renderWith(
  serverBundle: string,
  providers: SignInSettings = NO_PROVIDERS,
  settings: BrowserSettings = {},
) {
  const distDir = await mkdtemp(path.join(tmpdir(), 'cabochon-pages-'))
  await mkdir(path.join(distDir, 'client/.vite'), { recursive: true })
  await mkdir(path.join(distDir, 'server'))
  await writeFile(path.join(distDir, 'client/.vite/manifest.json'), MANIFEST)
  await writeFile(path.join(distDir, 'server/entry-server.js'), serverBundle)
  const logged: string[] = []
  const sent: RequestInit['headers'][] = []
  const pages = await createPages({
    distDir,
    publicUrl: 'http://shop.test',
    readSettings: () => Promise.resolve(settings),
    providers,
    call: async (_path, { headers }) => {
      sent.push(headers)
      return new Response()
    },
    log: (text) => logged.push(text),
  })
  return { pages, logs: logged, sent, close: () => rm(distDir, { recursive: true }) }
}

test('allows the router’s inline scripts by hash, and no other inline script', () => {
  const policy = getPageHeaders(['one()'])['content-security-policy'] ?? ''
  expect(policy).toContain(`script-src 'self' ${hashScript('one()')};`)
  expect(policy).toContain("style-src 'self';")
  expect(policy).not.toContain('unsafe')
  for (const directive of [
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
    expect(policy).toContain(directive)
})

test('the policy blocks a script that is injected through page content', async () => {
  const { pages, close } = await renderWith(SERVER_BUNDLE)
  const answer = await pages(new Request('http://shop.test/injected'))
  expect(await answer.text()).toContain('<script>stolen()</script>')
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain(`script-src 'self' ${hashScript('own()')};`)
  expect(policy).not.toContain(hashScript('stolen()'))
  await close()
})

test('calls for a page carry the position of what its visitor has written, and no other cookie', async () => {
  const bundle = `export async function renderPage({ send }) {
    await send('/shop/getStorefront', { headers: { accept: 'application/json' } })
    return { status: 200, html: '<head></head>', location: undefined, sources: [], scripts: [] }
  }`
  const { pages, sent, close } = await renderWith(bundle)
  const seen = `seen=2s1c0q.${'a'.repeat(16)}`
  for (const cookie of [`accessToken=secret; ${seen}; theme=dark`, seen, 'accessToken=secret', 'unseen=1.a'])
    await pages(new Request('http://shop.test/', { headers: { cookie } }))
  const accept = 'application/json'
  expect(sent).toEqual([{ accept, cookie: seen }, { accept, cookie: seen }, { accept }, { accept }])
  await close()
})

const PROVIDERS: SignInSettings = {
  google: { clientId: 'shop.apps.googleusercontent.com', keysUrl: undefined },
  facebook: { appId: '1', appSecret: 'secret', graphUrl: undefined },
}

test('allows scripts of configured sign-in providers on sign-in pages only', async () => {
  const { pages, close } = await renderWith(SERVER_BUNDLE, PROVIDERS)
  const headersOf = async (address: string) =>
    (await pages(new Request(`http://shop.test${address}`))).headers
  for (const address of ['/login', '/login?next=%2Fcheckout', '/signup']) {
    const headers = await headersOf(address)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain(
      `script-src 'self' ${hashScript('own()')} https://accounts.google.com/gsi/client https://connect.facebook.net;`,
    )
    expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/ https://www.facebook.com")
    expect(policy).toContain('frame-src https://accounts.google.com/gsi/ https://www.facebook.com')
    expect(policy).not.toContain('unsafe')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  }
  for (const address of ['/', '/login/x', '/checkout', '/forget-password']) {
    const headers = await headersOf(address)
    expect(headers.get('content-security-policy')).not.toMatch(/google|facebook|nonce/)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  }
  await close()
})

test('the style nonce for Google is in the page and differs in every response', async () => {
  const { pages, close } = await renderWith(SERVER_BUNDLE, { ...PROVIDERS, facebook: undefined })
  const nonces = new Set<string>()
  for (const answer of [await pages(LOGIN()), await pages(LOGIN())]) {
    const nonce = /style-src 'self' \S+ 'nonce-([\w-]{22})'/.exec(
      answer.headers.get('content-security-policy') ?? '',
    )?.[1]
    expect(await answer.text()).toContain(`<meta name="style-nonce" content="${nonce}">`)
    nonces.add(nonce ?? '')
  }
  expect(nonces.size).toBe(2)
  await close()
})

test('sign-in pages without providers have the same policy as other pages', async () => {
  const { pages, close } = await renderWith(SERVER_BUNDLE)
  const answer = await pages(LOGIN())
  expect(answer.headers.get('content-security-policy')).not.toMatch(/google|facebook|nonce/)
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(await answer.text()).not.toContain('style-nonce')
  await close()
})

const LOGIN = () => new Request('http://shop.test/login')

test('an incomplete or failed page is not cached', async () => {
  const { pages, logs, close } = await renderWith(SERVER_BUNDLE)
  const readCacheControl = async (name: string) =>
    (await pages(new Request(`http://shop.test/${name}`))).headers.get('cache-control')
  expect(await readCacheControl('whole')).toBe('no-cache')
  expect(await readCacheControl('lacking')).toBe('no-store')
  expect(await readCacheControl('broken')).toBe('no-store')
  expect(logs).toEqual(['a part is missing', 'could not render a page'])
  await close()
})

test('a page loads its styles and fonts, and a script that lists the scripts for hydration, entry first', () => {
  const tags = readAssets(MANIFEST).tagsFor(['storefront/a-page.tsx'])
  expect(tags.match(/href="[^"]*"/g)).toEqual(['href="/assets/font-6.woff2"', 'href="/assets/style-5.css"'])
  expect(tags.match(/src="[^"]*"/g)).toEqual(['src="/assets/wake-0.js"'])
  expect(tags).toContain(
    'data-scripts="/assets/entry-1.js /assets/shop-3.js /assets/a-2.js /assets/part-4.js"',
  )
})

test('reports a build without the entry as missing', () => {
  expect(() => readAssets('{}')).toThrow('npm run build')
})

test('caches only public pages, products by id and lists by order and page', () => {
  const id = `prd_${'0'.repeat(32)}`
  expect(toPageKey(`/product/${id}`, PAGE_RULES)?.tags).toContain(id)
  expect(toPageKey('/marketplace?sort=newest&category=Rings', PAGE_RULES)?.address).toBe(
    '/marketplace?category=Rings&sort=newest',
  )
  const store = `/store-profile?id=sup_${'0'.repeat(32)}`
  expect(toPageKey('/explore-all?category=Rings', PAGE_RULES)?.address).toBe('/explore-all?category=Rings')
  for (const address of [
    store,
    `${store}&category=Rings&page=2`,
    '/store-profile',
    '/show-more?sort=popular',
  ])
    expect(toPageKey(address, PAGE_RULES)?.tags).toEqual(['catalogue'])
  for (const address of [
    `${store}&search=x`,
    '/show-more?productName=x',
    '/marketplace?productName=x',
    '/explore-all?page=2',
    '/explore-all?productName=x',
    `/product/${id}?x=1`,
    '/product/7',
    '/checkout',
    '/dashboard',
    '/nothing',
  ])
    expect(toPageKey(address, PAGE_RULES)).toBeUndefined()
})

test('renders a setting with replacement patterns unchanged in the head', async () => {
  const dashboardUrl = "https://office.example/$&/$'/$`/$$"
  const { pages, close } = await renderWith(SERVER_BUNDLE, NO_PROVIDERS, { dashboardUrl })
  const html = await (await pages(new Request('http://shop.test/'))).text()
  expect(html).toContain(dashboardUrl.replaceAll('&', () => '&amp;'))
  expect(html.match(/<\/head>/g)).toHaveLength(1)
  await close()
})
