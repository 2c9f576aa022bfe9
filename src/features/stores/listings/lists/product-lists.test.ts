import { afterAll, expect, test } from 'vitest'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createListingSteps } from '#tests/steps/listings.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const { createVendor, createWholesale, publish, listListings } = createListingSteps(shop, fake)

test('a vendor can add products to a list, read it, remove them and delete the list', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const [ring, chain] = [await createWholesale(4_000, { name: 'List ring' }), await createWholesale(3_000)]
  const created = await shop.post('/vendor/product-lists', { name: ' Summer ' }, headers)
  const id = getField(created, 'list', 'id')
  expect(created).toMatchObject({ body: { list: { name: 'Summer', products: 0 } } })
  const change = (productIds: string[], isOnList: boolean) =>
    shop.post(`/vendor/product-lists/${id}/products`, { productIds, isOnList }, headers)
  await change([ring.id, chain.id], true)
  await change([ring.id], true)
  expect((await shop.get(`/vendor/product-lists?product=${ring.id}`, headers)).body).toMatchObject({
    lists: [{ id, products: 2, hasProduct: true }],
  })
  await change([chain.id], false)
  expect((await shop.get(`/vendor/product-lists/${id}/products?page=9`, headers)).body).toMatchObject({
    products: [{ id: ring.id, name: 'List ring' }],
    total: 1,
    page: 1,
  })
  expect(await shop.post(`/vendor/product-lists/${id}/remove`, undefined, headers)).toMatchObject({
    status: 200,
  })
  expect((await shop.get('/vendor/product-lists', headers)).body).toMatchObject({ lists: [] })
})

test('refuses a second list with the same name, and other vendors cannot see or change a list', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const { headers: strangerHeaders } = await createSignedInAccount(shop.db, shop.now())
  const id = getField(await shop.post('/vendor/product-lists', { name: 'Rings' }, headers), 'list', 'id')
  expect(await shop.post('/vendor/product-lists', { name: 'rings' }, headers)).toMatchObject({
    status: 409,
    body: { code: 'list_name_taken' },
  })
  expect(await shop.post('/vendor/product-lists', { name: ' ' }, headers)).toMatchObject({ status: 400 })
  const refusal = { status: 404, body: { code: 'list_not_found' } }
  expect(await shop.get(`/vendor/product-lists/${id}/products`, strangerHeaders)).toMatchObject(refusal)
  expect(await shop.post(`/vendor/product-lists/${id}/remove`, undefined, strangerHeaders)).toMatchObject(
    refusal,
  )
  const body = { productIds: [`prd_${'0'.repeat(32)}`], isOnList: true }
  expect(await shop.post(`/vendor/product-lists/${id}/products`, body, strangerHeaders)).toMatchObject(
    refusal,
  )
})

test('listings can be tagged, filtered by tag, and exported with their tags', async () => {
  const vendor = await createVendor()
  const [ring, chain] = [
    await createWholesale(4_000, { name: 'Tagged ring', stock: 2 }),
    await createWholesale(3_000, { stock: 2 }),
  ]
  await publish(vendor, ring, chain)
  const tag = (name: string, isSet: boolean) =>
    shop.post('/vendor/product-tags', { productIds: [ring.id], tag: name, isSet }, vendor.headers)
  await tag('gift', true)
  await tag('gold', true)
  await tag('gold', false)
  expect(await listListings(vendor, '?tag=gift')).toMatchObject({
    body: {
      total: 1,
      listings: [{ name: 'Tagged ring', tags: ['gift'] }],
      tags: [{ tag: 'gift', products: 1 }],
    },
  })
  expect(await listListings(vendor)).toMatchObject({ body: { total: 2 } })
  const { text } = await shop.get('/vendor/listing-export?tag=gift', vendor.headers)
  const [head, row, ...more] = text.trim().split('\r\n')
  expect(head).toContain('product,SKU,supplier,tags,store')
  expect(row).toMatch(/^Tagged ring,.*,gift,.*,USD,published,/)
  expect(more).toEqual([])
  const stranger = await createVendor()
  expect(await listListings(stranger)).toMatchObject({ body: { tags: [] } })
  for (let n = 0; n < 29; n += 1) await tag(`tag ${n}`, true)
  expect(await tag('one too many', true)).toMatchObject({ status: 409, body: { code: 'too_many_tags' } })
})
