import { addMs, DAY, MINUTE } from '#core/time.ts'
import { toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import { refreshOrderSummaries } from '../views/order-list/summary-queries.ts'
import {
  type DayOfSales,
  LEAD_DAYS,
  listBestSellers,
  listCancellationReasons,
  listDaysOfSales,
} from './sales-queries.ts'

const MAX_PRODUCTS = 5
const MAX_REASONS = 6

type SalesRequest = Readonly<{ ownerId: number; days: number; utcOffset: number; now: Date }>

/** Returns the sales of an account's store over the last days, including today, and over as many days before. */
export async function readSales(db: Queryable, { ownerId, days, utcOffset, now }: SalesRequest) {
  const { from, before, until, dates } = getPeriod({ days, utcOffset, now })
  await refreshOrderSummaries(db, { ownerId })
  const period = { ownerId, until, utcOffset }
  const [sold, soldBefore, products, cancellations] = await Promise.all([
    listDaysOfSales(db, { ...period, from }),
    listDaysOfSales(db, { ...period, from: before, until: from }),
    listBestSellers(db, { ...period, from }, MAX_PRODUCTS),
    listCancellationReasons(db, { ...period, from }, MAX_REASONS),
  ])
  const byDay = new Map(sold.map((one) => [one.day, one]))
  const byDayBefore = new Map(soldBefore.map((one) => [one.day, one]))
  return {
    days: dates.map(({ day, dayBefore }) => ({
      day,
      orders: byDay.get(day)?.orders ?? 0,
      revenue: toDecimal(byDay.get(day)?.revenue ?? 0),
      ordersBefore: byDayBefore.get(dayBefore)?.orders ?? 0,
      revenueBefore: toDecimal(byDayBefore.get(dayBefore)?.revenue ?? 0),
    })),
    totals: sumSales(sold),
    totalsBefore: sumSales(soldBefore),
    products: products.map((product) => ({ ...product, revenue: toDecimal(product.revenue) })),
    cancellations,
    leadTimes: countLeadTimes(sold),
  }
}

function sumSales(days: readonly DayOfSales[]) {
  const sum = (of: (day: DayOfSales) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    orders: sum(({ orders }) => orders),
    revenue: toDecimal(sum(({ revenue }) => revenue)),
    units: sum(({ units }) => units),
    cancelled: sum(({ cancelled }) => cancelled),
  }
}

/** Returns how many orders were shipped within each interval of days after payment. */
function countLeadTimes(days: readonly DayOfSales[]) {
  const within = LEAD_DAYS.map((_, index) =>
    days.reduce((total, { shippedWithin }) => total + (shippedWithin[index] ?? 0), 0),
  )
  const shipped = days.reduce((total, day) => total + day.shipped, 0)
  return [...within, shipped].map((orders, index) => ({
    fromDays: LEAD_DAYS[index - 1] ?? 0,
    toDays: LEAD_DAYS[index] ?? null,
    orders: orders - (within[index - 1] ?? 0),
  }))
}

/** Returns the bounds of a period and the one before it, and the days of both. */
export function getPeriod({ days, utcOffset, now }: Omit<SalesRequest, 'ownerId'>) {
  const local = addMs(now, utcOffset * MINUTE)
  const localMidnight = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()))
  const firstLocal = addMs(localMidnight, -(days - 1) * DAY)
  const from = addMs(firstLocal, -utcOffset * MINUTE)
  const toDay = (date: Date) => date.toISOString().slice(0, 10)
  return {
    from,
    before: addMs(from, -days * DAY),
    until: addMs(from, days * DAY),
    dates: Array.from({ length: days }, (_, index) => ({
      day: toDay(addMs(firstLocal, index * DAY)),
      dayBefore: toDay(addMs(firstLocal, (index - days) * DAY)),
    })),
  }
}
