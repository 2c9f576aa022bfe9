import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { toFilter } from '#tests/oracles/facet-oracle.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createFacetCounts } from './facet-counts.ts'
import { findFacets } from './find-facets.ts'
import { refreshStockCounts } from '../../service.ts'

const { db, reset } = await createTestDatabase()
beforeEach(reset)

async function selectValue<Value>(expression: ReturnType<typeof sql>): Promise<Value | undefined> {
  const [row] = await queryRows<{ value: Value }>(db, sql`select ${expression} as value`)
  return row?.value
}

test.each([
  ['US 7', null, 7],
  ['7', 'US', 7],
  ['US 6 1/2', null, 6.5],
  ['6¾', 'US', 7],
  ['EU 54', null, 7],
  ['52', 'EU', 6],
  ['UK N', null, 7],
  ['UK L½', null, 6],
  ['Z', 'UK', 12.5],
  ['SG 14', null, 7],
  ['HK 15', null, 7],
  ['JP 9', null, 5],
  ['12', null, null],
  ['EU 90', null, null],
  ['Adjustable', 'US', null],
  ['', 'US', null],
])('a ring of size %j by the standard %j is a US %j', async (size, standard, expected) => {
  const us = await selectValue<string | null>(sql`f_us_ring_size(${size}, ${standard})::text`)
  expect(us === null ? null : Number(us)).toBe(expected)
})

test.each([
  ['18K (750)', ['750']],
  ['14K (585) or 18K (750)', ['585', '750']],
  ['925', ['925']],
  ['18K (750), platinum 950', ['750', '950']],
  ['Sterling', ['925']],
  ['No. 9250', []],
])('a purity of %j counts as %j', async (purity, expected) => {
  const { productKey } = await createTestProduct(db)
  await db.execute(sql`update products set purity = ${purity} where id = ${productKey}`)
  await refreshStockCounts(db, [productKey])
  expect(await listFacetValues('purity')).toEqual(expected)
})

async function listFacetValues(facet: string): Promise<string[]> {
  const { facets } = await findFacets(db, createFacetCounts({ restMs: 0, keepMs: 0 }), toFilter({}))
  const options = facets.find(({ name }) => name === facet)?.options ?? []
  return options.map(({ value }) => value)
}

test('size facets exist for rings only, are sorted, and follow changes of variants', async () => {
  const ring = await createTestProduct(db, { name: 'Ring' })
  const chain = await createTestProduct(db, { name: 'Chain', categoryId: 2 })
  for (const { productKey } of [ring, chain]) {
    await db.execute(sql`
      insert into product_variants (public_id, product_id, supplier_id, position, sku, size, color, price_amount)
      select 'var_' || md5(id || size), id, supplier_id, place, id || size, size, color, 100
      from products, (values (1, 'US 10', 'Rose Gold'), (2, 'EU 48', 'Navy')) v(place, size, color)
      where id = ${productKey}`)
    await refreshStockCounts(db, [productKey])
  }
  expect(await listFacetValues('size')).toEqual(['4-5', '10'])
  expect(await listFacetValues('color')).toEqual(['blue', 'rose-gold'])
  await db.execute(sql`delete from product_variants where size = 'EU 48'`)
  await refreshStockCounts(db, [ring.productKey, chain.productKey])
  expect(await listFacetValues('size')).toEqual(['10'])
})
