import { sql } from 'drizzle-orm'
import { MINUTE } from '#core/time.ts'
import type { FakeStore, FakeStores } from '../fakes/stores/server.ts'
import { type CreatedAccount, createSignedInAccount } from '../shop/accounts.ts'
import { type CreatedProduct, createTestProduct, type TestProductOptions } from '../shop/factories.ts'
import type { ApiResponse, TestShop } from '../shop/shop.ts'
import { getField } from './chat.ts'

/** A vendor with a connected store; `store` is the public id of the connection. */
export type ListingVendor = CreatedAccount & Readonly<{ own: FakeStore; store: string }>

let storeCount = 0

/** A price rule: two and a half times the cost, up to the next .95. A third of the price is the minimum profit. */
export const PRICE_RULE = {
  scope: { kind: 'all' },
  tiers: [{ kind: 'multiplier', value: 25_000, upToCents: null }],
  ending: 95,
  minMarginBps: 3_000,
}

/** Returns the steps by which tests publish products and change them. */
export function createListingSteps(shop: TestShop, fake: FakeStores) {
  return {
    /** A vendor with a connected store of a kind. */
    async createVendor(kind: 'shopify' | 'woo' = 'woo', currency = 'USD'): Promise<ListingVendor> {
      storeCount += 1
      const own =
        kind === 'shopify'
          ? fake.shopify(`listed-${storeCount}`, { currency })
          : fake.woo(`listed-${storeCount}.example`, { currency })
      const account = await createSignedInAccount(shop.db, shop.now())
      const connected = await shop.post('/stores/connections', own.typed, account.headers)
      return { ...account, own, store: getField(connected, 'connection', 'id') }
    },
    /** A product with a wholesale price, in cents. */
    async createWholesale(cost: number | null, options: TestProductOptions = {}): Promise<CreatedProduct> {
      const product = await createTestProduct(shop.db, options)
      await shop.db.execute(
        sql`update product_variants set wholesale_amount = ${cost} where product_id = ${product.productKey}`,
      )
      return product
    },
    /** Selects products and syncs them to the vendor's store. */
    async publish({ headers }: ListingVendor, ...products: readonly CreatedProduct[]): Promise<void> {
      const selected = products.map(({ id }) => ({ productId: id }))
      await shop.post('/stores/selection', { products: selected }, headers)
      await shop.post('/stores/sync', {}, headers)
      await shop.work()
    },
    /** Advances time by a minute, and runs the timer that sends changes. */
    async passMinute(): Promise<void> {
      shop.passTime(MINUTE)
      await shop.app.jobs.enqueue(shop.db, { job: 'listings.push_changes', input: {} })
      await shop.work()
    },
    /** Saves price rules as the first version, unless `more` names another. */
    saveRules: ({ headers }: CreatedAccount, rules: object[], more: object = {}): Promise<ApiResponse> =>
      shop.post('/vendor/pricing', { version: 0, rates: [], rules, ...more }, headers),
    /** The vendor's listings, by a query. */
    listListings: ({ headers }: CreatedAccount, query = ''): Promise<ApiResponse> =>
      shop.get(`/vendor/listings${query}`, headers),
    /** Price and stock of each product in the store. */
    listOffers: ({ own }: ListingVendor) => own.activeProducts().map(({ offers }) => offers[0]),
  }
}
