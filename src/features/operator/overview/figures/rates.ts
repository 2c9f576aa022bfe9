import type { Queryable } from '#database/database.ts'
import { prepareOrderSummaries } from '#features/sales/orders/service.ts'
import { type PeriodRequest, toPeriod } from './period.ts'
import { listRates, type OrderCounts, type SpanCounts } from './rate-queries.ts'

/** The longest period counted by day; longer ones are counted by week. */
const MOST_DAYS_BY_DAY = 31
const DAYS_OF_WEEK = 7

const NONE: OrderCounts = { orders: 0, late: 0, outOfStock: 0, inCase: 0, storeOrders: 0, recovered: 0 }

/** Returns late, cancelled and disputed orders of a period by day or week, and those of the period before. */
export async function readRates(db: Queryable, request: PeriodRequest, now: Date) {
  const period = toPeriod(request, now)
  const unit: 'day' | 'week' = period.dates.length > MOST_DAYS_BY_DAY ? 'week' : 'day'
  const spanDays = unit === 'week' ? DAYS_OF_WEEK : 1
  const preparing = await prepareOrderSummaries(db)
  const counted = await listRates(db, { period, spanDays, now })
  const find = (isBefore: boolean, place: number) =>
    pickCounts(counted.find((one) => one.isBefore === isBefore && one.place === place) ?? NONE)
  return {
    preparing,
    unit,
    spans: period.dates
      .filter((_, index) => index % spanDays === 0)
      .map(({ day }, place) => ({ day, now: find(false, place), before: find(true, place) })),
    totals: sumCounts(counted.filter(({ isBefore }) => !isBefore)),
    totalsBefore: sumCounts(counted.filter(({ isBefore }) => isBefore)),
  }
}

function pickCounts({ orders, late, outOfStock, inCase, storeOrders, recovered }: OrderCounts): OrderCounts {
  return { orders, late, outOfStock, inCase, storeOrders, recovered }
}

function sumCounts(spans: readonly SpanCounts[]): OrderCounts {
  const sum = (of: keyof OrderCounts) => spans.reduce((total, span) => total + span[of], 0)
  return {
    orders: sum('orders'),
    late: sum('late'),
    outOfStock: sum('outOfStock'),
    inCase: sum('inCase'),
    storeOrders: sum('storeOrders'),
    recovered: sum('recovered'),
  }
}
