import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { searchProducts } from './search-products.ts'
import { recountSearchWords } from '../../service.ts'

const { db, pool, reset } = await createTestDatabase()
beforeEach(reset)

/** Returns the found names and the number of statements. */
async function searchNames(typed: string): Promise<{ names: string[]; statements: number }> {
  const querySpy = vi.spyOn(pool, 'query')
  const answer: { name: string }[] = JSON.parse(await searchProducts(db, typed))
  const statements = querySpy.mock.calls.length
  querySpy.mockRestore()
  return { names: answer.map(({ name }) => name), statements }
}

const listFoundNames = async (typed: string) => (await searchNames(typed)).names

/** Returns the ten most popular names that match a regular expression, as the expected result of a search. */
async function listPopularNames(expression: string): Promise<string[]> {
  const all = await queryRows<{ name: string }>(
    db,
    sql`select name from products where is_listed and name_norm ~ ${expression}
      order by sold_count desc, rating desc, id desc limit 10`,
  )
  return all.map(({ name }) => name)
}

/** Creates 3,000 products, more popular with higher numbers: only the least popular are anklets, one in 300 is a zircon. */
async function createManyProducts(): Promise<void> {
  await createTestProduct(db, { name: 'Only charm' })
  await db.execute(sql`
    insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount, sold_count)
    select 'prd_' || md5(i::text), supplier_id, warehouse_id, 1,
      concat_ws(' ', (array['Gold', 'Silver', 'Rose Gold'])[1 + i % 3], case when i % 300 = 0 then 'Zircon' else 'Emerald' end,
        case when i <= 600 then 'Anklet' else (array['Ring', 'Necklace', 'Rings', 'Earrings'])[1 + i / 7 % 4] end, 'S' || i), 1000, i
    from products, generate_series(1, 3000) i`)
  await recountSearchWords(db)
  await db.execute(sql`analyze products, search_words`)
}

test('common, rare and absent words give the ten results of a full scan, in at most three statements', async () => {
  await createManyProducts()
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
    const { names, statements } = await searchNames(typed)
    expect({ typed, names }).toEqual({ typed, names: await listPopularNames(expression) })
    expect(statements).toBeLessThanOrEqual(names.length > 0 ? 2 : 3)
  }
})

test('when words occur only in different names, either may be the mistyped one', async () => {
  await createTestProduct(db, { name: 'Gold ring' })
  await createTestProduct(db, { name: 'Silver rang' })
  expect(await listFoundNames('gold rang')).toEqual(['Gold ring'])
  expect(await listFoundNames('gold silver')).toEqual([])
})

test('exact words rank before an SKU, and an SKU before corrected words', async () => {
  await createTestProduct(db, { name: 'Opal ring' })
  const { productKey } = await createTestProduct(db, { name: 'Plain bangle' })
  const searchSku = async (sku: string) =>
    db.execute(sql`update products set sku = ${sku} where id = ${productKey}`)
  await searchSku('OPAL')
  expect(await listFoundNames('opal')).toEqual(['Opal ring'])
  await searchSku('OPLA')
  expect(await listFoundNames('opla')).toEqual(['Plain bangle'])
  await searchSku('OP-1')
  expect(await listFoundNames('opla')).toEqual(['Opal ring'])
})

test('a word with special characters is found by the index and by the popularity scan', async () => {
  await createTestProduct(db, { name: `Ring example.com/o'neil\\x_50%` })
  await createTestProduct(db, { name: 'Ring examples' })
  expect(await listFoundNames('example')).toHaveLength(2)
  expect(await listFoundNames('exmaple')).toHaveLength(2)
  expect(await listFoundNames('neil')).toHaveLength(1)
  await db.execute(sql`update search_words set n = 1000`)
  await db.execute(sql`analyze products`)
  expect(await listFoundNames('exmaple ring')).toHaveLength(2)
})
