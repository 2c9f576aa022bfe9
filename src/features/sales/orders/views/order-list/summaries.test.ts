import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { createSession } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { expectSuccess } from '#tests/steps/payouts.ts'
import {
  type CreatedOrder,
  createPaidOrder,
  createSentOrder,
  createSubmittedOrder,
  postAsSupplier,
} from '#tests/steps/supplier-orders.ts'
import { foldOrderCounts, refreshOrderSummaries } from './summary-queries.ts'

const shop = await createTestShop()

const UNPAID = sql`('draft', 'awaiting_payment', 'expired')`

async function listCounts({ supplier }: CreatedOrder) {
  return queryRows(
    shop.db,
    sql`select state, country, warehouse, orders from supplier_order_counts_now
      where supplier_id = ${supplier.id} and orders <> 0 order by 1, 2, 3`,
  )
}

async function recount({ supplier }: CreatedOrder) {
  return queryRows(
    shop.db,
    sql`select o.state, p.country, o.warehouse, count(*) as orders from supplier_orders o join purchases p on p.id = o.purchase_id
      where o.supplier_id = ${supplier.id} and o.state not in ${UNPAID} group by 1, 2, 3 order by 1, 2, 3`,
  )
}

test('the order counts of a store are exact after each change, before and after folding', async () => {
  const sent = await createSentOrder(shop)
  const like = { supplier: sent.supplier, owner: sent.owner }
  const submitted = await createSubmittedOrder(shop, { like })
  expect(await listCounts(sent)).toEqual(await recount(sent))
  expect(await foldOrderCounts(shop.db)).toBeGreaterThan(0)
  expect(await foldOrderCounts(shop.db)).toBe(0)
  expect(await listCounts(sent)).toEqual(await recount(sent))
  await expectSuccess(postAsSupplier(submitted, 'reject', { reason: 'out_of_stock' }))
  await shop.db.execute(sql`
    update purchases set country = 'IT' from supplier_orders o where o.purchase_id = purchases.id and o.public_id = ${sent.id}`)
  const counts = await listCounts(sent)
  expect(counts).toEqual(await recount(sent))
  expect(counts).toMatchObject([
    { state: 'rejected', country: 'SG' },
    { state: 'shipped', country: 'IT' },
  ])
})

test('summaries read during concurrent changes are right afterwards', async () => {
  const first = await createSubmittedOrder(shop)
  const like = { supplier: first.supplier, owner: first.owner }
  const orders = [first]
  while (orders.length < 6) orders.push(await createSubmittedOrder(shop, { like }))
  const { headers } = await createSession(shop.db, first.owner.id, shop.now())
  await Promise.all(
    orders.flatMap((order) => [
      expectSuccess(postAsSupplier(order, 'accept')),
      expectSuccess(shop.get('/supplier/orders?search=C-', headers)),
      refreshOrderSummaries(shop.db),
    ]),
  )
  await refreshOrderSummaries(shop.db)
  const [differing] = await queryRows<{ count: number }>(
    shop.db,
    sql`select count(*) from supplier_orders o full join order_summaries s on s.order_id = o.id
      where coalesce(o.supplier_id, s.supplier_id) = ${first.supplier.id} and o.state is distinct from s.state
        and coalesce(o.state, '') not in ${UNPAID}`,
  )
  expect(differing?.count).toBe(0)
  const list = await shop.get('/supplier/orders?search=C-&state=accepted', headers)
  expect(list.body).toMatchObject({ total: 6 })
})

test('the summaries of a store are written by one process at a time, from orders read after its lock', async () => {
  const order = await createSubmittedOrder(shop)
  await refreshOrderSummaries(shop.db)
  await expectSuccess(postAsSupplier(order, 'accept'))
  let refresh: Promise<void> | undefined
  await inTransaction(shop.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(1608, ${order.supplier.id}::int)`)
    refresh = refreshOrderSummaries(shop.db)
    await expect.poll(hasWaiter, { interval: 5 }).toBe(true)
  })
  await refresh
  const rows = await queryRows(
    shop.db,
    sql`select state from order_summaries where supplier_id = ${order.supplier.id}`,
  )
  expect(rows).toEqual([{ state: 'accepted' }])
})

test('the summaries of several stores are written together', async () => {
  const orders = [await createPaidOrder(shop), await createPaidOrder(shop), await createPaidOrder(shop)]
  const ids = orders.map(({ id }) => id)
  await refreshOrderSummaries(shop.db)
  const written = await queryRows(
    shop.db,
    sql`select count(*) as summaries, count(distinct s.supplier_id) as stores, count(distinct s.xmin::text) as transactions
      from order_summaries s join supplier_orders o on o.id = s.order_id
      where o.public_id = any(${sql.param(ids)}::text[])`,
  )
  expect(written).toEqual([{ summaries: 3, stores: 3, transactions: 1 }])
})

async function hasWaiter(): Promise<boolean> {
  const waiting = await queryRows(
    shop.db,
    sql`select from pg_locks where locktype = 'advisory' and classid = 1608 and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return waiting.length > 0
}

test('a buyer’s name finds an order until it is erased, and then is in no summary', async () => {
  const order = await createPaidOrder(shop)
  const { headers } = await createSession(shop.db, order.owner.id, shop.now())
  const [buyer] = await queryRows<{ name: string; purchaseId: number }>(
    shop.db,
    sql`select p.first_name || ' ' || p.last_name as name, p.id as "purchaseId"
      from purchases p join supplier_orders o on o.purchase_id = p.id where o.public_id = ${order.id}`,
  )
  const path = `/supplier/orders?search=${encodeURIComponent(buyer?.name ?? '')}`
  expect((await shop.get(path, headers)).body).toMatchObject({ total: 1, orders: [{ id: order.id }] })
  await shop.db.execute(
    sql`update purchases set first_name = '', last_name = '' where id = ${buyer?.purchaseId}`,
  )
  const [stored] = await queryRows<{ words: string }>(
    shop.db,
    sql`select s.words from order_summaries s join supplier_orders o on o.id = s.order_id where o.public_id = ${order.id}`,
  )
  expect(stored).toEqual({ words: '' })
  expect((await shop.get(path, headers)).body).toMatchObject({ total: 0 })
  expect((await shop.get(`/supplier/orders?search=C-`, headers)).body).toMatchObject({ total: 1 })
})
