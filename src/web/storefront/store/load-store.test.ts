import { isNotFound } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { productImages } from '#features/catalogue/catalog/tables.ts'
import { addReviews } from '#features/catalogue/reviews/service.ts'
import { newId } from '#core/ids.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createCall } from '#web/app/calls/api.ts'
import { renderPage } from '#web/app/entry-server.tsx'
import { readStoreSearch } from './store-search.ts'
import { loadStore } from './load-store.ts'

const shop = await createTestShop()

/** Loads the page's data for a query; calls of the endpoints in `broken` fail. */
const load = (query: Record<string, string>, broken: readonly string[] = []) =>
  loadStore(
    createCall({
      send: async (path, init) =>
        broken.some((endpoint) => path.includes(endpoint))
          ? new Response('', { status: 503 })
          : shop.app.http.request(path, init),
      log: () => undefined,
    }),
    readStoreSearch(query),
  )

const rendered = (path: string) =>
  renderPage({
    request: new Request(`http://shop.test${path}`),
    send: async (to, init) => shop.app.http.request(to, init),
    origin: 'http://shop.test',
    log: () => undefined,
  })

test('loads a store with its own newest and popular products, pictures and reviews [STORE-07]', async () => {
  const supplier = await storeWithProducts('Alba Ring', 'Bianca Ring')
  await storeWithProducts('Of somebody else')
  const data = await load({ id: supplier.publicId })
  expect(data).toMatchObject({
    store: { name: supplier.name, measured: { products: 2, rating: 4, ratingCount: 2 } },
    place: 'Italy',
    shipsFrom: [`${supplier.name} Warehouse, Italy`],
    pictures: [{ alt: 'Bianca Ring' }, { alt: 'Alba Ring' }],
    arrivals: { items: [{ name: 'Bianca Ring' }, { name: 'Alba Ring' }] },
    products: { total: 2, page: 1, pages: 1, categories: [{ name: 'Rings', products: 2 }] },
    reviews: { items: [{ product: { name: 'Bianca Ring' } }, { product: { name: 'Alba Ring' } }] },
  })
})

test('category and search filter only the main products, and a page past the end returns the last one [STORE-07]', async () => {
  const { publicId: id } = await storeWithProducts('Alba Ring', 'Bianca Ring')
  expect(await load({ id, search: ' BIANCA ', page: '7' })).toMatchObject({
    arrivals: { items: [{ name: 'Bianca Ring' }, { name: 'Alba Ring' }] },
    products: { products: [{ name: 'Bianca Ring' }], total: 1, page: 1 },
  })
  expect(await load({ id, category: 'Charms' })).toMatchObject({
    products: { products: [], total: 0, categories: [{ name: 'Rings', products: 2 }] },
  })
  for (const odd of ['\0', 'x'.repeat(10_000), '<script>', '%', "'"])
    expect(await load({ id, search: odd, category: 'Hats', page: '-1' })).not.toHaveProperty('failure')
})

test('without an id, loads a featured supplier, or answers 404 if there is none [STORE-08]', async () => {
  expect(isNotFound(await load({}).catch((error: unknown) => error))).toBe(true)
  shop.app.lists.clear()
  const { name } = await storeWithProducts('Alba Ring')
  expect(await load({})).toMatchObject({ store: { name } })
})

test('an unknown, unverified or invalid store is a 404 page, and a known one has its canonical link [ROUTE-07, STORE-08]', async () => {
  const unverified = await createTestSupplier(shop.db, { isVerified: false })
  for (const id of [newId('supplier'), unverified.publicId, 'prd_1', '../..', 'x'.repeat(500)]) {
    const { status, html } = await rendered(`/store-profile?id=${encodeURIComponent(id)}`)
    expect(status).toBe(404)
    expect(html).toContain('Error 404')
  }
  const { publicId, name } = await storeWithProducts('Alba Ring')
  const { status, html, sources } = await rendered(`/store-profile?id=${publicId}&category=Rings&page=1`)
  expect([status, sources]).toEqual([200, ['storefront/store/store-page.tsx']])
  expect(html).toContain(`<title>${name}, Italy · Cabochon</title>`)
  expect(html).toContain(`<link rel="canonical" href="http://shop.test/store-profile?id=${publicId}"/>`)
})

test('parts that fail to load show an error, and a store that fails to load shows a message', async () => {
  const { publicId: id, name } = await storeWithProducts('Alba Ring')
  const failure = 'Something went wrong, please try again later.'
  expect(await load({ id }, ['getStoreProducts', 'getStoreReviews'])).toMatchObject({
    store: { name },
    pictures: [],
    arrivals: { items: [], failure },
    products: { products: [], pages: 0, failure },
    reviews: { items: [], failure: 'Failed to load reviews' },
  })
  expect(await load({ id, search: 'x' }, ['getStoreProducts'])).toMatchObject({
    products: { failure: 'Search failed. Please try again.' },
  })
  expect(await load({ id }, ['getStoreByID'])).toEqual({ failure })
})

/** Creates a supplier with these products, each with a picture and a review of four stars. */
async function storeWithProducts(...names: string[]) {
  const supplier = await createTestSupplier(shop.db)
  for (const name of names) {
    const { productKey: productId } = await createTestProduct(shop.db, { supplier, name })
    const sourceUrl = `https://pictures.example/${productId}`
    const picture = { productId, sourceUrl, position: 1, alt: name, fileKey: `key-${productId}` }
    await shop.db.insert(productImages).values({ ...picture, state: 'ready' })
    await addReviews(shop.db, [
      { productId, rating: 4, text: 'Well made.', userName: null, createdAt: shop.now() },
    ])
  }
  return supplier
}
