import { expect, test } from 'vitest'
import { EXAMPLE_COMPANY } from '#core/company/company.ts'
import { parseStructuredDataGraph } from '#tests/contracts/structured-data.ts'
import { createProductCard } from '#tests/data/view-data.ts'
import { listingHead } from './listing-head.ts'
import type { LoadedListing } from './load-listing.ts'
import { readMarketplaceSearch } from '../search/marketplace-search.ts'

const LISTING: LoadedListing = { products: [createProductCard()], total: 220, page: 1, pages: 5 }

function listingHeadFor(query: Record<string, string>, listing: LoadedListing = LISTING) {
  return listingHead('/marketplace', 'Marketplace', { search: readMarketplaceSearch(query), listing })
}

test.each([
  [{}, '/marketplace', 'Marketplace'],
  [{ category: 'Rings' }, '/marketplace?category=Rings', 'Rings'],
  [{ category: 'Rings', sort: 'price_asc', utm_source: 'x' }, '/marketplace?category=Rings', 'Rings'],
  [{ page: '3', sort: 'popular' }, '/marketplace?page=3', 'Marketplace, page 3'],
  [{ page: '1' }, '/marketplace', 'Marketplace'],
  [{ page: '900' }, '/marketplace?page=5', 'Marketplace, page 5'],
  [{ category: 'Hats' }, '/marketplace', 'Marketplace'],
])('the list of %j has one canonical URL and a title', (query, canonical, title) => {
  expect(listingHeadFor(query)).toMatchObject({ canonical, title, isUnlisted: false })
})

test('search results and empty lists are not indexed', () => {
  expect(listingHeadFor({ productName: 'moon' }).isUnlisted).toBe(true)
  expect(listingHeadFor({ maxPrice: '10' }).isUnlisted).toBe(true)
  expect(listingHeadFor({}, { products: [], total: 0, page: 1, pages: 0 }).isUnlisted).toBe(true)
})

test('a list that could not be loaded answers 503', () => {
  const failed = { products: [], total: 0, page: 1, pages: 0, failure: 'Something went wrong.' }
  expect(listingHeadFor({}, failed)).toMatchObject({ isUnlisted: true, status: 503 })
})

test('a category shares its first product’s picture, and the whole catalogue its own picture', () => {
  const image = {
    image_url: '/media/cc-800.webp',
    key: 'cc',
    alt: 'A moonstone',
    tint: null,
    width: 9,
    height: 9,
  }
  const listing = { ...LISTING, products: [{ ...createProductCard(), product_images: [image] }] }

  expect(listingHeadFor({ category: 'Rings' }, listing)).toMatchObject({
    image: '/media/cc-social.jpg',
    imageAlt: 'A moonstone',
  })
  expect(listingHeadFor({}, listing).image).toBeUndefined()
})

test('a category has breadcrumbs as structured data', () => {
  const { jsonLd } = listingHeadFor({ category: 'Rings' })
  const data = typeof jsonLd === 'function' ? jsonLd('https://cabochon.example', EXAMPLE_COMPANY) : jsonLd
  expect(parseStructuredDataGraph(data).get('BreadcrumbList')).toMatchObject({
    itemListElement: [
      { name: 'Home', item: 'https://cabochon.example/' },
      { name: 'Marketplace', item: 'https://cabochon.example/marketplace' },
      { name: 'Rings' },
    ],
  })
})
