import { beforeAll, expect, test } from 'vitest'
import { parseStructuredDataGraph } from '#tests/contracts/structured-data.ts'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createProductCard, createReviewData, createStoreData } from '#tests/data/view-data.ts'
import type { LoadedStore, StorePageData } from './load-store.ts'
import { storeJsonLd, lazyStoreDetails, StorePageView, storePage } from './store-page.tsx'

const STORE = createStoreData()
const STORE_DATA: LoadedStore = {
  store: STORE,
  place: 'Copenhagen, Denmark',
  shipsFrom: ['Harbour, Denmark'],
  pictures: createProductCard().product_images,
  arrivals: { items: [createProductCard({ id: 'prd_new', name: 'Moon charm' })] },
  products: {
    products: [createProductCard()],
    categories: [
      { name: 'Rings', products: 1_200 },
      { name: 'Charms', products: 3 },
    ],
    total: 1_203,
    page: 1,
    pages: 51,
  },
  reviews: {
    items: [
      { ...createReviewData(), product: { id: 'prd_1', name: 'Signet ring', image: null } },
      { ...createReviewData({ id: 'rev_2' }), product: { id: null, name: 'Sold out for ever', image: null } },
    ],
  },
}
const HREF = `/store-profile?id=${STORE.id}`

beforeAll(() => lazyStoreDetails.prepare())

test('the header names the store, and links to contact and chat with the supplier [STORE-01, STORE-07]', () => {
  const html = view(STORE_DATA)
  expect(toText(html)).toContain(
    'Home / Marketplace / Atelier Nord Verified supplier Atelier Nord Copenhagen, Denmark Rated 4.7 out of 5 ' +
      '4.7 (230 reviews) Two goldsmiths and a bench. Contact Chat',
  )
  expect(html).toContain(`href="/contact-us?supplier=${STORE.id}"`)
  expect(html).toContain(`href="/chat?supplier=${STORE.id}"`)
})

test('links lead to the sections of the store, and its search works without scripts [STORE-02]', () => {
  const html = view(STORE_DATA, { search: 'moon', category: 'Rings', page: '3' })
  const nav = html.match(/aria-label="Store sections".*?<\/nav>/s)?.[0] ?? ''
  expect(toText(`<${nav}`)).toBe('New Arrivals Main Products Reviews Profile')
  for (const [, part] of nav.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`<section id="${part}"`)
  expect(findTags(html, 'form')[0]).toMatch(/action="\/store-profile#main-products" method="get"/)
  const inputs = findTags(html, 'input')
  const named = (name: string) => inputs.find((input) => input.includes(`name="${name}"`)) ?? ''
  expect(named('search')).toMatch(/type="search".*value="moon"/)
  expect(named('id')).toContain(`value="${STORE.id}"`)
  expect(named('category')).toContain('value="Rings"')
  expect(named('page')).toBe('')
})

test('shows the newest products before the others [STORE-03]', () => {
  const text = toText(view(STORE_DATA))
  expect(text).toMatch(/New Arrivals .*Moon charm.* Main Products .*Signet ring/)
  expect(toText(view({ ...STORE_DATA, arrivals: { items: [] } }))).toContain('New Arrivals No products found')
})

test('the toggles are the store’s categories with counts, and the selected one links back to all [STORE-04]', () => {
  const html = view(STORE_DATA, { category: 'Rings', search: 'moon' })
  const toggles = html.match(/aria-label="Store categories".*?<\/nav>/s)?.[0] ?? ''
  expect(toText(`<${toggles}`)).toBe('All products 1,203 Rings 1,200 Charms 3')
  const selectedToggles = findTags(toggles, 'a').filter((tag) => tag.includes('aria-current="true"'))
  expect(selectedToggles).toEqual([expect.stringContaining(`href="${HREF}&amp;search=moon"`)])
  expect(toggles).toContain(`href="${HREF}&amp;category=Charms&amp;search=moon"`)
})

test('shows the number of products and the search, and its pages keep the search', () => {
  const html = view(STORE_DATA, { search: 'moon', page: '1' })
  expect(toText(html)).toContain('1,203 products for “moon”, page 1 of 51')
  expect(html).toContain(`href="${HREF}&amp;search=moon&amp;page=51#main-products"`)
})

