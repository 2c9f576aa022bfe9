import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { auditLedger } from '#features/money/ledger/service.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  type ShopVendor,
  shipPracticeOrder,
} from '#tests/steps/vendor-orders.ts'
import { vendorFiguresCheck } from './summaries-check.ts'
import { foldOrderCounts, refreshAllSummaries } from './summary-queries.ts'

const shop = await createTestShop()

async function createVendor(name: string): Promise<ShopVendor> {
  const vendor = await createShopVendor(shop, { isReal: false })
  await publishProduct(shop, vendor, { name, stock: 20 })
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 1000 })
  return vendor
}

async function search(vendor: ShopVendor, text: string, query = ''): Promise<object> {
  const found = await asVendor(
    shop,
    vendor,
  )(`/vendor/orders?view=all&search=${encodeURIComponent(text)}${query}`)
  return found.body as object
}

async function audit(): Promise<readonly string[]> {
  const { audited } = await auditLedger(shop.db, { further: [vendorFiguresCheck], most: 5 })
  return audited.find(({ name }) => name === vendorFiguresCheck.name)?.messages ?? []
}

test('a vendor finds only their own orders by number, customer, item and SKU, page by page', async () => {
  const vendor = await createVendor('Opal ring of searches')
  const other = await createVendor('Opal ring of others')
  for (const one of [vendor, vendor, other]) await orderInShop(shop, one)
  await shop.db.execute(sql`update shop_orders set number = '#' || id || '-of-search'`)
  await shop.db.execute(sql`
    update shop_order_lines set sku = 'SKU-' || order_id where order_id in (select id from shop_orders where account_id = ${vendor.id})`)
  for (const text of ['of-search', 'ada LIM', 'ring of searches', 'SKU-', 'AD', '-o'])
    expect(await search(vendor, text)).toMatchObject({ total: 2 })
  for (const text of ['ring of others', '%', 'ring_of', 'zz', 'Ada Nobody'])
    expect(await search(vendor, text)).toMatchObject({ total: 0, orders: [] })
  expect(await search(vendor, 'of-search', '&pageSize=5&page=2')).toMatchObject({ total: 2, orders: [] })
  expect(await search(vendor, 'of-search', '&pageSize=5')).toMatchObject({
    total: 2,
    orders: [expect.any(Object), expect.any(Object)],
  })
})

test('a customer’s name finds an order until it is erased from its summary, and deleted orders leave no summary', async () => {
  const vendor = await createVendor('Ring of the erased')
  await orderInShop(shop, vendor)
  expect(await search(vendor, 'Ada Lim')).toMatchObject({ total: 1 })
  await shop.db.execute(sql`update shop_orders set address = null where account_id = ${vendor.id}`)
  const read = () =>
    shop.db.execute(sql`select words from shop_order_summaries where account_id = ${vendor.id}`)
  expect((await read()).rows).toEqual([{ words: '' }])
  expect(await search(vendor, 'Ada Lim')).toMatchObject({ total: 0 })
  expect(await search(vendor, 'Ring of the')).toMatchObject({ total: 1 })
  await shop.db.execute(sql`delete from shop_order_units`)
  await shop.db.execute(sql`delete from shop_orders where account_id = ${vendor.id}`)
  await refreshAllSummaries(shop.db)
  expect((await read()).rows).toEqual([])
})

test('the audit finds an order whose stored figures differ from its lines and postings', async () => {
  const vendor = await createVendor('Ring of the audit')
  const number = await orderInShop(shop, vendor)
  await shipPracticeOrder(shop, vendor, { number, part: 0 })
  await Promise.all([refreshAllSummaries(shop.db), refreshAllSummaries(shop.db), search(vendor, 'Ada')])
  expect(await audit()).toEqual([])
  const { id, cost } = await readShopOrder(shop, vendor, number)
  await shop.db.execute(sql`update shop_order_summaries set cost_amount = cost_amount + 100`)
  expect(await audit()).toEqual([expect.stringContaining(`The order ${String(id)} sells for`)])
  expect((await audit())[0]).toContain(`costs XTS ${Number(cost).toFixed(2)}`)
})

test('the counts of a vendor’s orders are exact after each change, before and after folding, also without their store', async () => {
  const vendor = await createVendor('Ring of the counts')
  const number = await orderInShop(shop, vendor)
  await orderInShop(shop, vendor)
  const count = () => queryRows(shop.db, COUNTS)
  const recount = () => queryRows(shop.db, RECOUNT)
  expect(await count()).toEqual(await recount())
  await Promise.all([foldOrderCounts(shop.db), foldOrderCounts(shop.db)])
  expect(await count()).toEqual(await recount())
  await shipPracticeOrder(shop, vendor, { number, part: 0 })
  await shop.db.execute(
    sql`update shop_orders set has_store_problem = true where number in (${number}, ${`#${number}`})`,
  )
  expect(await count()).toEqual(await recount())
  const needingAttention = await asVendor(shop, vendor)('/vendor/orders?view=needs_attention')
  expect(needingAttention.body).toMatchObject({ total: 1, counts: { all: 2, needs_attention: 1 } })
  await shop.db.execute(sql`delete from store_connections where account_id = ${vendor.id}`)
  expect(await count()).toEqual(await recount())
  await shop.db.execute(sql`delete from shop_order_units`)
  await shop.db.execute(sql`delete from shop_orders where account_id = ${vendor.id}`)
  await foldOrderCounts(shop.db)
  expect(await count()).toEqual(await recount())
})

const COUNTS = sql`
  select account_id, connection_id, state, has_store_problem, orders from shop_order_counts_now where orders <> 0 order by 1, 2, 3, 4`
const RECOUNT = sql`
  select account_id, coalesce(connection_id, 0) as connection_id, state, has_store_problem, count(*) as orders from shop_orders
  group by 1, 2, 3, 4 order by 1, 2, 3, 4`

test('figures and searches of many orders say how many are not prepared yet, and each call goes on with it', async () => {
  const vendor = await createVendor('Ring of the many')
  await orderInShop(shop, vendor)
  const figures = async () => (await asVendor(shop, vendor)('/vendor/figures')).body
  expect(await figures()).toMatchObject({
    figures: { preparing: 0, periods: [{ now: { orders: 1 } }, {}, {}] },
  })
  const change = () =>
    shop.db.execute(sql`
      insert into shop_order_summaries_due (account_id, order_id)
      select account_id, id from shop_orders, generate_series(1, 4001) where account_id = ${vendor.id}`)
  await change()
  expect(await figures()).toMatchObject({ figures: { preparing: 1 } })
  expect(await figures()).toMatchObject({ figures: { preparing: 0 } })
  await change()
  expect(await search(vendor, 'of the many')).toMatchObject({ preparing: 1 })
  expect(await search(vendor, 'of the many')).toMatchObject({ preparing: 0, total: 1 })
})
