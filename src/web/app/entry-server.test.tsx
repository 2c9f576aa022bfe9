import { existsSync, readFileSync } from 'node:fs'
import { RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EXAMPLE_COMPANY } from '#core/company/company.ts'
import { parseStructuredDataGraph } from '#tests/contracts/structured-data.ts'
import { createCall } from './calls/api.ts'
import { renderPage } from './entry-server.tsx'
import { page } from './router/page.ts'
import { SanitisedHtml } from '#web/shared/product/sanitised-html.tsx'
import { createAppRouter } from './router/router.tsx'
import { ROUTES } from './router/routes.ts'
import { ErrorPage } from '#web/shell/fallback-pages.tsx'
import { toPublicError } from './router/public-error.ts'

test('the front page has title, search and links [LAND-01, LAND-03, LAND-05, LAND-07, LAND-08, LAND-12, LAND-13]', async () => {
  const { status, html, sources } = await rendered('/')
  expect([status, sources]).toEqual([200, ['storefront/landing/landing-page.tsx']])
  expect(html).toContain('<title>Cabochon — the drop-shipping marketplace for jewellery</title>')
  expect(html).toContain('placeholder="What are you looking for?"')
  expect(textsOf(html, /<option[^>]*>(.*?)<\/option>/g)).toEqual(['All', 'Products'])
  expect(linksTo(html, '/signup').filter((text) => text === 'Get Started Now')).toHaveLength(2)
})

test('the showcase has three catalogue columns, each in its own order [LAND-14, LAND-15, LAND-16]', async () => {
  const requestedPaths: string[] = []
  const { html } = await rendered('/', (path) => {
    requestedPaths.push(path)
    const sort = new URL(path, 'http://shop').searchParams.get('sort') ?? ''
    return Response.json({ success: true, message: '', getProduct: [aListedProduct(`Product by ${sort}`)] })
  })
  expect(textsOf(html, /<h3[^>]*>(.*?)<\/h3>/g).slice(0, 3)).toEqual([
    'Top ranking',
    'New arrivals',
    'Top deals',
  ])
  const [first, ...lists] = requestedPaths.map((path) => new URL(path, 'http://shop'))
  expect(first?.pathname).toBe('/shop/getStorefront')
  expect(lists.map(({ searchParams }) => searchParams.get('sort'))).toEqual(['popular', 'newest', 'discount'])
  for (const sort of ['popular', 'newest', 'discount']) {
    expect(html).toContain(`Product by ${sort}`)
    const deals = sort === 'discount' ? 'onOffer=1&amp;' : ''
    expect(linksTo(html, `/show-more?${deals}sort=${sort}`)).toEqual(['View all'])
  }
  expect(linksTo(html, '/product/prd_1')).toHaveLength(3)
  expect(html).toContain('$80.00')
})

test('the front page renders when the catalogue is unavailable', async () => {
  const { status, html } = await rendered('/', () => new Response('', { status: 503 }))
  expect(status).toBe(200)
  expect(html.match(/No products found/g)).toHaveLength(3)
})

