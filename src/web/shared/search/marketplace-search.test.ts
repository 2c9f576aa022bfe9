import { expect, test } from 'vitest'
import { CATEGORIES, SORTS } from '#features/catalogue/catalog/contract.ts'
import { CATEGORY_NAMES } from '#web/shared/product/category-names.ts'
import {
  SORT_LABELS,
  hasFilter,
  marketplaceHref,
  readMarketplaceSearch,
  withCategory,
  withSort,
} from './marketplace-search.ts'

test('the page has the catalogue’s chips and sort orders [MKT-10, MKT-11]', () => {
  expect(CATEGORY_NAMES).toEqual(CATEGORIES)
  expect(new Set(CATEGORY_NAMES).size).toBe(8)
  expect(Object.keys(SORT_LABELS)).toEqual([...SORTS])
})

test('an empty URL is the first page of all products, newest first [MKT-25]', () => {
  const search = readMarketplaceSearch({})
  expect(search).toMatchObject({
    category: undefined,
    sort: 'newest',
    page: 1,
    productName: '',
    minPrice: '',
  })
  expect(hasFilter(search)).toBe(false)
  expect(marketplaceHref('/marketplace', search)).toBe('/marketplace')
})

test('a search has the shortest URL that restores it', () => {
  const address =
    '/marketplace?productName=pearl+ring&minPrice=10&maxQuantity=9&category=Rings&sort=price_asc&page=3'
  const search = readMarketplaceSearch(Object.fromEntries(new URL(address, 'http://shop.test').searchParams))
  expect(search).toMatchObject({ productName: 'pearl ring', minPrice: '10', maxPrice: '', page: 3 })
  expect(hasFilter(search)).toBe(true)
  expect(marketplaceHref('/marketplace', search)).toBe(address)
})

test('invalid query values are ignored, except price bounds, which the server validates', () => {
  const search = readMarketplaceSearch({ category: 'Watches', sort: 'random', page: '-2', minPrice: 'ten' })
  expect(search).toMatchObject({ category: undefined, sort: 'newest', page: 1, minPrice: 'ten' })
  expect(readMarketplaceSearch({ page: '0' }).page).toBe(1)
  expect(readMarketplaceSearch({ page: '9999999' }).page).toBe(1_000_000)
  expect(readMarketplaceSearch({ sort: 'toString' }).sort).toBe('newest')
})

test('a chip keeps the search and sort order, and starts at page 1 [MKT-12, MKT-27, MKT-29]', () => {
  const search = readMarketplaceSearch({ productName: 'pearl', sort: 'discount', page: '4' })
  expect(marketplaceHref('/marketplace', withCategory(search, 'Rings'))).toBe(
    '/marketplace?productName=pearl&category=Rings&sort=discount',
  )
  expect(marketplaceHref('/marketplace', withCategory(search, undefined))).toBe(
    '/marketplace?productName=pearl&sort=discount',
  )
})

test('another sort order keeps the search and starts at page 1, and an unknown one is the default', () => {
  const search = readMarketplaceSearch({ productName: 'pearl', category: 'Rings', page: '4' })
  expect(marketplaceHref('/marketplace', withSort(search, 'popular'))).toBe(
    '/marketplace?productName=pearl&category=Rings&sort=popular',
  )
  expect(withSort(search, 'random').sort).toBe('relevance')
  expect(withSort(readMarketplaceSearch({}), 'random').sort).toBe('newest')
})
