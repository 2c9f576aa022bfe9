import { SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import { prepareOrderSummaries } from '#features/sales/orders/service.ts'
import { type PeriodRequest, toPeriod } from './period.ts'
import { type DayOfSales, listMarketplaceDays, readEscrow } from './sales-queries.ts'

/** Returns the sales of a period, those of the period before, and the current escrow. */
export async function readSales(db: Queryable, request: PeriodRequest, now: Date) {
  const { from, before, until, dates } = toPeriod(request, now)
  const { utcOffset } = request
  const preparing = await prepareOrderSummaries(db)
  const [sold, soldBefore, escrow] = await Promise.all([
    listMarketplaceDays(db, { from, until, utcOffset }),
    listMarketplaceDays(db, { from: before, until: from, utcOffset }),
    readEscrow(db, SHOP_CURRENCY),
  ])
  const byDay = new Map([...sold, ...soldBefore].map((one) => [one.day, one.sales]))
  return {
    preparing,
    days: dates.map(({ day, dayBefore }) => ({
      day,
      sales: toDecimal(byDay.get(day) ?? 0),
      salesBefore: toDecimal(byDay.get(dayBefore) ?? 0),
    })),
    totals: sumDays(sold),
    totalsBefore: sumDays(soldBefore),
    escrow: toDecimal(escrow),
  }
}

function sumDays(days: readonly DayOfSales[]) {
  const sum = (of: (day: DayOfSales) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    orders: sum(({ orders }) => orders),
    sales: toDecimal(sum(({ sales }) => sales)),
    commission: toDecimal(sum(({ commission }) => commission)),
  }
}