test('the front page has figures, benefits, a testimonial, the four steps and a closing call to action [LAND-17, LAND-18, LAND-19, LAND-20, LAND-21, LAND-22, LAND-23, LAND-24, CLAIM-01, CLAIM-02, CLAIM-03, CLAIM-04, CLAIM-05, CLAIM-06]', async () => {
  const { html } = await rendered('/')
  for (const claim of ['10+', '100k+', '1200+', '109,000+', 'Products from Verified Suppliers only'])
    expect(html).toContain(claim)
  expect(textsOf(html, /<dd class="font-display[^>]*>(.*?)<\/dd>/g)).toEqual(['10+', '100k+', '10+', '1200+'])
  for (const label of ['Join Now', 'Start Selling', 'Get Started', 'Sign Up'])
    expect(linksTo(html, '/signup')).toContain(label)
  expect(html.match(/<blockquote/g)).toHaveLength(1)
  expect(textsOf(html, /<h3[^>]*>(.*?)<\/h3>/g).slice(3, 7)).toEqual([
    'Customer Orders',
    'Direct to Supplier',
    'Supplier Fulfillment',
    'Profit Keeps Coming',
  ])
  expect(html).toContain('Ready to get started?')
  expect(html).toMatch(/<progress[^>]*value="13"/)
})

test('every page has the shared frame with header and footer [ROUTE-01, HDR-01, HDR-02, HDR-03, HDR-11, HDR-12, HDR-14, HDR-15, HDR-16, FOOT-01, FOOT-02, FOOT-03, FOOT-04, FOOT-05, FOOT-06, FOOT-07, FOOT-08, FOOT-10, FOOT-11, FOOT-12]', async () => {
  const { html } = await rendered('/nothing-here')
  expect(html).toContain('Deliver to Singapore')
  expect(html).toContain('English - USD')
  expect(html).toContain('role="search"')
  expect(linksTo(html, '/checkout')).toEqual(['My Cart'])
  expect(linksTo(html, '/login')).toEqual(['Sign In'])
  expect(linksTo(html, '/signup')).toEqual(['Sign Up'])
  const footer = html.slice(html.indexOf('<footer'))
  for (const [label, href] of [
    ['Home', '/'],
    ['Abouts', '/#benefits'],
    ['Drop Shippers', '/marketplace'],
    ['Vendors', '/v-onboard-one'],
    ['Contact', '/contact-us'],
  ] as const)
    expect(linksTo(footer, href)).toContain(label)
  expect(footer.match(/target="_blank" rel="noopener noreferrer"/g)).toHaveLength(4)
  expect(footer).toContain('Singapore 049422')
  expect(footer).toContain('type="email"')
  expect(linksTo(footer, `mailto:${EXAMPLE_COMPANY.supportEmail}`)).toEqual([EXAMPLE_COMPANY.supportEmail])
  expect(linksTo(footer, 'tel:+6561234567')).toEqual(['+65 6123 4567'])
  expect(footer).toContain('A company of the Facet and Bezel Group.')
})

test('/404 and unknown addresses show the 404 page with status 404 [ROUTE-28, ROUTE-29, NF-01, NF-02, NF-03]', async () => {
  for (const path of ['/404', '/no/such/page', '/log-in']) {
    const { status, html } = await rendered(path)
    expect([status, titleOf(html)]).toEqual([404, 'Page not found · Cabochon'])
    for (const text of [
      'Error 404',
      'Page not found',
      'Sorry, the page you are looking for doesn&#x27;t exist or has been removed.',
    ])
      expect(html).toContain(text)
    expect(linksTo(html, '/')).toContain('Back to home')
  }
})

test('the payment step works with and without a trailing slash, and keeps the order id unchanged [ROUTE-16, ROUTE-31]', async () => {
  for (const path of ['/checkout-step-two', '/checkout-step-two/']) {
    const requestedPaths: string[] = []
    const { status, location } = await rendered(`${path}?orderID=12345678901234567890`, (url) => {
      requestedPaths.push(url)
      return Response.json(
        { success: false, message: 'There is no such order.', code: 'order_not_found' },
        { status: 404 },
      )
    })
    expect([location, status < 500, requestedPaths.every((url) => !url.includes('e+'))]).toEqual([
      undefined,
      true,
      true,
    ])
  }
})

test('every route has its file and a title of its own [ROUTE-34]', async () => {
  const map = readFileSync(new URL('./router/routes.ts', import.meta.url), 'utf8')
  for (const { source } of ROUTES) {
    expect(existsSync(new URL(`../${source}`, import.meta.url))).toBe(true)
    expect(map).toContain(`import('#web/${source}')`)
  }
  const titles = await Promise.all(
    ROUTES.map(async ({ path }) =>
      titleOf((await rendered(path.replace(/\$\w+/, 'prd_1').replace(/\$$/, 'orders'))).html),
    ),
  )
  expect(titles.every((title) => title.includes('Cabochon'))).toBe(true)
})

test('no page needs Suspense on the server, which renders in one pass', async () => {
  for (const { path } of ROUTES) {
    const { html } = await rendered(path.replace(/\$\w+/, 'prd_1').replace(/\$$/, 'orders'))
    // React renders this text in place of a suspended part, and the browser would log error 419.
    expect([path, html.includes('does not support Suspense')]).toEqual([path, false])
  }
})

test('the error page shows status and message of a refusal, and a general message for other errors [ROUTE-30]', () => {
  const refusal = Object.assign(new Error('The shop is resting.'), { name: 'ApiFailure', status: 409 })
  expect(shownErrorText(refusal)).toContain('>409 The shop is resting.<')
  expect(shownErrorText(toPublicError(refusal))).toContain('>409 The shop is resting.<')
  for (const error of [new Error("Cannot find module '/srv/shop/x.js'"), { status: 'odd' }, undefined]) {
    const html = shownErrorText(error)
    expect(html).toContain('Unexpected Application Error!')
    expect(html).toContain('>500 Something went wrong on our side.<')
    expect(html).not.toContain('/srv/')
  }
})

test('logs an error while a page loads, and does not send it to the browser [ROUTE-30]', async () => {
  const cause = new Error("Cannot find module '/srv/shop/x.js'")
  const loggedErrors: unknown[] = []
  const broken = { path: '/broken', source: 'broken.tsx' }
  for (const load of [
    () => Promise.reject(cause),
    async () => page({ load: () => Promise.reject(cause), head: () => ({ title: 'x' }), View: () => null }),
  ]) {
    const { status, html } = await renderPage({
      request: new Request('http://shop.test/broken'),
      origin: 'http://shop.test',
      send: async () => emptyCatalogue(),
      log: (_, error) => loggedErrors.push(error),
      routes: [{ ...broken, load }],
    })
    expect([status, titleOf(html)]).toEqual([500, 'Unexpected Application Error! · Cabochon'])
    expect(html).toContain('>500 Something went wrong on our side.<')
    expect(html).not.toContain('/srv/shop')
  }
  expect(loggedErrors).toEqual([expect.objectContaining({ cause }), expect.objectContaining({ cause })])
})

test('a page lists the scripts for hydration, and none from its content', async () => {
  const injected = '<script>stolen()</script><script data-tsr-stream-part="">alsoStolen()</script>'
  const View = () => <SanitisedHtml html={injected} className="" />
  const loaded = { text: '</script><script>fromData()</script>' }
  const open = page({ load: async () => loaded, head: () => ({ title: 'x' }), View })
  const { html, scripts } = await renderPage({
    request: new Request('http://shop.test/open'),
    origin: 'http://shop.test',
    send: async () => emptyCatalogue(),
    log: () => undefined,
    routes: [{ path: '/open', source: 'open.tsx', load: async () => open }],
  })
  expect(html).toContain(injected)
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    expect(html).toContain(`>${script}</script>`)
    expect(script).not.toMatch(/^(stolen|alsoStolen|fromData)/)
  }
  const executableScripts = html
    .replaceAll(injected, '')
    .matchAll(/<script(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g)
  expect([...executableScripts].map(([, code]) => code)).toEqual(scripts)
})

test('an unknown product has a title of its own', async () => {
  const refusal = { success: false, message: 'Product not found', code: 'product_not_found' }
  const { status, html } = await rendered('/product/prd_1', () => Response.json(refusal, { status: 404 }))
  expect([status, titleOf(html)]).toEqual([404, 'Product not found · Cabochon'])
})

test('a withdrawn product answers 410 with similar products, and is not indexed', async () => {
  const requestedPaths: string[] = []
  const { status, html } = await rendered('/product/prd_1', (path) => {
    requestedPaths.push(path)
    return path.includes('getProductsByID') ? Response.json(WITHDRAWN, { status: 404 }) : emptyCatalogue()
  })
  expect([status, titleOf(html)]).toEqual([410, 'Moon ring is no longer offered · Cabochon'])
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(requestedPaths).toContain('/shop/getAllProducts?category=Rings&sort=popular&limit=8')
})

test('the head has canonical link, sharing tags and structured data, all escaped', async () => {
  const { html, isPrivate } = await rendered('/marketplace?category=Rings&sort=popular', () =>
    Response.json({
      success: true,
      message: '',
      getProduct: [aListedProduct('</script><b>ring')],
      total: 1,
      pages: 1,
    }),
  )
  expect(isPrivate).toBe(false)
  expect(html).toContain('<link rel="canonical" href="http://shop.test/marketplace?category=Rings"/>')
  expect(html).toContain('<meta property="og:image" content="http://shop.test/icons/social-1200.jpg"/>')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(parseStructuredDataGraph(JSON.parse(data)).get('BreadcrumbList')).toBeDefined()
})

test('a page of a purchase is marked as private', async () => {
  expect((await rendered('/checkout')).isPrivate).toBe(true)
})

const WITHDRAWN = {
  success: false,
  message: 'This product is no longer offered.',
  code: 'product_withdrawn',
  details: { name: 'Moon ring', category: 'Rings' },
}

async function rendered(path: string, answer: (path: string) => Response = emptyCatalogue) {
  return renderPage({
    request: new Request(`http://shop.test${path}`),
    origin: 'http://shop.test',
    send: async (requestedPaths) => answer(requestedPaths),
    log: () => undefined,
  })
}

function emptyCatalogue(): Response {
  const text = { title: 'Terms', version: '2026-01-31', html: '<p>Be kind.</p>' }
  return Response.json({ success: true, message: '', getProduct: [], text })
}

function shownErrorText(error: unknown): string {
  const router = createAppRouter({
    call: createCall({ send: async () => emptyCatalogue() }),
    origin: 'http://shop.test',
  })
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <ErrorPage error={error} />
    </RouterContextProvider>,
  )
}

function linksTo(html: string, href: string): string[] {
  const links = html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)
  return [...links]
    .filter(([, to]) => to === href)
    .map(([, , inside = '']) => inside.replaceAll(/<[^>]*>/g, '').trim())
}

function textsOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, text = '']) => text)
}

function titleOf(html: string): string {
  return /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
}

function aListedProduct(name: string) {
  return { id: 'prd_1', name, price: 100, offerPrice: 80, product_images: [] }
}
