import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/database.ts'
import type { Search } from '#features/catalogue/catalog/port.ts'
import { toPageRange } from '#features/catalogue/catalog/rules.ts'
import { foldSales, recordSale, recountSearchWords } from '#features/catalogue/catalog/service.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import {
  countMatching,
  createMixedCatalogue,
  type FilterInput,
  listSortedIds,
  toCondition,
  toFilter,
} from '../oracles/facet-oracle.ts'
import { createTestProduct, createTestSupplier } from '../shop/factories.ts'

/** A search of a database. An index outside of it contains all earlier changes once `settle` has returned. */
export type SearchFixture = Readonly<{ db: Database; search: Search; settle(): Promise<void> }>

type Card = Readonly<{ id: string; name: string; price: number; stock: number }>

const SEARCHES: readonly FilterInput[] = [
  { category: 'Rings' },
  { metal: ['silver', 'platinum'], stone: ['diamond'] },
  { country: ['PT'], onOffer: true, inStock: true },
  { productName: 'halo signet', minPrice: '100', maxPrice: '900' },
]

/** Registers the tests that every search has to pass; `connect` returns it before each test, over an empty shop. */
export function testSearchContract(name: string, connect: () => Promise<SearchFixture>): void {
  let fixture: SearchFixture
  beforeEach(async () => {
    fixture = await connect()
  })
  const find = (input: FilterInput) => findCards(fixture, input)
  testMatches(name, () => fixture)
  testTexts(name, () => fixture)

  test(`${name}: a product that has sold out or been withdrawn is not offered, and prices are current`, async () => {
    const { db, settle } = fixture
    const [soldOut, withdrawn, cheaper] = await createProducts(db, 'Opal ring', 'Opal charm', 'Opal band')
    await settle()
    expect(await find({ inStock: true })).toHaveLength(3)
    expect(await suggestNames(fixture, 'opal')).toHaveLength(3)
    await db.execute(sql`update product_variants set stock = 0 where product_id = ${soldOut?.productKey}`)
    await db.execute(sql`select refresh_product_stock(array[${soldOut?.productKey}]::bigint[])`)
    await db
      .update(products)
      .set({ status: 'archived' })
      .where(eq(products.id, Number(withdrawn?.productKey)))
    await db
      .update(products)
      .set({ priceAmount: 700 })
      .where(eq(products.id, Number(cheaper?.productKey)))
    const current = { id: cheaper?.id, name: 'Opal band', price: 7 }
    expect(await find({ inStock: true })).toMatchObject([current])
    expect((await find({})).map(({ id, stock }) => [id, stock])).toEqual([
      [cheaper?.id, 5],
      [soldOut?.id, 0],
    ])
    expect(await suggestNames(fixture, 'opal')).toEqual(['Opal band', 'Opal ring'])
    await settle()
    const page = await fixture.search.find(db, toFilter({ inStock: true }), toPageRange(1, 10))
    expect({ total: Number(page.total), n: page.n }).toEqual({ total: 1, n: 1 })
  })
}

/** Tests filters, orders, pages and counts, each against plain SQL. */
function testMatches(name: string, getFixture: () => SearchFixture): void {
  test(`${name}: filters find what SQL finds, in every order and on every page`, async () => {
    const { db, search, settle } = getFixture()
    await createMixedCatalogue(db)
    await settle()
    for (const input of SEARCHES)
      for (const sort of ['newest', 'popular', 'rating', 'discount', 'price_asc', 'price_desc'] as const) {
        const expected = await listSortedIds(db, input, sort)
        for (const range of [toPageRange(1, 7), toPageRange(2, 7), toPageRange(99, 7)]) {
          const { items, n, total } = await search.find(db, toFilter(input, sort), range)
          const ids = readCards(items).map(({ id }) => id)
          const expectedPage = expected.slice(range.offset, range.offset + range.limit)
          expect({ input, sort, ids, n }).toEqual({ input, sort, ids: expectedPage, n: expectedPage.length })
          expect(Number(total)).toBe(expected.length)
        }
      }
  })

  test(`${name}: each facet counts what SQL counts without the facet's own filter`, async () => {
    const { db, search, settle } = getFixture()
    await createMixedCatalogue(db)
    await settle()
    for (const input of SEARCHES) {
      const { facets, total } = await search.facets(db, toFilter(input))
      expect({ input, total }).toEqual({ input, total: await countMatching(db, input) })
      for (const facet of facets)
        for (const { value, count } of facet.options.slice(0, 2)) {
          const and = toCondition(facet.name, value)
          const expected = await countMatching(db, input, { without: facet.name, ...(and ? { and } : {}) })
          expect({ input, facet: facet.name, value, count }).toMatchObject({ count: expected })
        }
    }
  })
}

/** Tests words: accents, characters with a meaning in patterns, popularity, typing errors and interpretations. */
function testTexts(name: string, getFixture: () => SearchFixture): void {
  test(`${name}: suggestions begin with the most popular names and allow for typing errors`, async () => {
    const fixture = getFixture()
    const [, ring] = await createProducts(fixture.db, 'Emerald Halo Ring', 'Émerald Ring', 'Gold Necklace')
    await recordSale(fixture.db, [{ productId: Number(ring?.productKey), quantity: 3 }])
    await foldSales(fixture.db)
    await recountSearchWords(fixture.db)
    await fixture.settle()
    for (const typed of ['emer', 'emerlad rnig', 'ÉMERALD'])
      expect(await suggestNames(fixture, typed)).toEqual(['Émerald Ring', 'Emerald Halo Ring'])
    expect(await suggestNames(fixture, 'nekcla')).toEqual(['Gold Necklace'])
    for (const typed of ['gold ring', '%', "'", ':*', '\\'])
      expect(await suggestNames(fixture, typed)).toEqual([])
  })

  test(`${name}: a text that finds nothing has a correction or names facets`, async () => {
    const { db, search, settle } = getFixture()
    await createProducts(db, 'Moonstone band', '50% Off_Ring')
    await recountSearchWords(db)
    await db.update(products).set({ stones: '2 diamonds, round' })
    await settle()
    const readText = async (productName: string) => search.facets(db, toFilter({ productName }))
    expect(await readText('monstone')).toMatchObject({ total: 0, suggestion: 'moonstone', understood: null })
    expect((await readText('diamond rings')).understood).toMatchObject({
      stone: 'diamond',
      category: 'Rings',
    })
    expect(await readText('50% off')).toMatchObject({ total: 1, suggestion: null, understood: null })
  })
}

async function createProducts(db: Database, ...names: string[]) {
  const supplier = await createTestSupplier(db)
  const created = []
  for (const name of names) created.push(await createTestProduct(db, { supplier, name }))
  return created
}

async function findCards({ db, search }: SearchFixture, input: FilterInput): Promise<readonly Card[]> {
  return readCards((await search.find(db, toFilter(input), toPageRange(1, 10))).items)
}

async function suggestNames({ db, search }: SearchFixture, typed: string): Promise<string[]> {
  return readCards(await search.suggest(db, typed)).map((hit) => hit.name)
}

function readCards(items: string): readonly Card[] {
  return JSON.parse(items)
}
