import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { CATEGORIES, getAllProducts } from '#features/catalog/contract.ts'
import { listCustomsOfSold } from '#features/catalog/service.ts'
import { tariffNumberOf } from '#features/shipping/service.ts'
import { createLog } from '#platform/log.ts'
import { supplierInTrade } from '#tests/factories.ts'
import { testShop } from '#tests/shop.ts'
import { loadDemo } from './demo.ts'

const shop = await testShop()

/** Loads the demo; its pictures are nobody's business here. `dieAt` kills the load at that piece of the log. */
function load(dieAt = Infinity): Promise<void> {
  let said = 0
  const info = () => {
    said += 1
    if (said === dieAt) throw new Error('killed')
  }
  const log = { ...createLog('silent'), info }
  return loadDemo({ db: shop.db, enqueue: async () => undefined, log, now: shop.now() })
}

const contents = () =>
  rows<{ pieces: number; variants: number; reviews: number; suppliers: number }>(
    shop.db,
    sql`select (select count(*)::int from products) as pieces, (select count(*)::int from product_variants) as variants,
      (select count(*)::int from reviews) as reviews, (select count(*)::int from suppliers) as suppliers`,
  )

test('every piece of the demo is listed in one of the eight categories, and the newest are of all suppliers [PROD-09]', async () => {
  await load()
  const [said] = await contents()
  expect(said).toMatchObject({ suppliers: 12, reviews: 274 })
  expect(said?.pieces).toBeGreaterThanOrEqual(240)
  const { getProduct: all } = await shop.call(getAllProducts, {})
  expect(all).toHaveLength(said?.pieces ?? 0)
  expect(new Set(all.map(({ category }) => category))).toEqual(new Set(CATEGORIES))
  const { getProduct: newest } = await shop.call(getAllProducts, { query: { limit: 48 } })
  const suppliers = newest.map(({ manufacturer }) => manufacturer.name)
  expect(new Set(suppliers.slice(0, 12)).size).toBe(12)
  const runs = suppliers
    .slice(12)
    .map((name, place, rest) => rest.slice(place, place + 4).every((one) => one === name))
  expect(runs.slice(0, -3)).not.toContain(true)
}, 120_000)

test('every product of the demo can be declared to customs as its feed describes it', async () => {
  await load()
  const sold = await rows<{ productId: number; variantId: number }>(
    shop.db,
    sql`select product_id as "productId", id as "variantId" from product_variants`,
  )
  const known = await listCustomsOfSold(shop.db, sold)
  const open = known.filter(
    (facts) =>
      !facts.originCountry || !(tariffNumberOf({ ...facts, metal: facts.material }) ?? tariffNumberOf(facts)),
  )
  expect(known).toHaveLength(sold.length)
  expect(open.map(({ originCountry, metal, material }) => ({ originCountry, metal, material }))).toEqual([])
}, 120_000)

test('a load that was killed is finished by the next start, and a finished one is left alone', async () => {
  await expect(load(20)).rejects.toThrow('killed')
  expect(await contents()).toMatchObject([{ suppliers: 12, reviews: 0 }])
  await load()
  const whole = await contents()
  expect(whole).toMatchObject([{ reviews: 274 }])
  await rows(shop.db, sql`delete from product_variants where id = (select max(id) from product_variants)`)
  await load()
  expect((await contents())[0]?.variants).toBe((whole[0]?.variants ?? 0) - 1)
}, 120_000)

test('a marketplace with suppliers of its own gets no demo', async () => {
  await supplierInTrade(shop.db)
  await load()
  expect(await contents()).toMatchObject([{ suppliers: 1, pieces: 0 }])
})
