import { expect, test } from 'vitest'
import { createImportedSupplier, importRows } from '#tests/models/stock/imported-store.ts'
import { getField } from '#tests/steps/chat.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()

test('saving the product form, publishing and removing are in the history', async () => {
  const supplier = await createTestSupplier(shop.db)
  const store = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  const form = { name: 'Opal ring', priceCents: 4_000, variants: [{ quantity: 3 }] }
  const draft = await shop.post('/shop/saveMyProduct', { data: form }, store.headers)
  const product: Record<'id' | 'revision', unknown> & { variants: { id: string }[] } = getField(
    draft,
    'product',
  )
  const saved = { ...form, id: product.id, revision: product.revision, priceCents: 4_500 }
  const variants = [{ id: product.variants[0]?.id, quantity: 5, seenQuantity: 3 }]
  await shop.post('/shop/saveMyProduct', { data: { ...saved, variants } }, store.headers)
  await shop.post('/shop/publishMyProducts', { data: { ids: [product.id] } }, store.headers)
  await shop.post('/shop/removeMyProduct', { data: { id: product.id } }, store.headers)
  const { body } = await shop.get(`/supplier/products/${String(product.id)}/changes`, store.headers)
  expect(body).toMatchObject({
    changes: [
      { field: 'status', before: 'active', after: 'archived', source: 'form' },
      { field: 'status', before: 'draft', after: 'active' },
      { field: 'stock', before: 3, after: 5 },
      { field: 'price', before: 4_000, after: 4_500 },
    ],
    next: null,
  })
})

test('price and stock changes by an import are in the history, and re-importing the file adds none', async () => {
  const store = await createImportedSupplier(shop)
  const ring = { sku: 'RING', stock: 5, price: '100.00' }
  for (const row of [ring, { ...ring, price: '120.00', stock: 4 }, { ...ring, price: '120.00', stock: 4 }])
    await importRows(store, [row])
  const { id } = await store.product('RING')
  const { body } = await shop.get(`/supplier/products/${id}/changes`, store.owner.headers)
  expect(body).toMatchObject({
    changes: [
      { field: 'stock', before: 5, after: 4, source: 'import', by: null },
      { field: 'price', before: 10_000, after: 12_000, source: 'import', sku: 'RING' },
    ],
    next: null,
  })
})
