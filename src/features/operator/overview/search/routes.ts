import { hasPermission } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Queryable } from '#database/database.ts'
import { listAccountRows } from '../accounts/account-queries.ts'
import { listOrderRows } from '../order-queries.ts'
import { listSupplierRows } from '../supplier-queries.ts'
import { listVendorRows } from '../vendors/vendor-queries.ts'
import * as contract from './contract.ts'
import type { SearchKind, SearchResultData } from './contract.ts'
import * as queries from './search-queries.ts'

const MOST_RESULTS = 5

type Search = Readonly<{ text: string; limit: number }>

type Find = (db: Queryable, search: Search) => Promise<SearchResultData[]>

const FINDERS: Readonly<Record<SearchKind, Find>> = {
  order: findOrders,
  case: queries.findCases,
  payment: queries.findPayments,
  payout: queries.findPayouts,
  posting: queries.findPostings,
  product: queries.findProducts,
  supplier: findSuppliers,
  vendor: findVendors,
  account: findAccounts,
  guest: queries.findGuests,
  message: queries.findMessages,
}

/** The route that searches all of the marketplace by one text. */
export const marketplaceSearchRoutes: readonly Route[] = [
  route(contract.searchMarketplace, async ({ query: { search } }, { db, actor }) => {
    // The keys of the table are its kinds.
    const kinds = (Object.keys(FINDERS) as SearchKind[]).filter((kind) =>
      hasPermission(actor, contract.SEARCH_KINDS[kind]),
    )
    const groups = await Promise.all(
      kinds.map(async (kind) => {
        const results = await FINDERS[kind](db, { text: search, limit: MOST_RESULTS + 1 })
        return { kind, results: results.slice(0, MOST_RESULTS), hasMore: results.length > MOST_RESULTS }
      }),
    )
    return ok('Search results', { groups: groups.filter(({ results }) => results.length > 0) })
  }),
]

async function findOrders(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  const page = { search: text, group: 'all', supplier: undefined, before: undefined, limit } as const
  const found = await listOrderRows(db, { ...page, mostMatches: 500 })
  return found.map(({ id, number, buyer, supplierName }) => ({
    id,
    title: number,
    about: `${buyer} · ${supplierName}`,
  }))
}

async function findSuppliers(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  const found = await listSupplierRows(db, { search: text, state: 'all', after: undefined, limit })
  return found.map(({ id, name, shortName }) => ({ id, title: name, about: shortName }))
}

async function findVendors(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  const found = await listVendorRows(db, { search: text, filter: 'all', before: undefined, limit })
  return found.map(({ id, name, email }) => ({ id, title: name, about: email }))
}

async function findAccounts(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  const found = await listAccountRows(db, { search: text, filter: 'all', before: undefined, limit })
  return found.map(({ id, firstName, lastName, email }) => ({
    id,
    title: `${firstName} ${lastName}`.trim() || email,
    about: email,
  }))
}
