import type { Queryable } from '#database/database.ts'
import { explainLimits } from '#features/stores/connections/service.ts'
import type { ShopOrderDeps } from '../deps.ts'
import type { StoreCheckData, VendorStoreData } from './contract.ts'
import { listStoreHealth, type StoreHealth } from './store-queries.ts'

/** Returns a vendor's connected stores with their checks. */
export async function readVendorStores(
  db: Queryable,
  { stores: { publicUrl } }: Pick<ShopOrderDeps, 'stores'>,
  accountId: number,
): Promise<VendorStoreData[]> {
  return (await listStoreHealth(db, accountId)).map((store) => toStoreView(store, publicUrl))
}

function toStoreView(store: StoreHealth, publicUrl: string): VendorStoreData {
  const { id, platform, name, address, currency, problem, whenRemoved, isPractice } = store
  const { published, failed, leftOut, recovered, recoveredTotal } = store
  const toText = (moment: Date | null) => (moment === null ? null : new Date(moment).toISOString())
  return {
    id,
    platform,
    name,
    address,
    currency,
    problem,
    warning: explainLimits(store.limits),
    whenRemoved,
    isPractice,
    checkedAt: new Date(store.checkedAt).toISOString(),
    connectedAt: new Date(store.connectedAt).toISOString(),
    keysChangedAt: toText(store.keysChangedAt),
    checks: judgeStore(store, publicUrl),
    listings: {
      published,
      failed,
      leftOut,
      lastSentAt: toText(store.lastSentAt),
      drift: store.drift && { ...store.drift, checkedAt: new Date(store.drift.checkedAt).toISOString() },
    },
    orders: {
      total: store.orders,
      recovered,
      recoveredTotal,
      lastWebhookAt: toText(store.lastWebhookAt),
      checkedAt: toText(store.polledAt),
    },
  }
}

type Judgement = Omit<StoreCheckData, 'name'>

const good = (text: string): Judgement => ({ state: 'good', text })
const waiting = (text: string): Judgement => ({ state: 'waiting', text })
const problem = (text: string): Judgement => ({ state: 'problem', text })

/** Returns the checks of a store, as messages for its owner. */
export function judgeStore(store: StoreHealth, publicUrl: string): StoreCheckData[] {
  return [
    { name: 'access', ...judgeAccess(store) },
    { name: 'currency', ...judgeCurrency(store) },
    { name: 'orders', ...judgeOrders(store) },
    { name: 'webhooks', ...judgeWebhooks(store, publicUrl) },
    { name: 'addresses', ...judgeAddresses(store) },
    { name: 'listings', ...judgeListings(store) },
  ]
}

function judgeAccess({ problem: text, limits, platform }: StoreHealth): Judgement {
  if (text !== null) return problem(text)
  const warning = explainLimits(limits)
  return warning === null ? good(ACCESS_TEXTS[platform]) : problem(warning)
}

/**
 * The messages of a connection's access check. Shopify reports a token's rights; WooCommerce only refuses what a key
 * may not do.
 */
const ACCESS_TEXTS = {
  shopify: 'The app can read and write products and stock, read and cancel orders and add tracking to them.',
  woocommerce:
    'The keys can read and write products and read orders. WooCommerce doesn’t say in advance whether they can add tracking: if that fails for your first parcel, the order’s page shows it.',
} as const

function judgeCurrency({ currency, orderCurrency }: StoreHealth): Judgement {
  return orderCurrency === null || orderCurrency === currency
    ? good(`The store sells in ${currency}.`)
    : problem(
        `The store reports ${currency} as its currency, but its newest order is in ${orderCurrency}. Check the connection again. Until then, these orders are on hold.`,
      )
}

function judgeOrders({ feedProblem, polledAt, recoveredTotal }: StoreHealth): Judgement {
  if (feedProblem !== null) return problem(feedProblem)
  if (polledAt === null) return waiting('We’ll check the store for orders within ten minutes.')
  const recovered = recoveredTotal === 1 ? '1 order was' : `${recoveredTotal} orders were`
  return good(
    recoveredTotal === 0
      ? 'We check the store every ten minutes for orders that no webhook reported. None so far.'
      : `We check the store every ten minutes for orders that no webhook reported. ${recovered} recovered so far.`,
  )
}

function judgeWebhooks(
  { subscribedAt, lastWebhookAt, isPractice, address }: StoreHealth,
  publicUrl: string,
): Judgement {
  const isReachable = publicUrl.startsWith('https://') || isPractice || address.startsWith(`${publicUrl}/`)
  if (!isReachable)
    return waiting(
      'This marketplace has no public https address, so the store can’t send webhooks. Instead, we check for new orders every ten minutes.',
    )
  if (subscribedAt === null && lastWebhookAt === null)
    return waiting('We’ll register webhooks the next time we check the store for orders, within ten minutes.')
  return good(
    lastWebhookAt === null
      ? 'Webhooks about orders are registered. None received so far.'
      : 'Webhooks about orders are registered and arrive.',
  )
}

function judgeAddresses({ showsAddress, orders, platform }: StoreHealth): Judgement {
  if (orders === 0)
    return waiting('The first order will show this. Some stores hide the names and addresses of customers.')
  if (showsAddress) return good('Orders show the names and addresses of customers.')
  return problem(
    platform === 'shopify'
      ? 'Shopify hides the names and addresses of customers from this app. A custom app sees them on the Shopify plan or higher, not on Basic; another app needs Shopify’s approval for protected customer data. Until then, place these orders by hand.'
      : 'The newest order has no address. Check which address fields your store’s checkout requires.',
  )
}

function judgeListings({ published, failed }: StoreHealth): Judgement {
  if (failed > 0)
    return problem(
      failed === 1
        ? '1 listing couldn’t be brought up to date. We’ll retry it automatically. See the reason under Listings.'
        : `${failed} listings couldn’t be brought up to date. We’ll retry them automatically. See the reasons under Listings.`,
    )
  if (published === 0) return waiting('Nothing is published yet.')
  return good(published === 1 ? '1 listing is up to date.' : `${published} listings are up to date.`)
}
