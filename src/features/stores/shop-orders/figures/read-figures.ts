import { PRACTICE_CURRENCY, SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import { addMs, DAY, MINUTE } from '#core/time.ts'
import type { Queryable } from '#database/database.ts'
import { type ExchangeRate, readPricing } from '#features/stores/pricing/service.ts'
import { convertRetail } from '../rules.ts'
import { PAGE_BATCHES, refreshSummaries } from './summaries/summary-queries.ts'
import type { ProductFiguresData, VendorFiguresData } from './contract.ts'
import {
  type DaySums,
  findOrderKinds,
  listBestSellers,
  listDaySums,
  listProductSums,
} from './figure-queries.ts'

/** The lengths of the periods in days; each is compared with as many days before. */
const PERIOD_DAYS = [1, 7, 30] as const
const CHART_DAYS = 30

/** A request of an account's figures; the default kind is real orders, if there are any. */
export type FigureRequest = Readonly<{
  accountId: number
  utcOffset: number
  kind?: 'real' | 'practice' | undefined
  now: Date
}>

/**
 * Returns revenue, cost and profit of a vendor's bought orders: today, in 7 and 30 days, and by day. Practice orders
 * are counted separately, in the currency of tests.
 */
export async function readVendorFigures(db: Queryable, request: FigureRequest): Promise<VendorFiguresData> {
  const { accountId, utcOffset, now } = request
  const preparing = await refreshSummaries(db, accountId, PAGE_BATCHES)
  const { hasReal, hasPractice } = await findOrderKinds(db, accountId)
  const kind = request.kind ?? (hasPractice && !hasReal ? 'practice' : 'real')
  const today = toDay(addMs(now, utcOffset * MINUTE))
  const from = addMs(new Date(`${today}T00:00:00Z`), -utcOffset * MINUTE - (2 * CHART_DAYS - 1) * DAY)
  const filter = { accountId, isPractice: kind === 'practice', from, utcOffset }
  const [rows, products, { rates }] = await Promise.all([
    listDaySums(db, filter),
    listBestSellers(db, { ...filter, from: addMs(from, CHART_DAYS * DAY) }),
    readPricing(db, accountId),
  ])
  const sumOf = createSummer(rows, { today, rates })
  return {
    preparing,
    kind,
    hasBoth: hasReal && hasPractice,
    currency: kind === 'practice' ? PRACTICE_CURRENCY : SHOP_CURRENCY,
    periods: PERIOD_DAYS.map((days) => ({
      days,
      now: toDecimals(sumOf(0, days)),
      before: toDecimals(sumOf(days, days)),
    })),
    days: Array.from({ length: CHART_DAYS }, (_, index) => {
      const ago = CHART_DAYS - 1 - index
      const [one, before] = [sumOf(ago, 1), sumOf(ago + CHART_DAYS, 1)]
      return {
        day: toDay(addMs(new Date(`${today}T00:00:00Z`), -ago * DAY)),
        profit: toDecimal(one.retail - one.cost),
        profitBefore: toDecimal(before.retail - before.cost),
        orders: one.orders,
      }
    }),
    products,
  }
}

/** Returns revenue and cost of a vendor's finished orders of a single product, by the postings of the ledger. */
export async function readProductFigures(
  db: Queryable,
  product: Readonly<{ accountId: number; productId: string }>,
): Promise<ProductFiguresData> {
  const [rows, { rates }] = await Promise.all([
    listProductSums(db, product),
    readPricing(db, product.accountId),
  ])
  const isPractice = !rows.some((row) => !row.isPractice)
  const sums = { orders: 0, units: 0, retail: 0, cost: 0 }
  for (const { currency, orders, units, retail, cost } of rows.filter(
    (row) => row.isPractice === isPractice,
  )) {
    const converted = convertRetail(retail, currency, rates)
    if (converted === null) continue
    sums.orders += orders
    sums.units += units
    sums.retail += converted
    sums.cost += cost
  }
  return { ...sums, isPractice, retail: toDecimal(sums.retail), cost: toDecimal(sums.cost) }
}

type Sums = Readonly<{ orders: number; retail: number; cost: number; isComplete: boolean }>

/**
 * Returns a function that sums up a number of days, ending a number of days ago. Amounts without an exchange rate make
 * a sum incomplete.
 */
function createSummer(
  rows: readonly DaySums[],
  { today, rates }: Readonly<{ today: string; rates: readonly ExchangeRate[] }>,
): (daysAgo: number, days: number) => Sums {
  const end = Date.parse(`${today}T00:00:00Z`)
  const byAge = Map.groupBy(rows, ({ day }) => Math.round((end - Date.parse(`${day}T00:00:00Z`)) / DAY))
  return (daysAgo, days) => {
    let sums: Sums = { orders: 0, retail: 0, cost: 0, isComplete: true }
    for (let ago = daysAgo; ago < daysAgo + days; ago += 1) {
      for (const { orders, retail, cost, currency } of byAge.get(ago) ?? []) {
        const converted = convertRetail(retail, currency, rates)
        sums = {
          orders: sums.orders + orders,
          retail: sums.retail + (converted ?? 0),
          cost: sums.cost + cost,
          isComplete: sums.isComplete && converted !== null,
        }
      }
    }
    return sums
  }
}

function toDecimals({ orders, retail, cost, isComplete }: Sums) {
  return {
    orders,
    retail: toDecimal(retail),
    cost: toDecimal(cost),
    profit: isComplete ? toDecimal(retail - cost) : null,
  }
}

function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
