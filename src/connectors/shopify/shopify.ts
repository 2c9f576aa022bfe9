import { z } from 'zod'
import type {
  RemoteProductPage,
  PushOutcome,
  StoreConnector,
  StoreNeed,
} from '#features/stores/connections/port.ts'
import { AppError, refused } from '#core/errors.ts'
import { adjustStock, findStockAdjustment } from './adjust-stock.ts'
import { cancelOrder } from './cancel-order.ts'
import { toShopifyAddress, openShopifyStore } from './open-store.ts'
import { callShopify, type ShopifyStore, type ShopifyClient } from './call-shopify.ts'
import { fromShopifyProduct, hasPendingPictures, ShopifyListing } from './listed-product.ts'
import { CHECK, PRODUCTS } from './operations.ts'
import { findOrder, listOrders } from './orders.ts'
import { findLocation, pushProduct } from './push-products.ts'
import { correctParcel } from './correct-parcel.ts'
import { findParcel, sendParcel } from './send-parcel.ts'
import {
  findSourceProducts,
  findStockProducts,
  listSourceProducts,
  listStockLevels,
} from './source-products.ts'
import { listVariants, setSkus } from './variant-skus.ts'
import { readWebhook, subscribe } from './webhooks.ts'

/** The products per page; each uses some of the store's rate limit. */
const PER_PAGE = 25

/** How often a page is requested again because of missing pictures, and after which delay. */
const MAX_PICTURE_RETRIES = 2
const PICTURE_RETRY_MS = 5_000

/** The required scopes; a scope for writing includes reading. */
const REQUIRED_SCOPES: Readonly<Record<StoreNeed, readonly string[]>> = {
  sell: [
    'write_products',
    'write_inventory',
    'read_locations',
    'read_orders',
    'write_merchant_managed_fulfillment_orders',
  ],
  source: ['read_products', 'read_inventory'],
}

const StoreCheck = z.object({
  shop: z.object({ name: z.string(), currencyCode: z.string().regex(/^[A-Z]{3}$/) }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

const Products = z.object({
  products: z.object({
    nodes: z.array(ShopifyListing),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})

/** Returns the connector of Shopify stores, by the Admin GraphQL API (shopify.dev/docs/api/admin-graphql). */
export function shopify(client: ShopifyClient): StoreConnector {
  return {
    addressOf: toShopifyAddress,
    async check(access, need) {
      const request = { document: CHECK, data: StoreCheck }
      const { shop, currentAppInstallation } = await callShopify(
        client,
        await openShopifyStore(client.ask, access),
        request,
      )
      const scopes = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle))
      const hasScope = (scope: string) => scopes.has(scope) || scopes.has(scope.replace('read_', 'write_'))
      const missing = REQUIRED_SCOPES[need].filter((scope) => !hasScope(scope))
      if (missing.length > 0)
        throw refused(
          'store_rights_missing',
          `The access token is missing these scopes: ${missing.join(', ')}. Add them to your app in the Shopify admin.`,
        )
      const limits = need === 'sell' && !scopes.has('write_orders') ? (['cancel_orders'] as const) : []
      return { name: shop.name, currency: shop.currencyCode, limits }
    },
    orderPage: (address, orderId) => `https://${address}/admin/orders/${orderId.split('/').at(-1)}`,
    async listProducts(access, cursor): Promise<RemoteProductPage> {
      const products = await readPage(client, await openShopifyStore(client.ask, access), cursor)
      const { hasNextPage, endCursor } = products.pageInfo
      return { products: products.nodes.map(fromShopifyProduct), next: hasNextPage ? endCursor : null }
    },
    async pushProducts(access, products) {
      const store = await openShopifyStore(client.ask, access)
      const locationId = await findLocation(client, store)
      const pushed: PushOutcome[] = []
      for (const product of products) {
        try {
          pushed.push(await pushProduct(client, { shop: store, locationId }, product))
        } catch (error) {
          // The store's rate limit is reached; completed products are returned.
          if (pushed.length > 0 && error instanceof AppError) return pushed
          throw error
        }
      }
      return pushed
    },
    async listVariants(access, productId) {
      return listVariants(client, await openShopifyStore(client.ask, access), productId)
    },
    async setSkus(access, change) {
      await setSkus(client, await openShopifyStore(client.ask, access), change)
    },
    async subscribe(access, { url, about = 'orders' }) {
      await subscribe(client, await openShopifyStore(client.ask, access), { url, about })
    },
    ...createOrderMethods(client),
    ...createSourceMethods(client),
    readWebhook,
  }
}

type OrderMethods = Pick<
  StoreConnector,
  'findOrder' | 'cancelOrder' | 'listOrders' | 'findParcel' | 'sendParcel' | 'correctParcel'
>

/** Returns the methods for orders of a vendor's store. */
function createOrderMethods(client: ShopifyClient): OrderMethods {
  return {
    async findOrder(access, externalId) {
      return findOrder(client, await openShopifyStore(client.ask, access), externalId)
    },
    async cancelOrder(access, cancellation) {
      return cancelOrder(client, await openShopifyStore(client.ask, access), cancellation)
    },
    async listOrders(access, since, cursor) {
      return listOrders(client, await openShopifyStore(client.ask, access), { since, cursor })
    },
    async findParcel(access, parcel) {
      return findParcel(client, await openShopifyStore(client.ask, access), parcel)
    },
    async sendParcel(access, parcel) {
      return sendParcel(client, await openShopifyStore(client.ask, access), parcel)
    },
    async correctParcel(access, correction) {
      return correctParcel(client, await openShopifyStore(client.ask, access), correction)
    },
  }
}

type SourceMethods = Pick<
  StoreConnector,
  | 'listSourceProducts'
  | 'findSourceProducts'
  | 'listStockLevels'
  | 'findStockProducts'
  | 'findStockAdjustment'
  | 'adjustStock'
>

/** Returns the methods that read a supplier's store. */
function createSourceMethods(client: ShopifyClient): SourceMethods {
  return {
    async listSourceProducts(access, filter) {
      return listSourceProducts(client, await openShopifyStore(client.ask, access), filter)
    },
    async findSourceProducts(access, externalIds) {
      return findSourceProducts(client, await openShopifyStore(client.ask, access), externalIds)
    },
    async listStockLevels(access, cursor) {
      return listStockLevels(client, await openShopifyStore(client.ask, access), cursor)
    },
    async findStockProducts(access, stockIds) {
      return findStockProducts(client, await openShopifyStore(client.ask, access), stockIds)
    },
    findStockAdjustment: (_access, adjustment) => Promise.resolve(findStockAdjustment(adjustment)),
    async adjustStock(access, adjustment) {
      return adjustStock(client, await openShopifyStore(client.ask, access), adjustment)
    },
  }
}

/** Returns a page of products, requested again a few times while pictures are being processed. */
async function readPage(client: ShopifyClient, store: ShopifyStore, cursor: string | null) {
  const request = { document: PRODUCTS, variables: { first: PER_PAGE, after: cursor }, data: Products }
  for (let retries = 0; ; retries += 1) {
    const { products } = await callShopify(client, store, request)
    if (retries === MAX_PICTURE_RETRIES || !products.nodes.some(hasPendingPictures)) return products
    await client.wait(PICTURE_RETRY_MS)
  }
}
