import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { importTestFile } from '#tests/steps/import-file.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, freshPage } from '../steps/chromium.ts'
import { waitForHydration } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
await createTestProduct(db, { name: 'Harbour ring' })

const LONG = 'x'.repeat(10_000)
const SCRIPT = '"><script>window.stolen=1</script><img src=x onerror="window.stolen=1">'

/** Invalid values of any parameter. */
const VALUES = [
  '',
  '-1',
  '0',
  'NaN',
  'Infinity',
  '1e309',
  '99999999999999999999',
  'null',
  '[1]',
  '{"a":1}',
  LONG,
]
const RAW = ['%00', '%0d%0a', '%E0%A4%A', '%', '..', '../../etc', '__proto__', 'constructor']
const QUERIES: readonly (readonly [path: string, names: readonly string[]])[] = [
  [
    '/marketplace',
    ['page', 'category', 'sort', 'productName', 'minPrice', 'maxPrice', 'minQuantity', 'maxQuantity', 'zzz'],
  ],
  ['/checkout-step-two', ['orderID']],
  ['/paymentSuccess', ['transaction_id']],
  ['/dashboard', ['order']],
  ['/checkout', ['__proto__']],
  ['/', ['page']],
]

/** Returns a query for each invalid value of a parameter. */
function listInvalidQueries(name: string): string[] {
  const queries = [...VALUES, SCRIPT].map((value) => `${name}=${encodeURIComponent(value)}`)
  const raw = RAW.map((value) => `${name}=${value}`)
  return [...queries, ...raw, `${name}=1&${name}=2`, `${name}[]=1&${name}[a][b]=2`, `${name}`]
}

test.each(QUERIES)('%s answers every invalid query with a page or a clear error', async (path, names) => {
  for (const query of names.flatMap(listInvalidQueries)) {
    const answer = await fetch(`${shop.url}${path}?${query}`)
    const html = await answer.text()
    const result = [query.slice(0, 60), answer.status]
    expect([query.slice(0, 60), 200, 400]).toEqual(expect.arrayContaining(result))
    expect([...result, html.includes('Application Error')]).toEqual([...result, false])
    expect([...result, /<script>window|<img src=x/.test(html)]).toEqual([...result, false])
    expect([...result, html.includes('\0')]).toEqual([...result, false])
    expect([...result, /Too big|Invalid input/.test(html)]).toEqual([...result, false])
  }
})

test('answers 404 for invalid paths', async () => {
  for (const path of [
    '/product/%00',
    '/product/%E0%A4%A',
    `/product/${LONG}`,
    '/product/__proto__',
    '/%',
    `/${LONG}`,
  ])
    expect([path.slice(0, 40), (await fetch(shop.url + path)).status]).toEqual([path.slice(0, 40), 404])
})

test('a page past the end is empty, and invalid page sizes and cursors are rejected', async () => {
  const startedAt = performance.now()
  const list = await fetch(`${shop.url}/shop/getAllProducts?page=1000000&limit=100`)
  expect(list.status).toBe(200)
  expect(JSON.parse(await list.text())).toMatchObject({ getProduct: [] })
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  for (const query of ['limit=1000000', 'page=0', 'page=1000001', 'page=1.5', 'cursor=%00', `cursor=${LONG}`])
    expect([query.slice(0, 20), (await fetch(`${shop.url}/shop/getAllProducts?${query}`)).status]).toEqual([
      query.slice(0, 20),
      400,
    ])
  const page = await fetch(`${shop.url}/marketplace?page=1000000`)
  expect(await page.text()).toContain('Harbour ring')
})

/** Imports a feed with markup or script in every column. */
const FEED_COLUMNS: Readonly<Record<string, string>> = {
  Handle: 'evil',
  Title: `Evil ring ${SCRIPT}`,
  'Body (HTML)': `<p onclick="window.stolen=1">Silver.</p>${SCRIPT}<a href="javascript:window.stolen=1">here</a><iframe srcdoc="<script>top.stolen=1</script>"></iframe><svg onload="window.stolen=1"><style>body{display:none}</style></svg>`,
  Vendor: `Vendor ${SCRIPT}`,
  Type: `Rings ${SCRIPT}`,
  Tags: `tag ${SCRIPT}`,
  'Option1 Name': `Size ${SCRIPT}`,
  'Option1 Value': `7 ${SCRIPT}`,
  'Option2 Name': 'Color',
  'Option2 Value': `Red ${SCRIPT}`,
  'Variant SKU': `SKU ${SCRIPT}`,
  'Variant Price': '25.00',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '5',
  'Image Src': 'javascript:window.stolen=1',
  'Image Alt Text': `Alt ${SCRIPT}`,
  'Metal (product.metafields.custom.metal)': `Silver ${SCRIPT}`,
  Status: 'active',
}

function csv(texts: readonly string[]): string {
  return texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
}

async function importEvil(): Promise<string> {
  const supplier = await createTestSupplier(db, { name: `Supplier ${SCRIPT}` })
  const text = `${csv(Object.keys(FEED_COLUMNS))}\n${csv(Object.values(FEED_COLUMNS))}\n`
  const owner = { supplierId: supplier.id, warehouseId: supplier.warehouseId }
  const report = await importTestFile(db, { ...owner, content: text, now: new Date() })
  expect(report).toMatchObject({ created: 1 })
  const [product] = await queryRows<{ id: string }>(
    db,
    sql`select public_id as id from products where name like 'Evil%'`,
  )
  return product?.id ?? ''
}

/** Expects that no script of the feed ran, and that none of its markup became an element. */
async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate('window.stolen')).toBeUndefined()
  const evil =
    'iframe, [onclick], [onerror], [onload], a[href^="javascript"], img[src="x"], main script, main style'
  expect(await page.locator(evil).count()).toBe(0)
}

test('script in any column of a feed is shown as text or left out', async () => {
  const id = await importEvil()
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  page.on('dialog', () => errors.push('a dialog opened'))
  await page.goto(`${shop.url}/product/${id}`)
  await waitForHydration(page)
  await page.getByRole('heading', { level: 1, name: 'Evil ring' }).waitFor()
  await page.getByText('Silver.').first().waitFor()
  await page.getByRole('heading', { name: 'Know your supplier' }).scrollIntoViewIfNeeded()
  await expectHarmless(page)
  await page.goto(`${shop.url}/marketplace?productName=evil`)
  await waitForHydration(page)
  await page.getByRole('article').first().waitFor()
  await expectHarmless(page)
  await page.getByRole('banner').getByRole('combobox').fill('evil')
  await page.getByRole('banner').locator('a[href^="/product/"]').first().waitFor()
  await expectHarmless(page)
  await page.goto(`${shop.url}/product/${id}`)
  await waitForHydration(page)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await page.waitForURL('**/checkout')
  await page.getByRole('complementary').getByRole('listitem').first().waitFor()
  await expectHarmless(page)
  for (const path of ['/', '/shop/getAllProducts']) await page.goto(shop.url + path)
  expect(errors).toEqual([])
  await close()
})
