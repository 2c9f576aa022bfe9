import { expect, test } from 'vitest'
import { createCall } from '#web/app/calls/api.ts'
import { createProductCard } from '#tests/data/view-data.ts'
import { loadListing } from './load-listing.ts'
import { readMarketplaceSearch } from '../search/marketplace-search.ts'

test('requests the plain list for its page without a search [MKT-25]', async () => {
  const { call, requestedPaths } = serverWith(() => listing(120))
  const loaded = await loadListing(
    call,
    readMarketplaceSearch({ page: '2', category: 'Rings', sort: 'popular' }),
  )
  expect(requestedPaths).toEqual(['GET /shop/getAllProducts?page=2&category=Rings&sort=popular'])
  expect(loaded).toEqual({ products: [createProductCard()], total: 120, page: 2, pages: 3 })
})

test('an advanced search sends its five fields and the category [MKT-26, MKT-29]', async () => {
  const { call, requestedPaths } = serverWith(() => listing(1))
  await loadListing(call, readMarketplaceSearch({ productName: 'pearl', maxPrice: '90', category: 'Charms' }))
  expect(requestedPaths).toEqual([
    'POST /shop/advanceProductSearch?page=1&category=Charms&sort=relevance ' +
      '{"data":{"productName":"pearl","minPrice":"","maxPrice":"90","minQuantity":"","maxQuantity":""}}',
  ])
})

test('a page past the end returns the last page', async () => {
  const { call, requestedPaths } = serverWith(() => listing(120))
  const loaded = await loadListing(call, readMarketplaceSearch({ page: '9' }))
  expect(requestedPaths).toEqual(['GET /shop/getAllProducts?page=9', 'GET /shop/getAllProducts?page=3'])
  expect(loaded.page).toBe(3)
})

test('requests pages of another size', async () => {
  const { call, requestedPaths } = serverWith(() => listing(120))
  await loadListing(call, readMarketplaceSearch({ page: '3' }), { limit: 48 })
  expect(requestedPaths).toEqual(['GET /shop/getAllProducts?page=3&limit=48'])
})

test('an empty list is page 1 of 0', async () => {
  const { call } = serverWith(() => Response.json({ ...EMPTY, pages: 0 }))
  expect(await loadListing(call, readMarketplaceSearch({}))).toEqual({
    products: [],
    total: 0,
    page: 1,
    pages: 0,
  })
})

test('shows the server’s message for a refusal [ERR-03, ERR-05]', async () => {
  const { call } = serverWith(() =>
    Response.json({ success: false, message: 'Give a number.' }, { status: 400 }),
  )
  expect((await loadListing(call, readMarketplaceSearch({}))).failure).toBe('Give a number.')
  expect((await loadListing(call, readMarketplaceSearch({ minPrice: 'ten' }))).failure).toBe('Give a number.')
})

test('shows the page’s own message for an outage [ERR-04, ERR-06]', async () => {
  const { call } = serverWith(() => {
    throw new TypeError('network error')
  })
  expect((await loadListing(call, readMarketplaceSearch({}))).failure).toBe(
    'Something went wrong, please try again later.',
  )
  expect((await loadListing(call, readMarketplaceSearch({ productName: 'x' }))).failure).toBe(
    'Search failed. Please try again.',
  )
})

const EMPTY = { success: true, message: 'Products', getProduct: [], total: 0 }

function listing(total: number): Response {
  return Response.json({ ...EMPTY, getProduct: [createProductCard()], total, pages: Math.ceil(total / 50) })
}

function serverWith(answer: () => Response) {
  const requestedPaths: string[] = []
  const call = createCall({
    send: async (path, init) => {
      requestedPaths.push([init.method, path, init.body].filter(Boolean).join(' '))
      return answer()
    },
    log: () => undefined,
  })
  return { call, requestedPaths }
}
