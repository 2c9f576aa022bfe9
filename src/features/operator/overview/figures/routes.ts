import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { prepareOrderSummaries } from '#features/sales/orders/service.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import { readVendorCohorts } from './cohorts.ts'
import { readFunnel } from './funnel-queries.ts'
import { toPeriod } from './period.ts'
import { readRates } from './rates.ts'
import { readSales } from './sales.ts'

/** The operators' routes of the marketplace's figures. */
export const marketplaceFigureRoutes: readonly Route[] = [
  route(contract.readMarketplaceSales, async ({ query }, { db, now }) =>
    ok('Sales', await readSales(db, query, now)),
  ),

  route(contract.readMarketplaceRates, async ({ query }, { db, now }) =>
    ok('Rates', await readRates(db, query, now)),
  ),

  route(contract.readVendorCohorts, async (_input, { db, now }) => {
    const cohorts = await readVendorCohorts(db, now)
    return ok('Cohorts', {
      currency: SHOP_CURRENCY,
      cohorts: cohorts.map(({ months, ...cohort }) => ({ ...cohort, months: [...months] })),
    })
  }),

  route(contract.readOrderFunnel, async ({ query }, { db, now }) => {
    const { before, from, until } = toPeriod(query, now)
    const preparing = await prepareOrderSummaries(db)
    const [funnel, funnelBefore] = await Promise.all([
      readFunnel(db, { from, until }),
      readFunnel(db, { from: before, until: from }),
    ])
    return ok('Funnel', { preparing, funnel, funnelBefore })
  }),
]
