import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { newId } from '#core/ids.ts'
import { type CreatedProduct, createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { eraseWishlist, exportWishlist } from './service.ts'

const shop = await createTestShop()
let mei: CreatedAccount

beforeEach(async () => {
  mei = await createSignedInAccount(shop.db, shop.now())
})

function toggleItem(product: Pick<CreatedProduct, 'id'>, account = mei) {
  return shop.post('/shop/updateWishlist', { data: { productId: product.id } }, account.headers)
}

async function isInWishlist(product: Pick<CreatedProduct, 'id'>, headers: Record<string, string> = {}) {
  return (await shop.get(`/shop/checkWishlist/${product.id}`, headers)).body
}

function getWishlistPage(page = 1, account = mei) {
  return shop.get(`/shop/getWishlist?page=${page}`, account.headers)
}

async function listNames(page = 1): Promise<string[]> {
  const { text } = await getWishlistPage(page)
  const { items }: { items: { name: string }[] } = JSON.parse(text)
  return items.map(({ name }) => name)
}

test('toggling adds a product to the wishlist or removes it, and the answer says which [API-09, API-10, ROLE-04]', async () => {
  const ring = await createTestProduct(shop.db)
  const added = await toggleItem(ring)
  expect([added.status, added.body]).toEqual([
    200,
    { success: true, message: 'Added to wishlist', isInWishlist: true },
  ])
  expect((await toggleItem(ring)).body).toEqual({
    success: true,
    message: 'Removed from wishlist',
    isInWishlist: false,
  })
})

test('only the owner sees that a product is on their wishlist; others and signed-out visitors do not [API-11, ROLE-08]', async () => {
  const ring = await createTestProduct(shop.db)
  const other = await createSignedInAccount(shop.db, shop.now())
  await toggleItem(ring)
  expect(await isInWishlist(ring, mei.headers)).toEqual({ success: true, isInWishlist: true })
  expect(await isInWishlist(ring, other.headers)).toEqual({ success: true, isInWishlist: false })
  expect(await isInWishlist(ring)).toEqual({ success: true, isInWishlist: false })
})

test('wishlist calls without a valid token get 401 and change nothing [ROLE-08]', async () => {
  const ring = await createTestProduct(shop.db)
  const body = { data: { productId: ring.id } }
  for (const headers of [{}, { authorization: 'Bearer forged' }]) {
    const answers = [
      await shop.post('/shop/updateWishlist', body, headers),
      await shop.post('/shop/removeFromWishlist', body, headers),
      await shop.post('/shop/setWishlistEmails', body, headers),
      await shop.get('/shop/getWishlist', headers),
    ]
    for (const answer of answers)
      expect([answer.status, answer.body]).toMatchObject([401, { success: false }])
  }
  expect(await queryRows(shop.db, sql`select from wishlist_items`)).toEqual([])
})

test('concurrent toggles are applied one after another', async () => {
  const ring = await createTestProduct(shop.db)
  const answers = await Promise.all(Array.from({ length: 7 }, () => toggleItem(ring)))
  const states = answers.map(({ body }) =>
    body instanceof Object ? Reflect.get(body, 'isInWishlist') : undefined,
  )
  expect(states.filter((state) => state === true)).toHaveLength(4)
  expect(states.filter((state) => state === false)).toHaveLength(3)
  expect(await isInWishlist(ring, mei.headers)).toMatchObject({ isInWishlist: true })
})

test('removing a product twice has no further effect', async () => {
  const ring = await createTestProduct(shop.db)
  await toggleItem(ring)
  for (const _ of ['once', 'twice']) {
    const { body } = await shop.post(
      '/shop/removeFromWishlist',
      { data: { productId: ring.id } },
      mei.headers,
    )
    expect(body).toMatchObject({ success: true, isInWishlist: false })
  }
  expect(await listNames()).toEqual([])
})

test('refuses unlisted products and malformed IDs', async () => {
  const hidden = await createTestProduct(shop.db, {
    supplier: await createTestSupplier(shop.db, { isVerified: false }),
  })
  const unknown = { id: newId('product') }
  for (const product of [hidden, unknown])
    expect((await toggleItem(product)).body).toMatchObject({ success: false, message: 'Product not found' })
  expect((await toggleItem({ id: "' or 1=1" })).status).toBe(400)
  expect((await shop.get('/shop/checkWishlist/%00', mei.headers)).status).toBe(400)
})

test('a wishlist is limited to a thousand products, also under concurrent additions', async () => {
  const testProducts = [await createTestProduct(shop.db), await createTestProduct(shop.db)]
  await toggleItem(testProducts[0] ?? { id: '' })
  await toggleItem(testProducts[0] ?? { id: '' })
  await shop.db.execute(sql`
    insert into wishlist_items (account_id, product_public_id, name, added_at, added_amount, currency, was_in_stock)
    select ${mei.id}, 'prd_gone_' || n, 'Gone', now(), 100, 'USD', true from generate_series(1, 999) n`)
  const answers = await Promise.all(testProducts.map((product) => toggleItem(product)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'wishlist_full',
    message: 'Your wishlist is full (1000 products). Remove one first.',
  })
})

test('the wishlist is paged, newest first, and a page past the end is the last page', async () => {
  const supplier = await createTestSupplier(shop.db)
  for (let n = 1; n <= 25; n++)
    await toggleItem(await createTestProduct(shop.db, { supplier, name: `Ring ${n}` }))
  expect((await listNames(1)).slice(0, 2)).toEqual(['Ring 25', 'Ring 24'])
  expect(await listNames(2)).toEqual(['Ring 1'])
  expect((await getWishlistPage(9)).body).toMatchObject({ total: 25, page: 2, pages: 2 })
})

test('each item shows its current price and stock, and those at the time it was added', async () => {
  const ring = await createTestProduct(shop.db, { name: 'Halo', price: 10_000, stock: 0 })
  await toggleItem(ring)
  await shop.db
    .update(products)
    .set({ offerAmount: 7_500, stock: 3, name: 'Halo ring' })
    .where(eq(products.id, ring.productKey))
  expect((await getWishlistPage()).body).toMatchObject({
    items: [
      {
        productId: ring.id,
        name: 'Halo ring',
        availability: 'offered',
        product: { id: ring.id, price: 100, offerPrice: 75, stock: 3 },
        added: { at: shop.now().toISOString(), price: 100, wasInStock: false },
        tells: { priceDrop: false, backInStock: false },
      },
    ],
  })
})

test('withdrawn and deleted products stay on the list as such, and no new data of a hidden one is shown', async () => {
  const supplier = await createTestSupplier(shop.db)
  const [archived, deleted] = [
    await createTestProduct(shop.db, { name: 'A' }),
    await createTestProduct(shop.db, { name: 'B' }),
  ]
  const hidden = await createTestProduct(shop.db, { supplier, name: 'C' })
  for (const product of [hidden, deleted, archived]) await toggleItem(product)
  await shop.db.update(products).set({ status: 'archived' }).where(eq(products.id, archived.productKey))
  await shop.db.delete(products).where(eq(products.id, deleted.productKey))
  await shop.db.update(suppliers).set({ isVerified: false }).where(eq(suppliers.id, supplier.id))
  await shop.db.update(products).set({ name: 'Secret' }).where(eq(products.id, hidden.productKey))
  expect((await getWishlistPage()).body).toMatchObject({
    items: [
      { name: 'A', availability: 'withdrawn', product: null },
      { name: 'B', availability: 'withdrawn', product: null },
      { name: 'C', availability: 'hidden', product: null, image: null },
    ],
  })
  expect((await toggleItem(deleted)).body).toMatchObject({ isInWishlist: false })
})

test('an account cannot read or change another account’s wishlist', async () => {
  const ring = await createTestProduct(shop.db)
  const other = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  await toggleItem(ring)
  expect((await getWishlistPage(1, other)).body).toMatchObject({ items: [], total: 0, pages: 0 })
  await shop.post('/shop/removeFromWishlist', { data: { productId: ring.id } }, other.headers)
  const data = { productId: ring.id, priceDrop: true }
  const tells = await shop.post('/shop/setWishlistEmails', { data }, other.headers)
  expect([tells.status, tells.body]).toMatchObject([404, { code: 'not_in_wishlist' }])
  expect((await getWishlistPage()).body).toMatchObject({
    total: 1,
    items: [{ tells: { priceDrop: false } }],
  })
})

test('the wishlist is in the data export, and deleted with the account', async () => {
  const [ring, chain] = [await createTestProduct(shop.db, { name: 'Ring' }), await createTestProduct(shop.db)]
  await toggleItem(chain)
  await toggleItem(ring)
  expect((await exportWishlist(shop.db, mei.id))[0]).toEqual({
    productId: ring.id,
    name: 'Ring',
    addedAt: shop.now().toISOString(),
    addedPrice: 100,
    emails: { priceDrop: false, backInStock: false },
  })
  await eraseWishlist(shop.db, mei.id)
  expect(
    await queryRows(shop.db, sql`select account_id from wishlists union all select id from wishlist_items`),
  ).toEqual([])
})
