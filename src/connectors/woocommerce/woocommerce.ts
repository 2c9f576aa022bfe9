import { z } from 'zod'
import type {
  RemoteProductPage,
  StoreAccess,
  StoreConnector,
  StoreNeed,
} from '#features/stores/connections/port.ts'
import { AppError, invalid, refused } from '#core/errors.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import { type SafeFetch, isNamedHost } from '#platform/security/safe-fetch.ts'
import { adjustStock, findStockAdjustment } from './adjust-stock.ts'
import { cancelOrder } from './cancel-order.ts'
import { callWooCommerce, type WooSite, type WooClient } from './call-woocommerce.ts'
import { fromWooProduct, WooListing, LISTED_FIELDS } from './products/listed-product.ts'
import { findOrder, findOrders, listOrders } from './orders.ts'
import { pushAll } from './products/push-products.ts'
import { correctParcel, findParcel, sendParcel } from './send-parcel.ts'
import { findSourceProducts, listSourceProducts } from './products/source-products.ts'
import { listVariants, setSkus } from './products/variant-skus.ts'
import { readWebhook, subscribe } from './webhooks.ts'

const PER_PAGE = 50

const Keys = z.object({ key: z.string(), secret: z.string() })
const Root = z.object({ name: z.string(), namespaces: z.array(z.string()) })
const Currency = z.object({ value: z.string().regex(/^[A-Z]{3}$/) })

/**
 * Returns the connector of WooCommerce sites, by REST API v3. Sites on the named `hosts` may have a port or no https.
 */
export function wooCommerce(safeFetch: SafeFetch, hosts: readonly string[] = []): StoreConnector {
  const client: WooClient = { ask: safeFetch, keysInQuery: new Set(), units: new Map() }
  return {
    addressOf: (input) => toWooAddress(input, hosts),
    check: (access, need) => checkSite(client, toSite(access), need),
    async listProducts(access, cursor): Promise<RemoteProductPage> {
      const page = Number(cursor ?? 1)
      const { data, pages } = await callWooCommerce(client, toSite(access), {
        path: `/wc/v3/products?page=${page}&per_page=${PER_PAGE}&orderby=id&order=asc&_fields=${LISTED_FIELDS}`,
        data: WooListing,
      })
      return { products: data.map(fromWooProduct), next: page < pages ? String(page + 1) : null }
    },
    pushProducts: (access, products) => pushAll(client, toSite(access), products),
    listVariants: (access, productId) => listVariants(client, toSite(access), productId),
    setSkus: (access, change) => setSkus(client, toSite(access), change),
    findOrder: (access, externalId) => findOrder(client, toSite(access), externalId),
    findOrders: (access, externalIds) => findOrders(client, toSite(access), externalIds),
    cancelOrder: (access, cancellation) => cancelOrder(client, toSite(access), cancellation),
    listOrders: (access, since, cursor) => listOrders(client, toSite(access), { since, cursor }),
    findParcel: (access, parcel) => findParcel(client, toSite(access), parcel),
    sendParcel: (access, parcel) => sendParcel(client, toSite(access), parcel),
    correctParcel: (access, correction) => correctParcel(client, toSite(access), correction),
    // WooCommerce redirects this URL to its own table of orders, if it has one.
    orderPage: (address, orderId) => `${address}/wp-admin/post.php?post=${orderId}&action=edit`,
    subscribe: (access, webhook) => subscribe(client, toSite(access), webhook),
    listSourceProducts: (access, filter) => listSourceProducts(client, toSite(access), filter),
    findSourceProducts: (access, ids) => findSourceProducts(client, toSite(access), ids),
    // A variation's webhook contains the number of its product.
    findStockProducts: (_access, stockIds) => Promise.resolve(stockIds),
    findStockAdjustment: (access, adjustment) => findStockAdjustment(client, toSite(access), adjustment),
    adjustStock: (access, adjustment) => adjustStock(client, toSite(access), adjustment),
    readWebhook: (_access, delivery, secret) => readWebhook(delivery, secret),
  }
}

const NO_CHANGES = { create: [], update: [], delete: [] }

async function checkSite(client: WooClient, site: WooSite, need: StoreNeed) {
  const root = await callWooCommerce(client, site, { path: '/?_fields=name,namespaces', data: Root })
  if (!root.data.namespaces.includes('wc/v3'))
    throw refused('store_not_found', `${site.address} is a WordPress site without WooCommerce.`)
  const currency = await callWooCommerce(client, site, {
    path: '/wc/v3/settings/general/woocommerce_currency?_fields=value',
    data: Currency,
  })
  if (need === 'sell') {
    await checkOrders(client, site)
    // An empty batch changes nothing, but requires the permission to write.
    await callWooCommerce(client, site, {
      path: '/wc/v3/products/batch',
      body: NO_CHANGES,
      data: z.unknown(),
    })
  }
  return { name: toPlainText(root.data.name) || new URL(site.address).host, currency: currency.data.value }
}

/** Reads one order to test the permission. Throws when orders are refused, because the key's user may lack it. */
async function checkOrders(client: WooClient, site: WooSite): Promise<void> {
  try {
    await callWooCommerce(client, site, {
      path: '/wc/v3/orders?per_page=1&_fields=id',
      data: z.array(z.object({ id: z.number() })),
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_access_denied')
      throw refused(
        'store_rights_missing',
        'This key can’t read orders. Create one for a user who is an administrator or shop manager.',
      )
    throw error
  }
}

function toSite({ address, keys }: StoreAccess): WooSite {
  return { address, ...Keys.parse(keys) }
}

/** Returns the address of a site with its folder. It is https, the default, except on a named host. */
function toWooAddress(input: string, hosts: readonly string[]): string {
  const text = input.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.username || url.password || !(isNamedSite(url, hosts) || isPublicSite(url)))
    throw invalid('store_address', 'Enter the address of your store, such as https://your-store.com.')
  const folder = url.pathname.replace(/\/(wp-json|wp-admin)(\/.*)?$/, '').replace(/\/+$/, '')
  return `${url.origin}${folder}`
}

function isNamedSite(url: URL, hosts: readonly string[]): boolean {
  return (url.protocol === 'https:' || url.protocol === 'http:') && isNamedHost(url, hosts)
}

function isPublicSite({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && hostname.includes('.') && port === ''
}
