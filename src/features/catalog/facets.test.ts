import { sql, type SQL } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { testDatabase } from '#tests/database.ts'
import { pieceOnSale, supplierInTrade } from '#tests/factories.ts'
import { CATEGORIES, type CategoryName, type ChoiceData } from './contract.ts'
import { facetCounts } from './facet-counts.ts'
import { findFacets } from './find-facets.ts'
import { listNarrowed } from './list-products.ts'
import { choiceOf, narrowingOf, spanOf, type Narrowing } from './rules.ts'

const { db, reset } = await testDatabase()
beforeEach(reset)

const counts = facetCounts({ restMs: 0, keepMs: 0 })
const NO_BOUNDS = { productName: '', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

const METALS = { 'yellow-gold': 'Yellow gold', silver: 'Silver', platinum: 'Platinum' }
const COUNTRIES = ['IT', 'PT', 'JP']

/** 900 pieces of every mixture, by a walk that comes back to none of them soon. */
async function mixedCatalogue(): Promise<void> {
  for (const country of COUNTRIES) {
    const supplier = await supplierInTrade(db, { name: `Bench ${country}` })
    await db.execute(sql`update suppliers set country = ${country} where id = ${supplier.id}`)
    await db.execute(sql`
      insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount, offer_amount, stock, metal, stones)
      select 'prd_' || md5(${country} || i), ${supplier.id}, ${supplier.warehouseId}, 1 + i * 7 % 8,
        (array['Halo', 'Plain', 'Halo Signet'])[1 + i * 11 % 3] || ' piece ' || i, 1000 + i::bigint * 7919 % 200000,
        case when i % 5 = 0 then 900 + i end, i * 13 % 4,
        case i * 17 % 4 when 0 then 'Yellow gold' when 1 then 'Silver' when 2 then 'Yellow gold and platinum' end,
        case i * 19 % 5 when 0 then '3 diamonds, round' when 1 then '1 ruby, oval; 2 diamonds' when 2 then '2 emeralds, emerald cut' end
      from generate_series(1, 300) i`)
  }
  await db.execute(sql`analyze products`)
}

type Asked = Partial<typeof NO_BOUNDS> & { category?: CategoryName } & ChoiceData

const cents = (dollars: string) => Math.round(Number(dollars) * 100)

/** What is asked for, as conditions on the plain columns: one a part, so that a part can be left out. */
function conditions(asked: Asked): Record<string, SQL> {
  const any = (column: SQL, names: Record<string, string>, values: readonly string[]) =>
    sql`${column} ilike any (${sql.param(values.map((value) => `%${Reflect.get(names, value)?.split(/\d |,/).find(Boolean) ?? value}%`))}::text[])`
  return {
    ...(asked.productName ? { productName: sql`p.name ilike ${`%${asked.productName}%`}` } : {}),
    ...(asked.category ? { category: sql`p.category_id = ${CATEGORIES.indexOf(asked.category) + 1}` } : {}),
    ...(asked.metal ? { metal: any(sql`p.metal`, METALS, asked.metal) } : {}),
    ...(asked.stone
      ? { stone: any(sql`p.stones`, { diamond: 'diamond', ruby: 'ruby', emerald: 'emeralds' }, asked.stone) }
      : {}),
    ...(asked.country ? { country: sql`s.country = any (${sql.param(asked.country)}::text[])` } : {}),
    ...(asked.inStock ? { inStock: sql`p.stock > 0` } : {}),
    ...(asked.onOffer ? { onOffer: sql`p.discount_bp > 0` } : {}),
    ...(asked.minPrice || asked.maxPrice
      ? {
          price: sql`p.sell_amount between ${cents(asked.minPrice || '0')} and ${cents(asked.maxPrice || '1e9')}`,
        }
      : {}),
    ...(asked.minQuantity ? { quantity: sql`p.stock >= ${asked.minQuantity}` } : {}),
  }
}

async function counted(
  asked: Asked,
  { without, and }: { without?: string; and?: SQL } = {},
): Promise<number> {
  const parts = Object.entries(conditions(asked)).filter(([name]) => name !== without)
  const all = [sql`p.is_listed`, ...parts.map(([, condition]) => condition), ...(and ? [and] : [])]
  const [found] = await rows<{ n: number }>(
    db,
    sql`select count(*)::int as n from products p join suppliers s on s.id = p.supplier_id where ${sql.join(all, sql` and `)}`,
  )
  return found?.n ?? -1
}

function narrowed(asked: Asked, sort?: Narrowing['sort']): Narrowing {
  return narrowingOf({ ...NO_BOUNDS, ...asked }, { category: asked.category, choice: choiceOf(asked), sort })
}

/** Searches of every kind: each part alone and in company, with bounds of prices that are a band's and that are none. */
const SEARCHES: readonly Asked[] = [
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
]

test('the counts of every facet are those that SQL counts, each without its own part of the search', async () => {
  await mixedCatalogue()
  for (const asked of SEARCHES) {
    const { facets, total } = await findFacets(db, counts, narrowed(asked))
    expect({ asked, total }).toEqual({ asked, total: await counted(asked) })
    for (const { name, options } of facets) {
      for (const { value, count } of options) {
        const and = having(name, value)
        if (!and) continue
        const expected = await counted(asked, { without: name, and })
        expect({ asked, name, value, count }).toEqual({ asked, name, value, count: expected })
      }
    }
  }
})

function having(name: string, value: string): SQL | undefined {
  if (name === 'price') {
    const [min = '', max = ''] = value.split('-')
    return sql`p.sell_amount between ${cents(min)} and ${cents(max || '1e9')}`
  }
  if (name === 'stone' && value === 'none') return sql`p.stones is null`
  const asked: Asked =
    {
      category: { category: CATEGORIES.find((one) => one === value) ?? 'Rings' },
      metal: { metal: [value] },
      stone: { stone: [value] },
      country: { country: [value] },
      inStock: { inStock: true },
      onOffer: { onOffer: true },
    }[name] ?? {}
  return Object.values(conditions(asked))[0]
}

test('a list of what was chosen is the same whichever way it is read, and its total is exact', async () => {
  await mixedCatalogue()
  for (const asked of SEARCHES) {
    for (const sort of ['newest', 'popular', 'rating', 'discount', 'price_asc', 'price_desc'] as const) {
      const narrowing = narrowed(asked, sort)
      for (const page of [1, 2]) {
        const answer: { getProduct: { id: string }[]; total: number } = JSON.parse(
          await listNarrowed(db, counts, { narrowing, span: spanOf(page, 20) }),
        )
        const expected = await sorted(asked, sort)
        expect(answer.total).toBe(expected.length)
        expect(answer.getProduct.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 20, page * 20))
      }
    }
  }
})

