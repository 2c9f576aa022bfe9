import { sql, type SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { checkSearchWords, foldSearchWords, recountSearchWords } from '../search/search-words.ts'
import { checkFacetGroups, foldFacetGroups } from './facet-groups.ts'

const { db, reset } = await createTestDatabase()
beforeEach(reset)

/** What changes the facets or words of products, by a number that selects some of them. */
const CHANGES: Readonly<Record<string, (pick: number) => SQL>> = {
  rename: (pick) => sql`update products set name = 'Opal ring ' || id % 3 where id % 4 = ${pick}`,
  recategorise: (pick) =>
    sql`update products set category_id = 1 + (id + ${pick}) % 8 where id % 3 = ${pick % 3}`,
  reprice: (pick) => sql`update products set price_amount = price_amount * 3 where id % 4 = ${pick}`,
  'sell out': (pick) => sql`update product_variants set stock = 0 where product_id % 4 = ${pick}`,
  restock: (pick) => sql`update product_variants set stock = 3 where product_id % 4 = ${pick}`,
  archive: (pick) => sql`update products set status = 'archived' where id % 5 = ${pick}`,
  restore: (pick) => sql`update products set status = 'active' where id % 5 = ${pick}`,
  resize: (pick) => sql`update product_variants set size = '7' where product_id % 4 = ${pick}`,
  suspend: (pick) => sql`update suppliers set is_verified = false where id % 3 = ${pick % 3}`,
  verify: () => sql`update suppliers set is_verified = true`,
  move: (pick) => sql`update suppliers set country = ${pick % 2 === 0 ? 'JP' : 'IT'}`,
  delete: (pick) => sql`delete from products where id % 7 = ${pick}`,
  copy: (pick) => sql`
    insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount, stock, sku)
    select 'prd_' || md5(random()::text), supplier_id, warehouse_id, category_id, name || ' Pearl', price_amount, stock, sku
    from products where id % 4 = ${pick}`,
  'change and undo': (pick) => sql`
    do $$ begin
      update products set name = 'Ruby brooch', category_id = 2 where id % 2 = ${sql.raw(String(pick % 2))};
      raise exception 'undone';
    exception when raise_exception then null; end $$`,
}

const steps = fc.array(
  fc.record({
    change: fc.constantFrom(...Object.keys(CHANGES)),
    pick: fc.nat({ max: 3 }),
    isFolded: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

async function expectExactCounts(): Promise<void> {
  const groups = await queryRows(
    db,
    sql`
      select coalesce(c.facets, k.facets)::text as facets, c.n as counted, k.n as stored
      from (select facets, option_bits, count(*)::int as n from products where is_listed group by 1, 2) c
      full join facet_groups_now k on k.facets = c.facets and k.option_bits = c.option_bits
      where c.n is distinct from k.n`,
  )
  expect(groups).toEqual([])
  const words = await queryRows(
    db,
    sql`
      select word, c.n as counted, k.n as stored
      from (select word, ndoc as n from ts_stat('select to_tsvector(''simple'', name_norm) from products where is_listed')) c
      full join (
        select word, sum(n)::int as n
        from (select word, n from search_words union all select word, n from search_word_deltas) x
        group by word having sum(n) <> 0) k using (word)
      where c.n is distinct from k.n`,
  )
  expect(words).toEqual([])
}

test('counts of facets and words are exact after any changes, folded or not', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      await reset()
      for (const name of [
        'Gold ring',
        'Silver ring with pearl',
        `Ring o'neil\\x example.com/a`,
        'Ruby drops',
      ])
        await createTestProduct(db, { name, supplier: await createTestSupplier(db) })
      for (const { change, pick, isFolded } of list) {
        const toStatement = CHANGES[change]
        if (!toStatement) throw new Error(`no change is called ${change}`)
        await db.execute(toStatement(pick))
        if (isFolded) {
          await foldFacetGroups(db)
          await foldSearchWords(db)
        }
        await expectExactCounts()
      }
      await foldSearchWords(db)
      expect(await queryRows(db, sql`select word from search_words where n <= 0`)).toEqual([])
      expect(await checkFacetGroups(db)).toBe(0)
    }),
    { numRuns: 25 },
  )
})

test('the check corrects and counts what was written without triggers, and only that', async () => {
  for (const name of ['Gold ring', `Ring o'neil\\x example.com/a`]) await createTestProduct(db, { name })
  await foldFacetGroups(db)
  await foldSearchWords(db)
  expect(await checkFacetGroups(db)).toBe(0)
  await db.execute(sql`update facet_groups set n = n + 2`)
  await db.execute(sql`update search_words set n = 40 where word = 'ring' or word like '%neil%'`)
  expect(await checkFacetGroups(db)).toBe(2)
  let wrongWords = 0
  for (let night = 0; night < 30; night++) wrongWords += await checkSearchWords(db, night)
  expect(wrongWords).toBe(2)
  await expectExactCounts()
  await db.execute(sql`delete from search_words`)
  expect(await recountSearchWords(db)).toBe(8)
  await expectExactCounts()
})

test('two transactions that add the same new word count it twice', async () => {
  const supplier = await createTestSupplier(db)
  await Promise.all([1, 2, 3, 4].map(() => createTestProduct(db, { name: 'Chandelier', supplier })))
  await expectExactCounts()
})
