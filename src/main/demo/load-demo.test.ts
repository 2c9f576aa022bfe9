import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { CATEGORIES, getAllProducts } from '#features/catalogue/catalog/contract.ts'
import { listSoldCustoms } from '#features/catalogue/catalog/service.ts'
import { classifyTariffNumber } from '#features/sales/shipping/service.ts'
import { loadConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/log.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createMemoryFiles } from '#tests/shop/files.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { loadDemo } from './load-demo.ts'
import { countCloseRepeats, type MixedProduct } from './catalogue/mix-products.ts'

const shop = await createTestShop()

/** Loads the demo without history and pictures. `dieAt` kills the load at that import. */
function load(dieAt = Infinity): Promise<void> {
  let logCount = 0
  const debug = () => {
    logCount += 1
    if (logCount === dieAt) throw new Error('killed')
  }
  return loadDemo({
    config: loadConfig({ DEMO: 'catalogue', LOG_LEVEL: 'silent' }),
    db: shop.db,
    log: { ...createLog('silent'), debug },
    clock: shop.now,
    send: () => Promise.reject(new Error('no other server is asked')),
    files: createMemoryFiles(),
    enqueue: async () => undefined,
    now: shop.now(),
  })
}

const contents = () =>
  queryRows<{ products: number; variants: number; reviews: number; suppliers: number }>(
    shop.db,
    sql`select (select count(*)::int from products) as products, (select count(*)::int from product_variants) as variants,
      (select count(*)::int from reviews) as reviews, (select count(*)::int from suppliers) as suppliers`,
  )

/** Returns the first pictures of the products, newest first, named without the view, as the lists show them. */
async function listDesigns(): Promise<MixedProduct[]> {
  const cards = await queryRows<{ category: string; picture: string }>(
    shop.db,
    sql`select c.name as category, i.source_url as picture from products p join categories c on c.id = p.category_id
        join product_images i on i.product_id = p.id and i.position = (select min(position) from product_images where product_id = p.id)
        where p.is_listed order by p.id desc`,
  )
  return cards.map(({ category, picture }) => {
    const design = /pictures\/([\w-]+?)-(?:front|close)/.exec(picture)?.[1] ?? ''
    return { slug: '', place: 0, category, design }
  })
}

test('lists every demo product in one of the eight categories, with products of all suppliers among the newest [PROD-09]', async () => {
  await load()
  const [logCount] = await contents()
  expect(logCount).toMatchObject({ suppliers: 12, reviews: 274 })
  expect(await queryRows(shop.db, sql`select id from accounts union all select id from purchases`)).toEqual(
    [],
  )
  expect(logCount?.products).toBeGreaterThanOrEqual(240)
  const { getProduct: all } = await shop.call(getAllProducts, {})
  expect(all).toHaveLength(logCount?.products ?? 0)
  expect(new Set(all.map(({ category }) => category))).toEqual(new Set(CATEGORIES))
  // In all lists, the same design is never closer to itself than necessary.
  const designs = await listDesigns()
  expect(designs.filter(({ design }) => design === '')).toEqual([])
  expect(countCloseRepeats(designs)).toBe(0)
  const { getProduct: newest } = await shop.call(getAllProducts, { query: { limit: 48 } })
  const suppliers = newest.map(({ manufacturer }) => manufacturer.name)
  expect(new Set(suppliers.slice(0, 12)).size).toBe(12)
  const runs = suppliers
    .slice(12)
    .map((name, place, rest) => rest.slice(place, place + 4).every((one) => one === name))
  expect(runs.slice(0, -3)).not.toContain(true)
})

test('customs declarations describe every demo product as its feed does', async () => {
  await load()
  const sold = await queryRows<{ productId: number; variantId: number }>(
    shop.db,
    sql`select product_id as "productId", id as "variantId" from product_variants`,
  )
  const soldCustoms = await listSoldCustoms(shop.db, sold)
  const open = soldCustoms.filter(
    (facts) =>
      !facts.originCountry ||
      !(classifyTariffNumber({ ...facts, metal: facts.material }) ?? classifyTariffNumber(facts)),
  )
  expect(soldCustoms).toHaveLength(sold.length)
  expect(open.map(({ originCountry, metal, material }) => ({ originCountry, metal, material }))).toEqual([])
})

test('the next start completes an interrupted load, and does not change a complete one', async () => {
  await expect(load(20)).rejects.toThrow('killed')
  expect(await contents()).toMatchObject([{ suppliers: 12, reviews: 0 }])
  await load()
  const fullContents = await contents()
  expect(fullContents).toMatchObject([{ reviews: 274 }])
  await queryRows(
    shop.db,
    sql`delete from product_variants where id = (select max(id) from product_variants)`,
  )
  await load()
  expect((await contents())[0]?.variants).toBe((fullContents[0]?.variants ?? 0) - 1)
})

test('does not load the demo into a marketplace that has suppliers', async () => {
  await createTestSupplier(shop.db)
  await load()
  expect(await contents()).toMatchObject([{ suppliers: 1, products: 0 }])
})
