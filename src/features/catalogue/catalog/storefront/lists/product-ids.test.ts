import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#core/ids.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getAllProducts, getProductsByIDs } from '../../contract.ts'
import { products } from '../../tables.ts'

const shop = await createTestShop()

test('products requested by ID are returned as cards in that order, without duplicates', async () => {
  const first = await createTestProduct(shop.db, { name: 'Alba', price: 20_000, offer: 15_000, stock: 3 })
  const second = await createTestProduct(shop.db, { name: 'Elba' })
  const { getProduct } = await getByIds([second.id, first.id, second.id])
  expect(getProduct.map((card) => card.name)).toEqual(['Elba', 'Alba'])
  const { getProduct: list } = await shop.call(getAllProducts, { query: { page: 1 } })
  expect(getProduct[1]).toEqual(list.find((card) => card.id === first.id))
})

test('deleted and unknown products are left out', async () => {
  const listedProduct = await createTestProduct(shop.db)
  const deletedProduct = await createTestProduct(shop.db)
  await shop.db.update(products).set({ status: 'archived' }).where(eq(products.id, deletedProduct.productKey))
  const { getProduct } = await getByIds([deletedProduct.id, newId('product'), listedProduct.id])
  expect(getProduct.map((card) => card.id)).toEqual([listedProduct.id])
  expect((await getByIds([deletedProduct.id])).getProduct).toEqual([])
})

test('up to 24 products can be requested in one call; more, and invalid IDs, are refused', async () => {
  const ids = Array.from({ length: 25 }, () => newId('product'))
  expect((await shop.get(toPath(ids.slice(1)))).status).toBe(200)
  for (const wrong of [
    toPath(ids),
    toPath([]),
    toPath(['1', '2']),
    toPath([`${ids[0]}'`]),
    toPath(['x'.repeat(10_000)]),
    '/shop/getProductsByIDs',
  ]) {
    const { status, body } = await shop.get(wrong)
    expect([status, body]).toEqual([400, expect.objectContaining({ success: false, code: 'invalid_input' })])
  }
})

function getByIds(ids: readonly string[]) {
  return shop.call(getProductsByIDs, { query: { ids: ids.join(',') } })
}

function toPath(ids: readonly string[]): string {
  return `/shop/getProductsByIDs?ids=${encodeURIComponent(ids.join(','))}`
}
