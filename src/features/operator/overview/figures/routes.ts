import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { readSales } from './sales.ts'

/** The operators' routes of the marketplace's figures. */
export const marketplaceFigureRoutes: readonly Route[] = [
  route(contract.readMarketplaceSales, async ({ query }, { db, now }) =>
    ok('Sales', await readSales(db, query, now)),
  ),
]