const ORDERS = {
  newest: 'p.id desc',
  popular: 'p.sold_count desc, p.rating desc, p.id desc',
  rating: 'p.rating desc, p.review_count desc, p.id desc',
  discount: 'p.discount_bp desc, p.id desc',
  price_asc: 'p.sell_amount, p.id',
  price_desc: 'p.sell_amount desc, p.id desc',
}

async function sorted(asked: Asked, sort: keyof typeof ORDERS): Promise<string[]> {
  const all = [sql`p.is_listed`, ...Object.values(conditions(asked))]
  const found = await rows<{ id: string }>(
    db,
    sql`select p.public_id as id from products p join suppliers s on s.id = p.supplier_id
      where ${sql.join(all, sql` and `)} order by ${sql.raw(ORDERS[sort])}`,
  )
  return found.map(({ id }) => id)
}

test("what changes of a piece changes its facets: price, offer, stock, name, and its supplier's country", async () => {
  const supplier = await supplierInTrade(db)
  const { productKey } = await pieceOnSale(db, { supplier, name: 'Opal ring', price: 4_000, stock: 1 })
  const shown = async () => {
    const { facets } = await findFacets(db, counts, narrowed({}))
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
  expect(await shown()).toEqual({
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
  expect(await shown()).toEqual({
    category: 'Rings',
    price: '-24.99',
    metal: 'silver',
    stone: 'none',
    country: 'PT',
    inStock: '',
    onOffer: '1',
  })
  await db.execute(sql`update products set stock = 2 where id = ${productKey}`)
  expect((await shown())['inStock']).toBe('1')
})

test('metals and stones are told apart as jewellers write them', async () => {
  const read = async (texts: { metal?: string; plating?: string; stones?: string; name?: string }) => {
    const { metal = null, plating = null, stones = null, name = 'Piece' } = texts
    await reset()
    const { productKey } = await pieceOnSale(db, { name })
    await db.execute(
      sql`update products set metal = ${metal}, plating = ${plating}, stones = ${stones} where id = ${productKey}`,
    )
    const { facets } = await findFacets(db, counts, narrowed({}))
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

test('a search that finds nothing says what to take away, and puts its words right', async () => {
  await pieceOnSale(db, { name: 'Diamond eternity ring', price: 5_000 })
  await pieceOnSale(db, { name: 'Diamond bangle', price: 5_000, categoryId: 3 })
  const asked = { productName: 'diamond', maxPrice: '20', category: 'Rings' } as const
  expect(await findFacets(db, counts, narrowed(asked))).toMatchObject({
    total: 0,
    without: [{ filter: 'price', count: 1 }],
    suggestion: null,
  })
  expect(await findFacets(db, counts, narrowed({ productName: 'dimond rign' }))).toMatchObject({
    total: 0,
    suggestion: 'diamond ring',
    without: [{ filter: 'productName', count: 2 }],
  })
  expect(await findFacets(db, counts, narrowed({ minPrice: '9', maxPrice: '3' }))).toMatchObject({
    total: 0,
    without: [{ filter: 'price', count: 2 }],
  })
  expect(await findFacets(db, counts, narrowed({ productName: 'xyzzyx ring' }))).toMatchObject({
    suggestion: null,
    understood: null,
  })
})

test('a value that nothing has finds nothing, and may be taken away', async () => {
  await pieceOnSale(db)
  const { total, without } = await findFacets(db, counts, narrowed({ metal: ['mithril'], country: ['zz'] }))
  expect(total).toBe(0)
  expect(without).toEqual([])
  expect((await findFacets(db, counts, narrowed({ metal: ['mithril'] }))).without).toEqual([
    { filter: 'metal', count: 1 },
  ])
})

test('the most relevant names come first: the text as it stands, then its words anywhere', async () => {
  for (const name of ['Ring of gold', 'Gold ring', 'Goldring', 'Gold necklace'])
    await pieceOnSale(db, { name })
  const answer: { getProduct: { name: string }[] } = JSON.parse(
    await listNarrowed(db, counts, {
      narrowing: narrowed({ productName: 'gold ring' }, 'relevance'),
      span: spanOf(),
    }),
  )
  expect(answer.getProduct.map(({ name }) => name)).toEqual(['Gold ring', 'Goldring', 'Ring of gold'])
})

test('words that no name has are read as what they mean: kinds, metals and stones', async () => {
  const { productKey } = await pieceOnSale(db, { name: 'Lal Oval Halo', price: 5_000 })
  await db.execute(
    sql`update products set stones = '1 ruby, oval', metal = 'Rose gold' where id = ${productKey}`,
  )
  const read = async (productName: string) =>
    (await findFacets(db, counts, narrowed({ productName }))).understood
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
