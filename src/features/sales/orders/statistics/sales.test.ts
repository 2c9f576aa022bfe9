import { expect, test } from 'vitest'
import { createSession } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createPaidOrder, createSubmittedOrder, postAsSupplier } from '#tests/steps/supplier-orders.ts'
import { getPeriod } from './sales.ts'

const shop = await createTestShop()
const DAY = 24 * 3_600_000

test('sales are counted by day with the previous period, for the own store only', async () => {
  const first = await createPaidOrder(shop, { quantities: [2] })
  const like = { supplier: first.supplier, owner: first.owner }
  shop.passTime(8 * DAY)
  const rejected = await createSubmittedOrder(shop, { like })
  await postAsSupplier(rejected, 'reject', { reason: 'out_of_stock' })
  await createPaidOrder(shop, { quantities: [1, 2], like })
  await createPaidOrder(shop)
  const { headers } = await createSession(shop.db, first.owner.id, shop.now())

  const { body } = await shop.get('/supplier/sales?days=7', headers)
  expect(body).toMatchObject({
    totals: { orders: 2, units: 4, cancelled: 1 },
    totalsBefore: { orders: 1, units: 2, cancelled: 0 },
    cancellations: [{ reason: 'Out of stock', orders: 1 }],
  })
  const { days, totals, products } = body as {
    days: { orders: number; revenue: number }[]
    totals: { revenue: number }
    products: { units: number; revenue: number }[]
  }
  expect(days).toHaveLength(7)
  expect(days.at(-1)).toMatchObject({ orders: 2, revenue: totals.revenue })
  expect(products.map(({ units }) => units)).toEqual([2, 1, 1])
  expect(await shop.get('/supplier/sales?days=8', headers)).toMatchObject({ status: 400 })
})

test('lead times from payment to shipping are counted by range', async () => {
  const first = await createSubmittedOrder(shop)
  const like = { supplier: first.supplier, owner: first.owner }
  const second = await createSubmittedOrder(shop, { like })
  await createSubmittedOrder(shop, { like })
  const ship = async (order: typeof first, trackingNumber: string) => {
    await postAsSupplier(order, 'accept', {})
    const parcel = { carrier: 'dhl', trackingNumber, idempotencyKey: `lead-time-${trackingNumber}` }
    expect(await postAsSupplier(order, 'parcels', parcel)).toMatchObject({ status: 200 })
  }
  await ship(first, '1234567890')
  shop.passTime(2.5 * DAY)
  await ship(second, '1234567891')

  const { headers } = await createSession(shop.db, first.owner.id, shop.now())
  const { body } = await shop.get('/supplier/sales?days=7', headers)
  const { leadTimes } = body as { leadTimes: { fromDays: number; toDays: number | null; orders: number }[] }
  expect(leadTimes).toEqual([
    { fromDays: 0, toDays: 1, orders: 1 },
    { fromDays: 1, toDays: 2, orders: 0 },
    { fromDays: 2, toDays: 3, orders: 1 },
    { fromDays: 3, toDays: 5, orders: 0 },
    { fromDays: 5, toDays: 7, orders: 0 },
    { fromDays: 7, toDays: null, orders: 0 },
  ])
})

test('a day begins at midnight of the reader’s time zone, and today is the last one', () => {
  const now = new Date('2026-03-02T17:00:00Z')
  const { from, before, dates } = getPeriod({ days: 7, utcOffset: 480, now })
  expect(from.toISOString()).toBe('2026-02-24T16:00:00.000Z')
  expect(before.toISOString()).toBe('2026-02-17T16:00:00.000Z')
  expect(dates.at(-1)).toEqual({ day: '2026-03-03', dayBefore: '2026-02-24' })
  expect(dates).toHaveLength(7)
})
