import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { setVerified } from '#features/catalogue/suppliers/service.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { ROUTES } from '#web/app/router/routes.ts'

const shop = await createTestShop()

// The sitemaps of an earlier test expire.
beforeEach(() => {
  shop.app.sitemaps.changed()
  shop.passTime(600_000)
})

test('robots.txt names the sitemap, and excludes private pages and endless searches', async () => {
  const { status, text, headers } = await shop.get('/robots.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8'])
  expect(text).toMatch(/^User-agent: \*\n/)
  for (const path of ['/checkout', '/dashboard', '/payment', '/*?*productName='])
    expect(text).toContain(`\nDisallow: ${path}\n`)
  expect(text).not.toMatch(/Disallow: \/\n/)
  expect(text).toContain(`\nSitemap: ${SHOP_URL}/sitemap.xml\n`)
})

test('the sitemap index lists the sitemap of pages and the sitemaps of products', async () => {
  await createTestProduct(shop.db)
  const { status, text, headers } = await shop.get('/sitemap.xml')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(text).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  expect(parseUrls(text)).toEqual(
    expect.arrayContaining([`${SHOP_URL}/sitemaps/pages.xml`, `${SHOP_URL}/sitemaps/products-1.xml`]),
  )
})

test('the sitemap of pages lists the public pages and the categories', async () => {
  const addresses = parseUrls((await shop.get('/sitemaps/pages.xml')).text)
  expect(addresses).toContain(`${SHOP_URL}/`)
  expect(addresses).toContain(`${SHOP_URL}/marketplace?category=Rings`)
  const pageUrls = ROUTES.map(({ path }) => SHOP_URL + path)
  for (const address of addresses) expect(pageUrls).toContain(address.replace(/\?.*/, ''))
  expect(addresses.join()).not.toMatch(/checkout|dashboard|payment|404/)
})

test('a product sitemap lists only available products, with the time of their last change', async () => {
  const listed = await createTestProduct(shop.db)
  const hidden = await createTestProduct(shop.db, {
    supplier: await createTestSupplier(shop.db, { isVerified: false }),
  })
  const changed = '2026-01-02T03:04:05Z'
  await shop.db.execute(sql`update products set updated_at = ${changed}`)
  const { text } = await shop.get('/sitemaps/products-1.xml')
  expect(text).toContain(
    `<url><loc>${SHOP_URL}/product/${listed.id}</loc><lastmod>${changed}</lastmod></url>`,
  )
  expect(text).not.toContain(hidden.id)
})

test('splits product sitemaps by key into less than 50,000 entries, and lists no empty one', async () => {
  const { id, productKey } = await createTestProduct(shop.db)
  await shop.db.execute(sql`alter table products alter column id restart with 98304`)
  const far = await createTestProduct(shop.db)
  expect(productKey).toBeLessThan(49_152)
  const maps = parseUrls((await shop.get('/sitemap.xml')).text).filter((address) =>
    address.includes('products'),
  )
  expect(maps).toEqual([`${SHOP_URL}/sitemaps/products-1.xml`, `${SHOP_URL}/sitemaps/products-3.xml`])
  expect(parseUrls((await shop.get('/sitemaps/products-1.xml')).text)).toEqual([`${SHOP_URL}/product/${id}`])
  expect(parseUrls((await shop.get('/sitemaps/products-3.xml')).text)).toEqual([
    `${SHOP_URL}/product/${far.id}`,
  ])
})

test('removes a withdrawn product from its sitemap ten minutes after the change', async () => {
  const { id } = await createTestProduct(shop.db)
  const otherProduct = await createTestProduct(shop.db)
  expect((await shop.get('/sitemaps/products-1.xml')).text).toContain(id)
  await shop.db.execute(sql`update products set status = 'archived' where public_id = ${id}`)
  shop.app.sitemaps.changed()
  expect((await shop.get('/sitemaps/products-1.xml')).text).toContain(id)
  shop.passTime(600_000)
  const { text } = await shop.get('/sitemaps/products-1.xml')
  expect(text).not.toContain(id)
  expect(text).toContain(otherProduct.id)
})

