import { expect, test } from 'vitest'
import { createCall } from '#web/app/calls/api.ts'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createProductCard } from '#tests/data/view-data.ts'
import { lazyListingTop, lazyNoSearchResults } from '#web/shared/listing/lazy-search.ts'
import type { LoadedListing } from '#web/shared/listing/load-listing.ts'
import { explorePage, ExploreView } from './explore-page.tsx'

const PRODUCTS = Array.from({ length: 48 }, (_, place) =>
  createProductCard({ id: `prd_${place}`, name: `Product ${place}` }),
)
const FIRST: LoadedListing = { products: PRODUCTS, total: 100_000, page: 1, pages: 2084 }

await lazyListingTop.prepare()

test('the banner has the breadcrumbs and the marketplace’s headlines [EXP-01, EXP-02]', () => {
  const text = toText(view(FIRST))
  expect(text).toContain('Home / Explore All')
  expect(text).toContain('Top-selling products from Verified Suppliers')
  expect(text).toContain('Limited-time offers updated weekly')
})

test('the advanced search has the marketplace’s fields and submits to this page [EXP-03]', () => {
  const html = view(FIRST, { productName: 'pearl', category: 'Rings' })
  expect(toText(html)).toContain('Advance Search Product Name')
  for (const label of ['Min Price', 'Max Price', 'Min Quantity', 'Max Quantity'])
    expect(html).toContain(`>${label}</label>`)
  expect(findTags(html, 'form')[0]).toMatch(/action="\/explore-all" method="get"/)
})

test('the chips are the marketplace’s and link to this page [EXP-04]', () => {
  const chips =
    view(FIRST, { category: 'Charms' }).match(/aria-label="Choose a category".*?<\/nav>/s)?.[0] ?? ''
  expect(toText(`<${chips}`)).toBe(
    'All products Rings Necklaces Bracelets Earrings Pendants Brooches Anklets Charms',
  )
  expect(findTags(chips, 'a').map((tag) => /href="([^"]*)"/.exec(tag)?.[1])).toContain(
    '/explore-all?category=Rings',
  )
  expect(findTags(chips, 'a').filter((tag) => tag.includes('aria-current="true"'))).toHaveLength(1)
})

test('without scripts, shows the first products with the count and a link to more [EXP-06, ROUTE-05]', () => {
  const html = view(FIRST, { category: 'Rings' })
  expect(toText(html)).toContain('100,000 products')
  expect(html.match(/<article/g)).toHaveLength(48)
  expect(html).toMatch(/<a[^>]*href="\/explore-all\?category=Rings&amp;page=2"[^>]*>Show more products<\/a>/)
  expect(
    findTags(html, 'li').filter((tag) => tag.includes('aria-posinset="48" aria-setsize="100000"')),
  ).toHaveLength(1)
})

test('a later page continues the numbering, and the last page has no link to more', () => {
  const html = view({ ...FIRST, products: PRODUCTS.slice(0, 16), page: 2084 }, { page: '2084' })
  expect(html).toContain('aria-posinset="99985"')
  expect(html).toContain('aria-posinset="100000"')
  expect(html).not.toContain('Show more products')
})

test('has no pagination controls [EXP-05]', () => {
  const html = view(FIRST)
  expect(html).not.toContain('aria-label="Pages"')
  expect(toText(html)).not.toMatch(/Previous|Next\b/)
})

test('an empty result and a failed load each show a message', async () => {
  await lazyNoSearchResults.prepare()
  expect(toText(view({ products: [], total: 0, page: 1, pages: 0 }))).toContain('No products found')
  const failed = view({
    products: [],
    total: 0,
    page: 1,
    pages: 0,
    failure: 'Search failed. Please try again.',
  })
  expect(toText(failed)).toContain('Search failed. Please try again.')
  expect(failed).toMatch(/href="\/explore-all"[^>]*>Try again</)
})

test('the server-rendered page has no style attributes, which its content policy forbids', () => {
  expect(view(FIRST)).not.toContain('style=')
})

test('requests 48 products at a time, and gives each page its own canonical link', async () => {
  const requestedPaths: string[] = []
  const call = createCall({
    send: async (path) => {
      requestedPaths.push(path)
      return Response.json({
        success: true,
        message: '',
        getProduct: PRODUCTS,
        total: 100_000,
        page: 3,
        pages: 2084,
      })
    },
  })
  const context = { call, params: {}, search: { page: '3', category: 'Rings' } }
  const loaded = await explorePage.load?.(context)
  expect(requestedPaths).toEqual([
    '/shop/getAllProducts?page=3&limit=48&category=Rings',
    '/shop/getFacets?category=Rings',
  ])
  expect(explorePage.head(loaded ?? FIRST, context)).toMatchObject({
    title: 'All rings, page 3',
    canonical: '/explore-all?category=Rings&page=3',
  })
  expect(explorePage.head(FIRST, { params: {}, search: {} }).canonical).toBeUndefined()
  expect(explorePage.head(FIRST, { params: {}, search: { metal: 'silver' } }).isUnlisted).toBe(true)
})

function view(data: LoadedListing, search: Record<string, string> = {}): string {
  return renderHtml(<ExploreView data={data} params={{}} search={search} />)
}
