import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startShopWithDatabase } from '../steps/browser-shop.ts'
import { parseStructuredDataGraph } from '#tests/contracts/structured-data.ts'

// A separate shop, as sitemaps may be ten minutes old.
const { shop, db } = await startShopWithDatabase({ LOG_LEVEL: 'silent' })

test('every URL in the sitemaps answers 200, is canonical and has valid structured data', async () => {
  await createTestProduct(db, { name: 'Harbour </script> ring' })
  const maps = parseUrls(await (await fetch(`${shop.url}/sitemap.xml`)).text())
  const lists = await Promise.all(maps.map(async (map) => parseUrls(await (await fetch(map)).text())))
  const addresses = lists.flat()
  expect(addresses.some((address) => address.includes('/product/'))).toBe(true)
  const socialPicture = new RegExp(
    `<meta property="og:image" content="${shop.url}/(icons/social-1200|media/[0-9a-f]{32}-social)\\.jpg"/>`,
  )
  for (const address of addresses) {
    const answer = await fetch(address, { redirect: 'manual' })
    const html = await answer.text()
    expect([address, answer.status]).toEqual([address, 200])
    // A category without products is not listed.
    if (html.includes('content="noindex"')) continue
    expect(html).toContain(`<link rel="canonical" href="${address.replace('&', '&amp;')}"/>`)
    // A social picture has 1,200 by 630 pixels, and a format that every network reads.
    expect(html).toMatch(socialPicture)
    for (const data of parseStructuredData(html)) parseStructuredDataGraph(data)
  }
})

test('a product page has valid structured data with price, picture and breadcrumbs', async () => {
  const { id } = await createTestProduct(db, { name: 'Lantern brooch', price: 5_000, offer: 4_500 })
  const html = await (await fetch(`${shop.url}/product/${id}?utm_source=letter`)).text()
  const [data] = parseStructuredData(html)
  expect(data).toMatchObject({ '@graph': [{ '@type': 'Product', offers: { price: '45.00' } }, {}] })
  expect(html).toContain(`<link rel="canonical" href="${shop.url}/product/${id}"/>`)
  expect(html).toContain('<meta property="product:price:amount" content="45.00"/>')
})

test('a withdrawn product answers 410 with links, an unknown one 404, and neither is indexed', async () => {
  await createTestProduct(db, { name: 'Other ring' })
  const { id } = await createTestProduct(db, { name: 'Moon ring' })
  await db.execute(sql`update products set status = 'archived' where public_id = ${id}`)
  const goneResponse = await fetch(`${shop.url}/product/${id}`)
  const html = await goneResponse.text()
  expect(goneResponse.status).toBe(410)
  for (const text of [
    'Moon ring is no longer offered',
    'Other ring',
    '<meta name="robots" content="noindex"/>',
  ])
    expect(html).toContain(text)
  const unknown = await fetch(`${shop.url}/product/prd_${'0'.repeat(32)}`)
  expect([unknown.status, (await unknown.text()).includes('content="noindex"')]).toEqual([404, true])
})

test('other URLs of a page redirect permanently to its canonical URL', async () => {
  for (const [given, proper] of [
    ['/Marketplace/', '/marketplace'],
    ['/marketplace?category=Rings&category=Charms', '/marketplace?category=Charms'],
    ['/marketplace?category=', '/marketplace'],
  ] as const) {
    const answer = await fetch(shop.url + given, { redirect: 'manual' })
    expect([given, answer.status, answer.headers.get('location')]).toEqual([given, 301, proper])
  }
})

test('private pages are not cached or indexed, and workers load from the shop only', async () => {
  const { headers } = await fetch(`${shop.url}/dashboard`)
  expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
    'private, no-cache',
    'noindex',
  ])
  expect(headers.get('content-security-policy')).toContain("worker-src 'self'")
})

function parseUrls(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
}

function parseStructuredData(html: string): unknown[] {
  const scriptMatches = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  return [...scriptMatches].map(([, json = '']) => JSON.parse(json))
}