test('sends a sitemap compressed if accepted, and 304 if unchanged', async () => {
  await createTestProduct(shop.db)
  const zipped = await shop.app.http.request(`${SHOP_URL}/sitemaps/pages.xml`, {
    headers: { 'accept-encoding': 'br, gzip' },
  })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect([...new Uint8Array(await zipped.arrayBuffer()).slice(0, 2)]).toEqual([0x1f, 0x8b])
  const etag = zipped.headers.get('etag') ?? ''
  expect((await shop.get('/sitemaps/pages.xml', { 'if-none-match': etag })).status).toBe(304)
})

test('lists stores of verified suppliers in a sitemap of their own', async () => {
  const verified = await createTestSupplier(shop.db)
  const unverified = await createTestSupplier(shop.db, { isVerified: false })
  const { text } = await shop.get('/sitemaps/stores.xml')
  expect(text).toContain(`/store-profile?id=${verified.publicId}</loc>`)
  expect(text).not.toContain(unverified.publicId)
})

test('answers 404 for unknown sitemaps', async () => {
  for (const name of ['products-2.xml', 'products-0.xml', 'products-01.xml', 'x.xml', 'pages'])
    expect([name, (await shop.get(`/sitemaps/${name}`)).status]).toEqual([name, 404])
})

test('a withdrawn product answers differently from an unknown one and one of an unverified supplier [PDP-45]', async () => {
  const supplier = await createTestSupplier(shop.db)
  const withdrawn = await createTestProduct(shop.db, { supplier, name: 'Moon ring' })
  const deleted = await createTestProduct(shop.db, { supplier, name: 'Star ring' })
  await shop.db.execute(sql`update products set status = 'draft' where public_id = ${withdrawn.id}`)
  await shop.db.execute(sql`delete from product_variants where product_id = ${deleted.productKey}`)
  await shop.db.execute(sql`delete from products where id = ${deleted.productKey}`)
  const refusal = { success: false, code: 'product_withdrawn', message: 'This product is no longer offered.' }
  expect(await fetchDetail(withdrawn.id)).toMatchObject([
    404,
    { ...refusal, details: { name: 'Moon ring', category: 'Rings' } },
  ])
  expect(await fetchDetail(deleted.id)).toMatchObject([404, { ...refusal, details: { name: 'Star ring' } }])
  expect(await fetchDetail(`prd_${'0'.repeat(32)}`)).toMatchObject([404, { code: 'product_not_found' }])
  await setVerified(shop.db, supplier.id, false)
  expect(await fetchDetail(withdrawn.id)).toMatchObject([404, { code: 'product_not_found' }])
})

test('losing verification does not mark a product as withdrawn, and a withdrawn one can be published again', async () => {
  const supplier = await createTestSupplier(shop.db)
  const { id } = await createTestProduct(shop.db, { supplier })
  await setVerified(shop.db, supplier.id, false)
  expect(await fetchDetail(id)).toMatchObject([404, { code: 'product_not_found' }])
  await setVerified(shop.db, supplier.id, true)
  await shop.db.execute(sql`update products set status = 'archived' where public_id = ${id}`)
  expect(await fetchDetail(id)).toMatchObject([404, { code: 'product_withdrawn' }])
  await shop.db.execute(sql`update products set status = 'active' where public_id = ${id}`)
  expect((await fetchDetail(id))[0]).toBe(200)
  await shop.db.execute(sql`update products set status = 'draft' where public_id = ${id}`)
  expect(await fetchDetail(id)).toMatchObject([404, { code: 'product_withdrawn' }])
})

async function fetchDetail(id: string): Promise<[number, unknown]> {
  const { status, body } = await shop.get(`/shop/getProductsByID/${id}`)
  return [status, body]
}

function parseUrls(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
}
