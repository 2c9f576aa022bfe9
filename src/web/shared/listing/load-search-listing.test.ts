import { expect, test } from 'vitest'
import { createCall } from '#web/app/calls/api.ts'
import { createProductCard } from '#tests/data/view-data.ts'
import { loadSearchListing, applyCorrection } from './load-search-listing.ts'
import { readMarketplaceSearch } from '../search/marketplace-search.ts'

type Answer = (path: URL, body: string) => object | Response

const LISTING = {
  success: true,
  message: 'Products',
  getProduct: [createProductCard()],
  total: 1,
  page: 2,
  pages: 2,
}
const NOTHING = { ...LISTING, getProduct: [], total: 0, page: 1, pages: 0 }
const FACET_COUNTS = {
  success: true,
  message: 'Facets',
  facets: [],
  total: 1,
  isCapped: false,
  without: [],
  suggestion: null,
  understood: null,
}

/** Loads the page of a query with these answers; returns it and the requested paths. */
async function loaded(query: Record<string, string>, list: Answer, facets: Answer) {
  const requestedPaths: string[] = []
  const call = createCall({
    log: () => undefined,
    send: async (path, init) => {
      const url = new URL(path, 'http://shop')
      const body = String(init.body ?? '')
      requestedPaths.push(`${url.pathname}${url.search} ${body}`.trim())
      const answer = (url.pathname === '/shop/getFacets' ? facets : list)(url, body)
      return answer instanceof Response ? answer : Response.json(answer)
    },
  })
  return { requestedPaths, found: await loadSearchListing(call, readMarketplaceSearch(query)) }
}

test('requests a listing and its facets together, with all filters', async () => {
  const query = { category: 'Rings', metal: 'silver', country: 'pt', inStock: '1', minPrice: '5', page: '2' }
  const { requestedPaths, found } = await loaded(
    query,
    () => LISTING,
    () => FACET_COUNTS,
  )
  const facetFilters = 'metal=silver&country=pt&inStock=1'
  expect(requestedPaths).toEqual([
    `/shop/advanceProductSearch?page=2&category=Rings&${facetFilters} {"data":{"productName":"","minPrice":"5","maxPrice":"","minQuantity":"","maxQuantity":""}}`,
    `/shop/getFacets?minPrice=5&category=Rings&${facetFilters}`,
  ])
  expect(found).toMatchObject({ total: 1, panel: { total: 1, facets: [] } })
})

test('lists results for the corrected words when the typed words match no name', async () => {
  const { found } = await loaded(
    { productName: 'dimond rign', page: '1' },
    (_, body) => (body.includes('diamond ring') ? LISTING : NOTHING),
    () => ({ ...FACET_COUNTS, total: 0, suggestion: 'diamond ring' }),
  )
  expect(found).toMatchObject({ total: 1, instead: { productName: 'diamond ring' } })
  const search = readMarketplaceSearch({ productName: 'dimond rign' })
  expect(applyCorrection(search, found.instead)).toMatchObject({
    productName: 'diamond ring',
    sort: 'relevance',
  })
})

test('shows words that name facets as filters, together with the selected ones', async () => {
  const understood = { productName: '', category: 'Rings', metal: null, stone: 'diamond' }
  const { found, requestedPaths } = await loaded(
    { productName: 'diamond ring', metal: 'silver' },
    (url) => (url.searchParams.has('stone') ? LISTING : NOTHING),
    () => ({ ...FACET_COUNTS, total: 0, understood }),
  )
  expect(found.instead).toEqual({ productName: '', category: 'Rings', metal: ['silver'], stone: ['diamond'] })
  expect(requestedPaths).toContain('/shop/getFacets?category=Rings&metal=silver&stone=diamond')
})

test('lists the most popular products when nothing matches', async () => {
  const { found, requestedPaths } = await loaded(
    { productName: 'xyzzyx' },
    (url) => (url.pathname === '/shop/getAllProducts' ? LISTING : NOTHING),
    () => ({ ...FACET_COUNTS, total: 0 }),
  )
  expect(requestedPaths.at(-1)).toBe('/shop/getAllProducts?sort=popular&limit=4')
  expect(found).toMatchObject({ total: 0, popular: [createProductCard()] })
})

test('shows a listing without its facets, and an error when the listing fails', async () => {
  const broken = () => new Response('', { status: 503 })
  const { found } = await loaded({}, () => LISTING, broken)
  expect(found.total).toBe(1)
  expect(found).not.toHaveProperty('panel')
  const failed = await loaded({}, broken, broken)
  expect(failed.found.failure).toBe('Something went wrong, please try again later.')
})
