import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#core/ids.ts'
import { pieceOnSale } from '#tests/shop/factories.ts'
import { testShop } from '#tests/shop/shop.ts'
import { getAllProducts, getProductsByIDs } from '../contract.ts'
import { products } from '../tables.ts'

const shop = await testShop()

test('pieces asked for by their ids are answered as cards in that order, each once', async () => {
  const first = await pieceOnSale(shop.db, { name: 'Alba', price: 20_000, offer: 15_000, stock: 3 })
  const second = await pieceOnSale(shop.db, { name: 'Elba' })
  const { getProduct } = await asked([second.id, first.id, second.id])
  expect(getProduct.map((card) => card.name)).toEqual(['Elba', 'Alba'])
  const { getProduct: list } = await shop.call(getAllProducts, { query: { page: 1 } })
  expect(getProduct[1]).toEqual(list.find((card) => card.id === first.id))
})

test('pieces that are gone or never were are left out', async () => {
  const there = await pieceOnSale(shop.db)
  const gone = await pieceOnSale(shop.db)
  await shop.db.update(products).set({ status: 'archived' }).where(eq(products.id, gone.productKey))
  const { getProduct } = await asked([gone.id, newId('product'), there.id])
  expect(getProduct.map((card) => card.id)).toEqual([there.id])
  expect((await asked([gone.id])).getProduct).toEqual([])
})

test('twenty-four pieces may be asked for at once, not more, and nothing that is no id', async () => {
  const ids = Array.from({ length: 25 }, () => newId('product'))
  expect((await shop.get(address(ids.slice(1)))).status).toBe(200)
  for (const wrong of [
    address(ids),
    address([]),
    address(['1', '2']),
    address([`${ids[0]}'`]),
    address(['x'.repeat(10_000)]),
    '/shop/getProductsByIDs',
  ]) {
    const { status, body } = await shop.get(wrong)
    expect([status, body]).toEqual([400, expect.objectContaining({ success: false, code: 'invalid_input' })])
  }
})

function asked(ids: readonly string[]) {
  return shop.call(getProductsByIDs, { query: { ids: ids.join(',') } })
}

function address(ids: readonly string[]): string {
  return `/shop/getProductsByIDs?ids=${encodeURIComponent(ids.join(','))}`
}
