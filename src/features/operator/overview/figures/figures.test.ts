import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addMs, DAY, MINUTE } from '#core/time.ts'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import { foldMarketplaceFigures } from './sales-queries.ts'
import {
  createPaidOrder,
  createParcelBody,
  createSentOrder,
  createSubmittedOrder,
  postAsGuest,
  postAsSupplier,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const { db } = shop

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

test('sales show what buyers paid each day, and the commission by the rates at purchase', async () => {
  await createPaidOrder(shop, { quantities: [2] })
  await queryRows(db, sql`update supplier_orders set commission_bps = 1000`)
  await queryRows(db, sql`update supplier_order_lines set commission_bps = null`)
  const [paid] = await queryRows<{ amount: number }>(db, sql`select total_amount as amount from purchases`)
  const total = (paid?.amount ?? 0) / 100
  const body = await operator.read('/operator/sales?days=7')
  expect(body).toMatchObject({
    totals: { orders: 1, sales: total, commission: Math.round(total * 10) / 100 },
    totalsBefore: { orders: 0, sales: 0, commission: 0 },
    escrow: total,
  })
  const days = body['days'] as { sales: number }[]
  expect(days.map(({ sales }) => sales)).toEqual([0, 0, 0, 0, 0, 0, total])
})

test('sales of a period are compared with the same number of days before it', async () => {
  const like = await createPaidOrder(shop, { quantities: [2] })
  await passDays(40)
  await createPaidOrder(shop, { like })
  const now = shop.now()
  const [sold] = await queryRows<{ first: number; second: number }>(
    db,
    sql`select min(total_amount) filter (where id = first) as first, min(total_amount) filter (where id <> first) as second
      from purchases, (select min(id) as first from purchases) x`,
  )
  if (!sold) throw new Error('nothing was sold')
  const first = toDay(addMs(now, -40 * DAY))
  const body = await operator.read(`/operator/sales?from=${first}&to=${toDay(addMs(now, -20 * DAY))}`)
  expect(body).toMatchObject({ totals: { orders: 1, sales: sold.first / 100 }, totalsBefore: { orders: 0 } })
  const days = body['days'] as { day: string; sales: number }[]
  expect(days).toHaveLength(21)
  expect(days[0]).toMatchObject({ day: first, sales: sold.first / 100 })
  expect(
    await operator.read(`/operator/sales?from=${toDay(addMs(now, -39 * DAY))}&to=${toDay(now)}`),
  ).toMatchObject({
    totals: { orders: 1, sales: sold.second / 100 },
    totalsBefore: { orders: 1, sales: sold.first / 100 },
  })
  expect(await operator.read('/operator/sales?days=90')).toMatchObject({ totals: { orders: 2 } })
})

test('days begin at the reader’s midnight, in steps of 15 minutes, and sums are exact before and after folding', async () => {
  await createPaidOrder(shop)
  const [paid] = await queryRows<{ at: Date }>(db, sql`select paid_at as at from purchases`)
  const minutes = Math.floor((paid?.at.getTime() ?? 0) / MINUTE) % (24 * 60)
  // Offsets range to 14 hours both ways; an offset a day away gives the same time of day.
  const toOffset = (offset: number) => (offset < -14 * 60 ? offset + 24 * 60 : offset)
  const before = await operator.read(`/operator/sales?days=1`)
  expect(before).toMatchObject({ totals: { orders: 1 } })
  await foldMarketplaceFigures(db)
  expect(await operator.read(`/operator/sales?days=1`)).toEqual(before)
  // First the offset whose day begins in the payment’s quarter of an hour, then the one 30 minutes behind it.
  const behind = -Math.floor(minutes / 15) * 15
  expect(await operator.read(`/operator/sales?days=1&utcOffset=${toOffset(behind)}`)).toMatchObject({
    totals: { orders: 1 },
  })
  shop.passTime(30 * MINUTE)
  expect(await operator.read(`/operator/sales?days=1&utcOffset=${toOffset(behind - 30)}`)).toMatchObject({
    totals: { orders: 0 },
    totalsBefore: { orders: 1 },
  })
  expect(await listLedgerErrors(shop)).toEqual([])
  await db.execute(sql`update marketplace_sales set sales_amount = sales_amount + 1`)
  expect(await listLedgerErrors(shop)).toEqual([
    expect.stringMatching(/^marketplace_sales_add_up: Orders of \d{4}-\d\d-\d\d sold for /),
  ])
})

test('refuses an invalid period with the reason', async () => {
  const tomorrow = toDay(addMs(shop.now(), 2 * DAY))
  const refused = [
    'from=2026-01-01',
    'from=2026-01-02&to=2026-01-01',
    'from=2024-01-01&to=2025-06-01',
    `from=2026-01-01&to=${tomorrow}`,
    'from=0001-01-01&to=0001-01-02',
  ]
  for (const query of refused)
    expect(await operator.get(`/operator/sales?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'bad_period' },
    })
  for (const query of ['from=yesterday&to=today', 'from=2026-02-30&to=2026-03-01', 'days=5'])
    expect((await operator.get(`/operator/sales?${query}`)).status).toBe(400)
})

/** Signs the operator in again, as sessions expire within days. */
async function passDays(days: number): Promise<void> {
  shop.passTime(days * DAY)
  operator = await createOperator(shop)
}

async function openCaseOf(id: string): Promise<void> {
  const now = shop.now()
  await db.execute(sql`
    insert into cases (public_id, supplier_order_id, kind, reason, currency, state, opened_at, updated_at)
    select 'cas_of_figures', id, 'damaged', 'broken', 'USD', 'supplier_turn', ${now}, ${now}
    from supplier_orders where public_id = ${id}`)
}

async function createStoreOrder(
  accountId: number,
  { isRecovered = false, isPractice = false, platform = 'shopify' } = {},
): Promise<void> {
  const now = shop.now()
  await db.execute(sql`
    insert into shop_orders (public_id, account_id, store_name, platform, external_id, number, currency, total_amount, shop_state,
      state, reasons, is_recovered, is_practice, placed_at, modified_at, received_at)
    select 'sho_of_figures_' || n, ${accountId}, 'Store', ${platform}, n, n, 'USD', 100, 'paid', 'received', '{}', ${isRecovered},
      ${isPractice}, ${now}, ${now}, ${now}
    from (select count(*)::text as n from shop_orders) x`)
}

test('late, out-of-stock and disputed orders, and lost webhooks, are counted by day or week', async () => {
  const rejected = await createSubmittedOrder(shop)
  await expectSuccess(postAsSupplier(rejected, 'reject', { reason: 'out_of_stock' }))
  const like = { supplier: rejected.supplier, owner: rejected.owner }
  await openCaseOf((await createSentOrder(shop, { like })).id)
  await expectSuccess(postAsGuest(shop, await createPaidOrder(shop, { like }), 'cancel'))
  await createSubmittedOrder(shop, { like })
  const practice = await createSubmittedOrder(shop)
  await db.execute(sql`update suppliers set is_practice = true where id = ${practice.supplier.id}`)
  await db.execute(sql`update supplier_orders set currency = 'XTS' where public_id = ${practice.id}`)
  await createStoreOrder(rejected.owner.id)
  await createStoreOrder(rejected.owner.id, { isRecovered: true })
  await createStoreOrder(rejected.owner.id, { isRecovered: true, isPractice: true })
  await createStoreOrder(rejected.owner.id, { platform: 'manual' })

  const counts = { orders: 4, late: 0, outOfStock: 1, inCase: 1, storeOrders: 2, recovered: 1 }
  const none = { orders: 0, late: 0, outOfStock: 0, inCase: 0, storeOrders: 0, recovered: 0 }
  expect(await operator.read('/operator/rates?days=1')).toMatchObject({ totals: counts, totalsBefore: none })
  await passDays(20)
  const late = { ...counts, late: 1 }
  const body = await operator.read('/operator/rates?days=30')
  expect(body).toMatchObject({ unit: 'day', totals: late, totalsBefore: none })
  const spans = body['spans'] as { day: string; now: object; before: object }[]
  expect(spans).toHaveLength(30)
  expect(spans[9]).toEqual({ day: toDay(addMs(shop.now(), -20 * DAY)), now: late, before: none })
  const weeks = await operator.read('/operator/rates?days=90')
  expect(weeks).toMatchObject({ unit: 'week', totals: late })
  expect((weeks['spans'] as object[])[9]).toMatchObject({ now: late })
  expect(weeks['spans']).toHaveLength(13)
  await passDays(20)
  const later = await operator.read('/operator/rates?days=30')
  expect(later).toMatchObject({ totals: none, totalsBefore: late })
  expect((later['spans'] as object[])[19]).toMatchObject({ now: none, before: late })
})

test('the funnel counts the orders placed in a period by how far they have progressed', async () => {
  const steps = await createSentOrder(shop)
  const like = { supplier: steps.supplier, owner: steps.owner }
  const toFunnel = async (query: string) => operator.read(`/operator/funnel?${query}`)
  const shipped = { placed: 1, paid: 1, shipped: 1, delivered: 0, completed: 0 }
  expect(await toFunnel('days=7')).toMatchObject({ funnel: shipped })
  await expectSuccess(postAsGuest(shop, steps, 'received'))
  const unpaid = await createPaidOrder(shop, { like })
  await db.execute(sql`update supplier_orders set state = 'expired' where public_id = ${unpaid.id}`)
  const accepted = await createSubmittedOrder(shop, { like })
  await expectSuccess(postAsSupplier(accepted, 'accept'))
  const refunded = await createSubmittedOrder(shop, { like })
  await postAsSupplier(refunded, 'accept')
  await expectSuccess(postAsSupplier(refunded, 'parcels', createParcelBody('of funnel')))
  await db.execute(sql`update supplier_orders set state = 'refunded' where public_id = ${refunded.id}`)
  const reached = { placed: 4, paid: 3, shipped: 2, delivered: 1, completed: 0 }
  const none = { placed: 0, paid: 0, shipped: 0, delivered: 0, completed: 0 }
  expect(await toFunnel('days=7')).toMatchObject({ funnel: reached, funnelBefore: none })
  await passDays(8)
  await db.execute(sql`update supplier_orders set state = 'completed' where public_id = ${steps.id}`)
  expect(await toFunnel('days=7')).toMatchObject({ funnel: none, funnelBefore: { ...reached, completed: 1 } })
})

test('figures of many waiting orders say how many are left, and the next call includes them', async () => {
  await createPaidOrder(shop)
  const total = { totals: { orders: 1 } }
  for (const [path, ready] of [
    ['/operator/sales', total],
    ['/operator/rates', total],
    ['/operator/funnel', { funnel: { placed: 1, paid: 1 } }],
  ] as const) {
    await db.execute(sql`
      insert into order_summaries_due (supplier_id, order_id)
      select supplier_id, id from supplier_orders, generate_series(1, 4001)`)
    expect(await operator.read(path)).toMatchObject({ preparing: 1 })
    expect(await operator.read(path)).toMatchObject({ preparing: 0, ...ready })
  }
})
