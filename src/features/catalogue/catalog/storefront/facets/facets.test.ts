import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import {
  type FilterInput,
  countMatching,
  toCondition,
  createMixedCatalogue,
  toFilter,
  listSortedIds,
} from '#tests/oracles/facet-oracle.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createFacetCounts } from './facet-counts.ts'
import { findFacets } from './find-facets.ts'
import { renderFilteredListPage } from '../lists/list-products.ts'
import { createPostgresSearch } from '../search/postgres-search.ts'
import { toPageRange } from '../../rules.ts'

const { db, reset } = await createTestDatabase()
beforeEach(reset)

const counts = createFacetCounts({ restMs: 0, keepMs: 0 })
const postgresSearch = createPostgresSearch(counts)

/** Each filter alone and combined, with prices on and off the bounds of price bands. */
const SEARCHES: readonly FilterInput[] = [
  {},
  { category: 'Rings' },
  { metal: ['yellow-gold'] },
  { metal: ['silver', 'platinum'], stone: ['diamond'] },
  { stone: ['ruby', 'emerald'], country: ['IT', 'JP'], inStock: true },
  { country: ['PT'], onOffer: true, category: 'Charms' },
  { minPrice: '50', maxPrice: '99.99' },
  { minPrice: '60', maxPrice: '740.5', metal: ['platinum'] },
  { minPrice: '61.5', maxPrice: '63', inStock: true },
  { maxPrice: '1200', stone: ['emerald'], category: 'Anklets' },
  { productName: 'halo' },
  { productName: 'signet', metal: ['silver'], minPrice: '100' },
  { productName: 'halo', country: ['PT'], onOffer: true, inStock: true },
  { minQuantity: '2', stone: ['diamond'], maxPrice: '500' },
  { size: ['6', '7'] },
  { size: ['7'], color: ['black'], inStock: true },
  { color: ['yellow-gold'], purity: ['925'], metal: ['silver'] },
  { purity: ['750', '925'], size: ['6'], minPrice: '60', maxPrice: '1500' },
  { productName: 'halo', color: ['black'], purity: ['750'] },
]

test('each facet counts what SQL counts with all other filters applied', async () => {
  await createMixedCatalogue(db)
  for (const search of SEARCHES) {
    const { facets, total } = await findFacets(db, counts, toFilter(search))
    expect({ search, total }).toEqual({ search, total: await countMatching(db, search) })
    for (const { name, options } of facets) {
      for (const { value, count } of options) {
        const and = toCondition(name, value)
        if (!and) continue
        const expected = await countMatching(db, search, { without: name, and })
        expect({ search, name, value, count }).toEqual({ search, name, value, count: expected })
      }
    }
  }
})

test('a filtered list has the expected products in every order, with an exact total', async () => {
  await createMixedCatalogue(db)
  for (const search of SEARCHES) {
    for (const sort of ['newest', 'popular', 'rating', 'discount', 'price_asc', 'price_desc'] as const) {
      const filter = toFilter(search, sort)
      for (const page of [1, 2]) {
        const answer: { getProduct: { id: string }[]; total: number } = JSON.parse(
          await renderFilteredListPage(db, postgresSearch, { filter, span: toPageRange(page, 20) }),
        )
        const expected = await listSortedIds(db, search, sort)
        expect(answer.total).toBe(expected.length)
        expect(answer.getProduct.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 20, page * 20))
      }
    }
  }
})

test('facets follow changes of a product’s price, offer, stock and name and of its supplier’s country', async () => {
  const supplier = await createTestSupplier(db)
  const { productKey } = await createTestProduct(db, { supplier, name: 'Opal ring', price: 4_000, stock: 1 })
  const readFacets = async () => {
    const { facets } = await findFacets(db, counts, toFilter({}))
    return Object.fromEntries(
      facets.map(({ name, options }) => [
        name,
        options
          .filter(({ count }) => count > 0)
          .map(({ value }) => value)
          .join(),
      ]),
    )
  }
  expect(await readFacets()).toEqual({
    category: 'Rings',
    price: '25-49.99',
    metal: '',
    stone: 'opal',
    country: 'IT',
    inStock: '1',
    onOffer: '',
  })
  await db.execute(
    sql`update products set stock = 0, name = 'Silver ring', offer_amount = 2000 where id = ${productKey}`,
  )
  await db.execute(sql`update suppliers set country = 'PT'`)
  expect(await readFacets()).toEqual({
    category: 'Rings',
    price: '-24.99',
    metal: 'silver',
    stone: 'none',
    country: 'PT',
    inStock: '',
    onOffer: '1',
  })
  await db.execute(sql`update products set stock = 2 where id = ${productKey}`)
  expect((await readFacets())['inStock']).toBe('1')
})

