import type { z } from '@hono/zod-openapi'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { catalogueCalls, names } from '#tests/shop/catalogue.ts'
import { testDatabase } from '#tests/shop/database.ts'
import { pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import { advanceProductSearch, searchProduct } from '../contract.ts'
import { foldSales, rebuildSearchWords, recordSale } from '../service.ts'

const { db, reset } = await testDatabase()
beforeEach(reset)

const call = catalogueCalls(db)

async function piecesNamed(...given: string[]) {
  for (const name of given) await pieceOnSale(db, { name })
}

const filter = (data: Partial<AdvancedData>) => ({ data })
type AdvancedData = z.input<typeof advanceProductSearch.body>['data']

test('a name is found by any part of it, whatever its case and accents, and signs mean themselves', async () => {
  await piecesNamed('Collier Émeraude', '50% Off_Ring', 'Plain ring')
  const found = async (productName: string) =>
    names(
      (await call(advanceProductSearch, { query: { page: 1 }, body: filter({ productName }) })).getProduct,
    )
  expect(await found('EMERAUD')).toEqual(['Collier Émeraude'])
  expect(await found('r É')).toEqual(['Collier Émeraude'])
  expect(await found('%')).toEqual(['50% Off_Ring'])
  expect(await found('f_r')).toEqual(['50% Off_Ring'])
  expect(await found('in')).toEqual(['Plain ring', '50% Off_Ring'])
  expect(await found('\\')).toEqual([])
  expect(await found('ri\u0000ng')).toEqual([])
})

test('bounds are inclusive on the selling price and the stock, a chip applies too, and the total is exact', async () => {
  const supplier = await supplierInTrade(db)
  await pieceOnSale(db, { supplier, name: 'A', price: 3_000, offer: 2_000, stock: 2 })
  await pieceOnSale(db, { supplier, name: 'B', price: 2_000, stock: 3, categoryId: 2 })
  await pieceOnSale(db, { supplier, name: 'C', price: 2_001, stock: 4 })
  const found = async (data: Partial<AdvancedData>, query = {}) => {
    const paged = await call(advanceProductSearch, {
      query: { page: 1, limit: 1, ...query },
      body: filter(data),
    })
    const whole = await call(advanceProductSearch, { query, body: filter(data) })
    expect(paged.total).toBe(whole.getProduct.length)
    return names(whole.getProduct)
  }
  expect(await found({})).toEqual(['C', 'B', 'A'])
  expect(await found({ minPrice: '20', maxPrice: '20.00' })).toEqual(['B', 'A'])
  expect(await found({ minPrice: 20.01 })).toEqual(['C'])
  expect(await found({ minQuantity: '3', maxQuantity: '99999999999' })).toEqual(['C', 'B'])
  expect(await found({ maxPrice: '20' }, { category: 'Necklaces' })).toEqual(['B'])
  expect(await found({ minPrice: '21', maxPrice: '20' })).toEqual([])
  expect(await found({ minPrice: '99999999999' })).toEqual([])
})

test('type-ahead forgives one error a word, wants all words, and shows the most popular first', async () => {
  await piecesNamed('Emerald Halo Ring', 'Gold Signet Ring', 'Solitaire Necklace')
  const seller = await pieceOnSale(db, { name: 'Émerald Eternity Ring' })
  await recordSale(db, [{ productId: seller.productKey, quantity: 3 }])
  await foldSales(db)
  const found = async (data: string) => names((await call(searchProduct, { body: { data } })).searchProduct)
  expect(await found('emer')).toEqual(['Émerald Eternity Ring', 'Emerald Halo Ring'])
  expect(await found('emerlad rnig')).toEqual(['Émerald Eternity Ring', 'Emerald Halo Ring'])
  expect(await found('ring hal')).toEqual(['Emerald Halo Ring'])
  expect(await found('gld')).toEqual(['Gold Signet Ring'])
  expect(await found('nekcla')).toEqual(['Solitaire Necklace'])
  expect(await found('olitair')).toEqual(['Solitaire Necklace'])
  expect(await found('gold necklace')).toEqual([])
})

test('type-ahead finds a stock-keeping number, and nothing typed breaks it', async () => {
  const { variantKey, name } = await pieceOnSale(db)
  await db.execute(sql`update product_variants set sku = 'VL-77/a' where id = ${variantKey}`)
  const found = async (data: string) =>
    names((await call(searchProduct, { body: { data: { search: data } } })).searchProduct)
  expect(await found('vl-77/A')).toEqual([name])
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
    expect(await found(hostile)).toEqual([])
  }
})

test('new names are searchable at once, and a recount forgets the words that no listed name has', async () => {
  const { productKey } = await pieceOnSale(db, { name: 'Chandelier drops' })
  await db.execute(sql`update products set name = 'Filigree drops' where id = ${productKey}`)
  const words = async () =>
    (await rows<{ word: string }>(db, sql`select word from search_words order by 1`)).map((row) => row.word)
  expect(await words()).toEqual(['chandelier', 'drops', 'filigree'])
  expect(await rebuildSearchWords(db)).toBe(2)
  expect(await words()).toEqual(['drops', 'filigree'])
})
