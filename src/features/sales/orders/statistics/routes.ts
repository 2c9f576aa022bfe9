import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { readEarningsForecast } from './earnings-forecast.ts'
import { readSales } from './sales.ts'

/** The routes of a supplier's sales figures. */
export const statisticsRoutes: readonly Route[] = [
  route(contract.readSupplierSales, async ({ query: { days, utcOffset } }, { db, actor, now }) =>
    ok('Your sales', await readSales(db, { ownerId: actor.id, days: Number(days), utcOffset, now })),
  ),
  route(contract.readEarningsForecast, async ({ query: { utcOffset } }, { db, actor }) =>
    ok('Your pending earnings', { days: await readEarningsForecast(db, { ownerId: actor.id, utcOffset }) }),
  ),
]
