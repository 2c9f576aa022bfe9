import { expect, test } from 'vitest'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { advanceProductSearch, getFacets, searchProduct } from '../../contract.ts'

const shop = await createTestShop()
const NO_BOUNDS = { productName: '', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

test('facets are counted over HTTP and agree with the filtered list', async () => {
  await createTestProduct(shop.db, { name: 'Silver opal ring', price: 4_000 })
  await createTestProduct(shop.db, { name: 'Silver ruby ring', price: 9_000, offer: 8_000 })
  await createTestProduct(shop.db, { name: 'Gold ruby charm', categoryId: 8, stock: 0 })
  const { facets, total } = await shop.call(getFacets, { query: { stone: 'ruby', metal: 'silver,platinum' } })
  const getFacet = (name: string) =>
    facets.find((facet) => facet.name === name)?.options.map(({ label, count }) => `${label} ${count}`)
  expect(total).toBe(1)
  expect(getFacet('metal')).toEqual(['Silver 1', 'Yellow gold 1', 'Platinum 0'])
  expect(getFacet('stone')).toEqual(['Opal 1', 'Ruby 1'])
  expect(getFacet('country')).toEqual(['Italy 1'])
  expect(getFacet('onOffer')).toEqual(['On offer 1'])
  const list = await shop.call(advanceProductSearch, {
    query: { stone: 'ruby', metal: 'silver.platinum', page: 1 },
    body: { data: NO_BOUNDS },
  })
  expect(list).toMatchObject({ total: 1, getProduct: [{ name: 'Silver ruby ring' }] })
  const fullList = await shop.call(advanceProductSearch, {
    query: { inStock: '1', sort: 'relevance' },
    body: { data: NO_BOUNDS },
  })
  expect(fullList.total).toBe(2)
})

test.each([
  ['metal', 'a b'],
  ['metal', '<script>'],
  ['stone', 'x'.repeat(301)],
  ['country', '..'],
  ['inStock', 'yes'],
  ['onOffer', '0'],
  ['category', 'Watches'],
  ['minPrice', 'cheap'],
  ['productName', 'x'.repeat(10_000)],
])('refuses an invalid %s with the common error shape', async (name, value) => {
  const query = new URLSearchParams({ [name]: value })
  const answer = await shop.get(`/shop/getFacets?${query}`)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ success: false, code: 'invalid_input', requestId: expect.any(String) })
})

test('refuses a search of 10,000 characters and page 1,000,001; page 1,000,000 is empty', async () => {
  const long = 'x'.repeat(10_000)
  expect((await shop.post('/shop/searchProduct', { data: long })).status).toBe(400)
  expect((await shop.post('/shop/advanceProductSearch', { data: { productName: long } })).status).toBe(400)
  expect((await shop.get('/shop/getAllProducts?page=1000001')).status).toBe(400)
  expect((await shop.get('/shop/getAllProducts?page=1000000')).body).toMatchObject({ getProduct: [] })
})

test('search text is never interpreted as SQL, pattern or markup', async () => {
  await createTestProduct(shop.db, { name: 'Plain ring' })
  for (const productName of [`<script>alert(1)</script>`, `' or 1=1 --`, `%`, `\\`, '$1', '💍'.repeat(20)]) {
    expect(await shop.call(getFacets, { query: { productName } })).toMatchObject({ total: 0 })
  }
  expect((await shop.get('/shop/getFacets?productName=%00')).status).toBe(400)
})

test('type-ahead finds verified suppliers by a part of their name', async () => {
  const supplier = await createTestSupplier(shop.db, { name: 'Ourivesaria Émile' })
  await createTestSupplier(shop.db, { name: 'Emile the unknown', isVerified: false })
  const { suppliers } = await shop.call(searchProduct, { body: { data: 'emile' } })
  expect(suppliers).toEqual([{ id: supplier.publicId, name: 'Ourivesaria Émile' }])
  expect((await shop.call(searchProduct, { body: { data: '%' } })).suppliers).toEqual([])
})