test('a search without results links to all products of the store', () => {
  const emptyProducts = { products: [], categories: [], total: 0, page: 1, pages: 0 }
  const html = view({ ...STORE_DATA, products: emptyProducts }, { search: 'zzz' })
  expect(toText(html)).toContain('0 products for “zzz” No products found Try another word')
  expect(html).toMatch(new RegExp(`href="${HREF.replace('?', '\\?')}"[^>]*>Show all products`))
  expect(html).not.toContain('Store categories')
})

test('shows reviews with a link to each product that is on sale [STORE-05]', () => {
  const html = view(STORE_DATA)
  expect(toText(html)).toContain('Reviews The newest of 230')
  expect(toText(html)).toContain(
    'Heavier than it looks, and I have not taken it off since. Mei Tan · 10/4/2026 Signet ring',
  )
  const reviews = html.slice(html.indexOf('id="reviews"'), html.indexOf('id="profile"'))
  expect(reviews.match(/href="\/product\/[^"]*"/g)).toEqual(['href="/product/prd_1"'])
  expect(toText(reviews)).toContain('Sold out for ever')
  expect(toText(view({ ...STORE_DATA, reviews: { items: [] } }))).toContain(
    'No reviews of this store’s products yet',
  )
})

test('the profile separates the marketplace’s measurements from the supplier’s statements [STORE-06]', () => {
  const text = toText(view(STORE_DATA))
  expect(text).toContain(
    'Profile Verified supplier Only verified suppliers are listed here. Ships from Harbour, Denmark ' +
      'Member since March 2025 Experience 12 years, stated by the supplier ' +
      'Products 1,203 Average rating 4.7/5 Reviews 230 Products sold 4,000 Measured by the marketplace ' +
      'Store rating 4.9/5 Main market Europe Stated by the supplier',
  )
})

test('does not show unknown facts of a store', () => {
  const nothing = { storeRating: null, onTimeDeliveryPercent: null, responseTime: null }
  const bare = createStoreData({
    description: null,
    yearsOfExperience: null,
    stated: { ...STORE.stated, ...nothing, mainMarket: null },
    measured: { products: 0, sold: 0, rating: 0, ratingCount: 0 },
  })
  const text = toText(
    view({ ...STORE_DATA, store: bare, shipsFrom: [], pictures: [], reviews: { items: [] } }),
  )
  expect(text).toContain('No reviews yet')
  expect(text).toContain('Average rating None yet')
  for (const missing of ['Stated by the supplier', 'Experience', 'Ships from', 'null'])
    expect(text).not.toContain(missing)
})

test('a store that could not be loaded shows an error with a retry', () => {
  const html = view({ failure: 'Too many calls.' }, { id: STORE.id })
  expect(toText(html)).toContain('We couldn’t load this store Too many calls. Try again')
  expect(html).toContain(`href="${HREF}"`)
})

test('the head has the store’s structured data, rating and breadcrumbs', () => {
  const head = storePage.head(STORE_DATA, { params: {}, search: {} })
  expect(head).toMatchObject({
    title: 'Atelier Nord, Copenhagen, Denmark',
    description: 'Two goldsmiths and a bench.',
    canonical: HREF,
    image: '/media/aa-social.jpg',
  })
  expect(parseStructuredDataGraph(storeJsonLd(STORE_DATA, 'https://shop.test')).get('Store')).toMatchObject({
    name: 'Atelier Nord',
    url: `https://shop.test${HREF}`,
    address: { addressCountry: 'DK', addressLocality: 'Copenhagen' },
    aggregateRating: { ratingValue: 4.7, ratingCount: 230 },
  })
  const unrated = createStoreData({ measured: { ...STORE.measured, rating: 0, ratingCount: 0 } })
  expect(JSON.stringify(storeJsonLd({ ...STORE_DATA, store: unrated }, 'https://shop.test'))).not.toContain(
    'aggregateRating',
  )
})

test('the server-rendered page has no style attributes, which its content policy forbids', () => {
  expect(view(STORE_DATA)).not.toContain('style=')
})

function view(data: StorePageData, search: Record<string, string> = {}): string {
  return renderHtml(<StorePageView data={data} params={{}} search={search} />)
}
