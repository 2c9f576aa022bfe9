import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { generateStoreProducts } from '../../../../../../bench/console/store-products.ts'
import type { ProductEditData } from './contract.ts'

const shop = await createTestShop()

test('all products of a filter can be selected and edited together; the preview shows refused rows first', async () => {
  const supplier = await createTestSupplier(shop.db)
  const { headers } = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: supplier,
  })
  await generateStoreProducts(shop.db.$client, supplier.id, 450)
  const ids: string[] = getField(
    await shop.get('/supplier/product-ids?view=active&sort=title', headers),
    'ids',
  )
  const listed = await shop.get('/supplier/products?view=active&sort=title&pageSize=200&page=2', headers)
  const second: { id: string }[] = getField(listed, 'products')
  expect(ids).toHaveLength(getField(listed, 'total'))
  expect(second.map(({ id }) => id)).toEqual(ids.slice(200, 400))

  // Every tenth product has no wholesale price to raise.
  const change = { field: 'wholesale', mode: 'raise', basisPoints: 500 }
  const answer = await shop.post('/supplier/product-edits', { products: ids, change }, headers)
  const edit: ProductEditData = getField(answer, 'edit')
  expect(edit.rows).toHaveLength(500)
  expect(edit.changes + edit.refused).toBeGreaterThan(600)
  expect(edit.rows.slice(0, edit.refused).every(({ problem }) => problem !== null)).toBe(true)
  expect(edit.rows.slice(edit.refused).every(({ problem }) => problem === null)).toBe(true)
  const applied = await shop.post(`/supplier/product-edits/${edit.id}/apply`, {}, headers)
  expect(getField(applied, 'edit', 'changes')).toBe(edit.changes)
  const undone = await shop.post(`/supplier/product-edits/${edit.id}/undo`, {}, headers)
  expect(undone.body).toMatchObject({ edit: { changes: edit.changes, refused: 0 } })
})
