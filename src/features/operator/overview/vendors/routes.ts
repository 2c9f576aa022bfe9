import { toDecimal } from '#core/money.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { readKey, toCursor } from '#platform/http/calls/cursor.ts'
import { type ListedVendorData, listVendors } from './contract.ts'
import { listVendorRows, type VendorRow } from './vendor-queries.ts'

const PAGE_SIZE = 50

/** The operators' routes that read vendors. */
export const vendorReadRoutes: readonly Route[] = [
  route(listVendors, async ({ query: { search, filter, cursor } }, { db }) => {
    const page = { search, filter, before: readKey(cursor), limit: PAGE_SIZE + 1 }
    const found = await listVendorRows(db, page)
    const vendors = found.slice(0, PAGE_SIZE)
    const last = vendors.at(-1)
    return ok('Vendors', {
      vendors: vendors.map(toListedVendor),
      nextCursor: last && found.length > PAGE_SIZE ? toCursor([last.key]) : null,
    })
  }),
]

function toListedVendor(row: VendorRow): ListedVendorData {
  const { id, name, email, stores, wallet, listings, toPay, blocked, inProgress, lastAt, suspendedAt } = row
  return {
    id,
    name,
    email,
    suspendedAt: suspendedAt?.toISOString() ?? null,
    // The database formats a moment in its own way.
    stores: stores.map((store) => ({
      ...store,
      checkedAt: store.checkedAt === null ? null : new Date(store.checkedAt).toISOString(),
    })),
    wallet: wallet.map(({ currency, amount }) => ({ currency, amount: toDecimal(amount, currency) })),
    listings,
    orders: { toPay, blocked, inProgress, lastAt: lastAt?.toISOString() ?? null },
  }
}
