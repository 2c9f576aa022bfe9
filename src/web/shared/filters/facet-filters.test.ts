import { expect, test } from 'vitest'
import {
  listActiveFilters,
  isFacetSelected,
  formatPriceRange,
  toggleFacet,
  removeFilter,
} from './facet-filters.ts'
import type { Facet } from './facet-filters.ts'
import { marketplaceHref, readMarketplaceSearch } from '../search/marketplace-search.ts'

const marketplacePath = (search: ReturnType<typeof readMarketplaceSearch>) =>
  marketplaceHref('/marketplace', search)

const FACETS: readonly Facet[] = [
  { name: 'country', options: [{ value: 'IT', label: 'Italy', count: 2 }] },
  { name: 'metal', options: [{ value: 'rose-gold', label: 'Rose gold', count: 2 }] },
]

test('a click selects an option of any facet and another one clears it, starting at page 1', () => {
  const search = readMarketplaceSearch({ productName: 'halo', metal: 'silver', page: '4' })
  for (const [name, value, href] of [
    ['category', 'Rings', 'productName=halo&category=Rings&metal=silver'],
    ['price', '50-99.99', 'productName=halo&minPrice=50&maxPrice=99.99&metal=silver'],
    ['price', '5000-', 'productName=halo&minPrice=5000&metal=silver'],
    ['metal', 'platinum', 'productName=halo&metal=platinum.silver'],
    ['stone', 'ruby', 'productName=halo&metal=silver&stone=ruby'],
    ['country', 'IT', 'productName=halo&metal=silver&country=it'],
    ['inStock', '1', 'productName=halo&metal=silver&inStock=1'],
    ['onOffer', '1', 'productName=halo&metal=silver&onOffer=1'],
  ] as const) {
    const toggledSearch = toggleFacet(search, name, value)
    expect(marketplacePath(toggledSearch)).toBe(`/marketplace?${href}`)
    expect([isFacetSelected(search, name, value), isFacetSelected(toggledSearch, name, value)]).toEqual([
      false,
      true,
    ])
    expect(marketplacePath(toggleFacet(toggledSearch, name, value))).toBe(
      '/marketplace?productName=halo&metal=silver',
    )
  }
})

test('a filter has one canonical URL, without invalid values', () => {
  const hrefs = ['silver.platinum', 'platinum,silver', 'Silver.silver.platinum.<b>..', 'platinum.silver'].map(
    (metal) => marketplacePath(readMarketplaceSearch({ metal })),
  )
  expect(new Set(hrefs)).toEqual(new Set(['/marketplace?metal=platinum.silver']))
  const many = Array.from({ length: 400 }, (_, index) => `x${'a'.repeat(index % 26)}`).join('.')
  expect(readMarketplaceSearch({ stone: many }).stone.length).toBeLessThanOrEqual(30)
  expect(marketplacePath(readMarketplaceSearch({ inStock: 'yes', onOffer: 'true', country: '1' }))).toBe(
    '/marketplace',
  )
})

test('every active filter can be removed, labelled by the server or by its value', () => {
  const search = readMarketplaceSearch({
    productName: 'halo',
    minPrice: '10',
    maxQuantity: '3',
    metal: 'rose-gold.steel',
    country: 'it.xy',
    inStock: '1',
  })
  expect(listActiveFilters(search, FACETS).map(({ label }) => label)).toEqual([
    '“halo”',
    'From $10',
    'Quantity up to 3',
    'Rose gold',
    'Steel',
    'Italy',
    'XY',
    'In stock',
  ])
  const remaining = listActiveFilters(search, FACETS).map(
    ({ without }) => listActiveFilters(without, FACETS).length,
  )
  expect(remaining).toEqual(Array(8).fill(7))
  const metals = removeFilter(search, 'metal', FACETS)
  expect(metals?.label).toBe('Rose gold or Steel')
  expect(metals?.href('/marketplace')).not.toContain('metal')
  expect(removeFilter(search, 'stone', FACETS)).toBeUndefined()
})

test('a text search is sorted by relevance until another order is selected', () => {
  const search = readMarketplaceSearch({ productName: 'halo' })
  expect(search.sort).toBe('relevance')
  const [words] = listActiveFilters(search, [])
  expect(words?.without.sort).toBe('newest')
  const [first] = listActiveFilters(readMarketplaceSearch({ productName: 'halo', sort: 'rating' }), [])
  expect(first?.without.sort).toBe('rating')
})

test('formats price ranges', () => {
  expect([
    formatPriceRange('', '24.99'),
    formatPriceRange('25', '49.99'),
    formatPriceRange('5000', ''),
    formatPriceRange('', ''),
  ]).toEqual(['Up to $24.99', '$25 to $49.99', 'From $5000', 'Any price'])
})