test('recognises metals and stones in jewellers’ descriptions', async () => {
  const read = async (texts: { metal?: string; plating?: string; stones?: string; name?: string }) => {
    const { metal = null, plating = null, stones = null, name = 'Product' } = texts
    await reset()
    const { productKey } = await createTestProduct(db, { name })
    await db.execute(
      sql`update products set metal = ${metal}, plating = ${plating}, stones = ${stones} where id = ${productKey}`,
    )
    const { facets } = await findFacets(db, counts, toFilter({}))
    return (facets as readonly { name: string; options: readonly { value: string }[] }[])
      .filter((facet) => ['metal', 'stone'].includes(facet.name))
      .flatMap(({ options }) => options.map(({ value }) => value))
  }
  expect(await read({ metal: 'Yellow and rose gold' })).toEqual(['rose-gold', 'yellow-gold', 'none'])
  expect(await read({ metal: 'White gold or platinum', plating: 'Rhodium (white gold)' })).toEqual([
    'platinum',
    'white-gold',
    'none',
  ])
  expect(await read({ metal: '14K gold' })).toEqual(['yellow-gold', 'none'])
  expect(await read({ metal: 'Silver', plating: '18K gold vermeil, 2.5 microns' })).toEqual([
    'gold-plated',
    'silver',
    'none',
  ])
  expect(await read({ metal: 'Gold-plated brass', stones: 'None' })).toEqual(['brass', 'gold-plated', 'none'])
  expect(await read({ stones: '1 diamond, emerald cut; mother-of-pearl' })).toEqual(['diamond'])
  expect(await read({ stones: '2 rubies; 1 cultured pearl' })).toEqual(['pearl', 'ruby'])
  expect(await read({ stones: 'Coral beads' })).toEqual([])
  expect(await read({ name: 'Rose Gold Opal Ring' })).toEqual(['rose-gold', 'opal'])
})

test('an empty search result suggests filters to remove and a corrected spelling', async () => {
  await createTestProduct(db, { name: 'Diamond eternity ring', price: 5_000 })
  await createTestProduct(db, { name: 'Diamond bangle', price: 5_000, categoryId: 3 })
  const search = { productName: 'diamond', maxPrice: '20', category: 'Rings' } as const
  expect(await findFacets(db, counts, toFilter(search))).toMatchObject({
    total: 0,
    without: [{ filter: 'price', count: 1 }],
    suggestion: null,
  })
  expect(await findFacets(db, counts, toFilter({ productName: 'dimond rign' }))).toMatchObject({
    total: 0,
    suggestion: 'diamond ring',
    without: [{ filter: 'productName', count: 2 }],
  })
  expect(await findFacets(db, counts, toFilter({ minPrice: '9', maxPrice: '3' }))).toMatchObject({
    total: 0,
    without: [{ filter: 'price', count: 2 }],
  })
  expect(await findFacets(db, counts, toFilter({ productName: 'xyzzyx ring' }))).toMatchObject({
    suggestion: null,
    understood: null,
  })
})

test('a filter value without products finds nothing and can be removed', async () => {
  await createTestProduct(db)
  const { total, without } = await findFacets(db, counts, toFilter({ metal: ['mithril'], country: ['zz'] }))
  expect(total).toBe(0)
  expect(without).toEqual([])
  expect((await findFacets(db, counts, toFilter({ metal: ['mithril'] }))).without).toEqual([
    { filter: 'metal', count: 1 },
  ])
})

test('relevance puts names with the exact text first, then names with its words in any place', async () => {
  for (const name of ['Ring of gold', 'Gold ring', 'Goldring', 'Gold necklace'])
    await createTestProduct(db, { name })
  const answer: { getProduct: { name: string }[] } = JSON.parse(
    await renderFilteredListPage(db, postgresSearch, {
      filter: toFilter({ productName: 'gold ring' }, 'relevance'),
      span: toPageRange(),
    }),
  )
  expect(answer.getProduct.map(({ name }) => name)).toEqual(['Gold ring', 'Goldring', 'Ring of gold'])
})

test('search words that match no name are matched to categories, metals and stones', async () => {
  const { productKey } = await createTestProduct(db, { name: 'Lal Oval Halo', price: 5_000 })
  await db.execute(
    sql`update products set stones = '1 ruby, oval', metal = 'Rose gold' where id = ${productKey}`,
  )
  const read = async (productName: string) =>
    (await findFacets(db, counts, toFilter({ productName }))).understood
  const rubyRing = { productName: '', category: 'Rings', metal: 'rose-gold', stone: 'ruby' }
  expect(await read('Rings of rose gold with rubies')).toEqual(rubyRing)
  expect(await read('rose gold ruby ring')).toEqual(rubyRing)
  expect(await read('rubies rings')).toEqual({ ...rubyRing, metal: null })
  expect(await read('halo ring')).toEqual({
    productName: 'halo',
    category: 'Rings',
    metal: null,
    stone: null,
  })
  expect(await read('platinum ring')).toBeNull()
  expect(await read('brooches')).toBeNull()
})
