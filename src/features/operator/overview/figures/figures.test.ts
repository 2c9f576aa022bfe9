import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addMs, DAY } from '#core/time.ts'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import { createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const { db } = shop

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

/** What a call answers, by its fields. */
async function read(path: string): Promise<Record<string, unknown>> {
  const { body } = await expectSuccess(operator.get(path))
  // An answer is an object.
  return body as Record<string, unknown>
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

test('sales are what buyers paid on each day, with what the marketplace keeps of it by the rates at purchase', async () => {
  await createPaidOrder(shop, { quantities: [2] })
  await queryRows(db, sql`update supplier_orders set commission_bps = 1000`)
  await queryRows(db, sql`update supplier_order_lines set commission_bps = null`)
  const [paid] = await queryRows<{ amount: number }>(db, sql`select total_amount as amount from purchases`)
  const total = (paid?.amount ?? 0) / 100
  const body = await read('/operator/sales?days=7')
  expect(body).toMatchObject({
    totals: { orders: 1, sales: total, commission: Math.round(total * 10) / 100 },
    totalsBefore: { orders: 0, sales: 0, commission: 0 },
    escrow: total,
  })
  const days = body['days'] as { sales: number }[]
  expect(days.map(({ sales }) => sales)).toEqual([0, 0, 0, 0, 0, 0, total])
})

test('sales of any period are those of its days, against the same number of days before it', async () => {
  await createPaidOrder(shop, { quantities: [2] })
  await createPaidOrder(shop)
  const now = shop.now()
  const [sold] = await queryRows<{ first: number; second: number }>(
    db,
    sql`
      with moved as (update purchases set paid_at = ${addMs(now, -40 * DAY)}
        where id = (select min(id) from purchases) returning total_amount)
      select (select total_amount from moved) as first, (select total_amount from purchases order by id desc limit 1) as second`,
  )
  if (!sold) throw new Error('nothing was sold')
  const first = toDay(addMs(now, -40 * DAY))
  const body = await read(`/operator/sales?from=${first}&to=${toDay(addMs(now, -20 * DAY))}`)
  expect(body).toMatchObject({ totals: { orders: 1, sales: sold.first / 100 }, totalsBefore: { orders: 0 } })
  const days = body['days'] as { day: string; sales: number }[]
  expect(days).toHaveLength(21)
  expect(days[0]).toMatchObject({ day: first, sales: sold.first / 100 })
  expect(await read(`/operator/sales?from=${toDay(addMs(now, -39 * DAY))}&to=${toDay(now)}`)).toMatchObject({
    totals: { orders: 1, sales: sold.second / 100 },
    totalsBefore: { orders: 1, sales: sold.first / 100 },
  })
  expect(await read('/operator/sales?days=90')).toMatchObject({ totals: { orders: 2 } })
})

test('a period that is none is refused with the reason', async () => {
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
