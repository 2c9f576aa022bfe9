import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestProduct, createTestSupplier, placeGuestOrder } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import type { OwnProductData } from '../own-contract.ts'

const shop = await createTestShop()
const { db } = shop

async function createOwnedProduct() {
  const supplier = await createTestSupplier(db)
  const owner = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: supplier })
  const product = await createTestProduct(db, { supplier, name: 'Quay ring', stock: 5 })
  return { owner, product }
}

type Owned = Awaited<ReturnType<typeof createOwnedProduct>>

const act = ({ owner, product }: Owned, action: 'archive' | 'restore') =>
  shop.post(`/supplier/products/${product.id}/${action}`, {}, owner.headers)

async function readOwn({ owner, product }: Owned): Promise<OwnProductData> {
  return getField(await shop.get(`/supplier/products/${product.id}`, owner.headers), 'product')
}

test('an archived product leaves the shop with its data, and is restored as a draft', async () => {
  const owned = await createOwnedProduct()
  const before = await readOwn(owned)
  const archived = await act(owned, 'archive')
  expect([archived.status, getField(archived, 'product', 'isArchived')]).toEqual([200, true])
  const gone = await shop.get(`/shop/getProductsByID/${owned.product.id}`)
  expect([gone.status, getField(gone, 'code')]).toEqual([404, 'product_withdrawn'])
  const list = await shop.get('/shop/getMyProducts', owned.owner.headers)
  expect(getField(list, 'total')).toBe(0)

  const restored = await act(owned, 'restore')
  expect(getField(restored, 'product')).toEqual({
    ...before,
    state: 'draft',
    isListed: false,
    revision: before.revision + 2,
  })
  await shop.post('/shop/publishMyProducts', { data: { ids: [owned.product.id] } }, owned.owner.headers)
  expect((await shop.get(`/shop/getProductsByID/${owned.product.id}`)).status).toBe(200)
})

test('orders keep showing an archived product', async () => {
  const owned = await createOwnedProduct()
  await placeGuestOrder(shop, [{ id: owned.product.id, variantId: owned.product.variantId }])
  const readLines = () => queryRows(db, sql`select to_jsonb(l) as line from supplier_order_lines l`)
  const before = await readLines()
  await act(owned, 'archive')
  expect(JSON.stringify(before)).toContain('Quay ring')
  expect(await readLines()).toEqual(before)
})

test('archiving or restoring twice has no effect, and an archived product cannot be changed', async () => {
  const owned = await createOwnedProduct()
  expect((await act(owned, 'restore')).status).toBe(200)
  await act(owned, 'archive')
  const { revision } = await readOwn(owned)
  expect((await act(owned, 'archive')).status).toBe(200)
  expect((await readOwn(owned)).revision).toBe(revision)
  const data = { id: owned.product.id, revision, name: 'New', priceCents: 1, variants: [{ quantity: 1 }] }
  const saved = await shop.post('/shop/saveMyProduct', { data }, owned.owner.headers)
  expect([saved.status, getField(saved, 'code')]).toEqual([404, 'product_not_found'])
})
