import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { rows } from '#database/database.ts'
import { testDatabase } from '#tests/shop/database.ts'
import { pieceOnSale } from '#tests/shop/factories.ts'
import { searchProducts } from './search-products.ts'
import { rebuildSearchWords } from '../service.ts'

const { db, pool, reset } = await testDatabase()
beforeEach(reset)

/** The names found, and how many statements it took. */
async function found(typed: string): Promise<{ names: string[]; statements: number }> {
  const asked = vi.spyOn(pool, 'query')
  const answer: { name: string }[] = JSON.parse(await searchProducts(db, typed))
  const statements = asked.mock.calls.length
  asked.mockRestore()
  return { names: answer.map(({ name }) => name), statements }
}

const namesFor = async (typed: string) => (await found(typed)).names

/** The ten most popular names that the regular expression fits: what a search must give, found the plain way. */
async function popular(expression: string): Promise<string[]> {
  const all = await rows<{ name: string }>(
    db,
    sql`select name from products where is_listed and name_norm ~ ${expression}
      order by sold_count desc, rating desc, id desc limit 10`,
  )
  return all.map(({ name }) => name)
}

/** 3,000 pieces, popular ones with higher numbers; anklets are only among the least popular, one name in 300 has a zircon. */
async function manyPieces(): Promise<void> {
  await pieceOnSale(db, { name: 'Only charm' })
  await db.execute(sql`
    insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount, sold_count)
    select 'prd_' || md5(i::text), supplier_id, warehouse_id, 1,
      concat_ws(' ', (array['Gold', 'Silver', 'Rose Gold'])[1 + i % 3], case when i % 300 = 0 then 'Zircon' else 'Emerald' end,
        case when i <= 600 then 'Anklet' else (array['Ring', 'Necklace', 'Rings', 'Earrings'])[1 + i / 7 % 4] end, 'S' || i), 1000, i
    from products, generate_series(1, 3000) i`)
  await rebuildSearchWords(db)
  await db.execute(sql`analyze products, search_words`)
}

test('common, rare and absent words give the same ten as looking at every name, in at most three statements', async () => {
  await manyPieces()
  for (const [typed, expression] of [
    ['ring', String.raw`\mring`],
    ['gold ri', String.raw`\mgold.*\mri`],
    ['s', String.raw`\ms`],
    ['anklet', String.raw`\manklet`],
    ['gold anklet', String.raw`\mgold.*\manklet`],
    ['zircon', String.raw`\mzircon`],
    ['zircon s', String.raw`\mzircon.*\ms`],
    ['s27 zircon', String.raw`\mzircon.*\ms27`],
    ['s2999', String.raw`\ms2999`],
    ['emrald', String.raw`\memerald`],
    ['neckalce', String.raw`\mnecklace`],
    ['zirkon rign', String.raw`\mzircon.*\mring`],
    ['ankelt sliver', String.raw`\msilver.*\manklet`],
    ['xyzzyx ring', 'no such name'],
  ] as const) {
    const { names, statements } = await found(typed)
    expect({ typed, names }).toEqual({ typed, names: await popular(expression) })
    expect(statements).toBeLessThanOrEqual(names.length > 0 ? 2 : 3)
  }
})

test('of words that names have but never together, any may be the mistyped one', async () => {
  await pieceOnSale(db, { name: 'Gold ring' })
  await pieceOnSale(db, { name: 'Silver rang' })
  expect(await namesFor('gold rang')).toEqual(['Gold ring'])
  expect(await namesFor('gold silver')).toEqual([])
})

test('names with the words as typed come before a stock-keeping number, and that before words put right', async () => {
  await pieceOnSale(db, { name: 'Opal ring' })
  const { productKey } = await pieceOnSale(db, { name: 'Plain bangle' })
  const numbered = async (sku: string) =>
    db.execute(sql`update products set sku = ${sku} where id = ${productKey}`)
  await numbered('OPAL')
  expect(await namesFor('opal')).toEqual(['Opal ring'])
  await numbered('OPLA')
  expect(await namesFor('opla')).toEqual(['Plain bangle'])
  await numbered('OP-1')
  expect(await namesFor('opla')).toEqual(['Opal ring'])
})

test('a word with signs in it is found like any other, by the index and among the most popular', async () => {
  await pieceOnSale(db, { name: `Ring example.com/o'neil\\x_50%` })
  await pieceOnSale(db, { name: 'Ring examples' })
  expect(await namesFor('example')).toHaveLength(2)
  expect(await namesFor('exmaple')).toHaveLength(2)
  expect(await namesFor('neil')).toHaveLength(1)
  await db.execute(sql`update search_words set n = 1000`)
  await db.execute(sql`analyze products`)
  expect(await namesFor('exmaple ring')).toHaveLength(2)
})
