import type { z } from '@hono/zod-openapi'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createCatalogueCalls, listNames } from '#tests/shop/catalogue.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { advanceProductSearch, searchProduct } from '../../contract.ts'
import { foldSales, foldSearchWords, recordSale } from '../../service.ts'

const { db, reset } = await createTestDatabase()
beforeEach(reset)

const call = createCatalogueCalls(db)

async function createProductsNamed(...productNames: string[]) {
  for (const name of productNames) await createTestProduct(db, { name })
}

const filter = (data: Partial<AdvancedData>) => ({ data })
type AdvancedData = z.input<typeof advanceProductSearch.body>['data']

test('a name is found by any part of it, without regard to case and accents, and wildcards are literal', async () => {
  await createProductsNamed('Collier Émeraude', '50% Off_Ring', 'Plain ring')
  const listFound = async (productName: string) =>
    listNames(
      (await call(advanceProductSearch, { query: { page: 1 }, body: filter({ productName }) })).getProduct,
    )
  expect(await listFound('EMERAUD')).toEqual(['Collier Émeraude'])
  expect(await listFound('r É')).toEqual(['Collier Émeraude'])
  expect(await listFound('%')).toEqual(['50% Off_Ring'])
  expect(await listFound('f_r')).toEqual(['50% Off_Ring'])
  expect(await listFound('in')).toEqual(['Plain ring', '50% Off_Ring'])
  expect(await listFound('\\')).toEqual([])
  expect(await listFound('ri\u0000ng')).toEqual([])
})

test('bounds on price and stock are inclusive, a category chip applies as well, and the total is exact', async () => {
  const supplier = await createTestSupplier(db)
  await createTestProduct(db, { supplier, name: 'A', price: 3_000, offer: 2_000, stock: 2 })
  await createTestProduct(db, { supplier, name: 'B', price: 2_000, stock: 3, categoryId: 2 })
  await createTestProduct(db, { supplier, name: 'C', price: 2_001, stock: 4 })
  const listFound = async (data: Partial<AdvancedData>, query = {}) => {
    const paged = await call(advanceProductSearch, {
      query: { page: 1, limit: 1, ...query },
      body: filter(data),
    })
    const fullList = await call(advanceProductSearch, { query, body: filter(data) })
    expect(paged.total).toBe(fullList.getProduct.length)
    return listNames(fullList.getProduct)
  }
  expect(await listFound({})).toEqual(['C', 'B', 'A'])
  expect(await listFound({ minPrice: '20', maxPrice: '20.00' })).toEqual(['B', 'A'])
  expect(await listFound({ minPrice: 20.01 })).toEqual(['C'])
  expect(await listFound({ minQuantity: '3', maxQuantity: '99999999999' })).toEqual(['C', 'B'])
  expect(await listFound({ maxPrice: '20' }, { category: 'Necklaces' })).toEqual(['B'])
  expect(await listFound({ minPrice: '21', maxPrice: '20' })).toEqual([])
  expect(await listFound({ minPrice: '99999999999' })).toEqual([])
})

test('type-ahead allows one error per word, requires all words, and shows the most popular first', async () => {
  await createProductsNamed('Emerald Halo Ring', 'Gold Signet Ring', 'Solitaire Necklace')
  const product = await createTestProduct(db, { name: 'Émerald Eternity Ring' })
  await recordSale(db, [{ productId: product.productKey, quantity: 3 }])
  await foldSales(db)
  const listFound = async (data: string) =>
    listNames((await call(searchProduct, { body: { data } })).searchProduct)
  expect(await listFound('emer')).toEqual(['Émerald Eternity Ring', 'Emerald Halo Ring'])
  expect(await listFound('emerlad rnig')).toEqual(['Émerald Eternity Ring', 'Emerald Halo Ring'])
  expect(await listFound('ring hal')).toEqual(['Emerald Halo Ring'])
  expect(await listFound('gld')).toEqual(['Gold Signet Ring'])
  expect(await listFound('nekcla')).toEqual(['Solitaire Necklace'])
  expect(await listFound('olitair')).toEqual(['Solitaire Necklace'])
  expect(await listFound('gold necklace')).toEqual([])
})

test('type-ahead finds SKUs, and no input breaks it', async () => {
  const { variantKey, name } = await createTestProduct(db)
  await db.execute(sql`update product_variants set sku = 'VL-77/a' where id = ${variantKey}`)
  const listFound = async (data: string) =>
    listNames((await call(searchProduct, { body: { data: { search: data } } })).searchProduct)
  expect(await listFound('vl-77/A')).toEqual([name])
  for (const hostile of [
    `'`,
    `' | a:*`,
    '\\',
    '((',
    ':*',
    '!',
    '%',
    'ŉ',
    '\u0000x',
    `"; drop table products; --`,
  ]) {
    expect(await listFound(hostile)).toEqual([])
  }
})

test('new names are searchable immediately, and words without listed names are removed', async () => {
  const { productKey } = await createTestProduct(db, { name: 'Chandelier drops' })
  await db.execute(sql`update products set name = 'Filigree drops' where id = ${productKey}`)
  const listWords = async () =>
    (await queryRows<{ word: string }>(db, sql`select word from search_words order by 1`)).map(
      (row) => row.word,
    )
  expect(await listWords()).toEqual(['chandelier', 'drops', 'filigree'])
  await foldSearchWords(db)
  expect(await listWords()).toEqual(['drops', 'filigree'])
})
