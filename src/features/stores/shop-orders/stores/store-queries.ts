import { queryPrepared, type Queryable } from '#database/database.ts'

/** A connected store of a vendor with counts of its listings and orders. */
export type StoreHealth = Readonly<{
  id: string
  platform: 'shopify' | 'woocommerce'
  name: string
  address: string
  currency: string
  problem: string | null
  /** The rights that the store does not grant us, though it is connected. */
  limits: readonly 'cancel_orders'[]
  checkedAt: Date
  whenRemoved: 'sold_out' | 'unpublish'
  isPractice: boolean
  connectedAt: Date
  keysChangedAt: Date | null
  feedProblem: string | null
  subscribedAt: Date | null
  lastWebhookAt: Date | null
  polledAt: Date | null
  recovered: number
  recoveredTotal: number
  published: number
  failed: number
  leftOut: number
  lastSentAt: Date | null
  drift: Readonly<{
    checkedAt: string
    compared: number
    stockDiffers: number
    priceDiffers: number
    missing: number
    correctedTotal: number
  }> | null
  orders: number
  /** Whether the newest order shows its address; null without one. */
  showsAddress: boolean | null
  /** The currency of the newest order. */
  orderCurrency: string | null
}>

/** Returns the connected stores of a vendor, the first one first. */
export async function listStoreHealth(db: Queryable, accountId: number): Promise<StoreHealth[]> {
  return queryPrepared<StoreHealth>(db, LIST_STORES, [accountId])
}

const LIST_STORES = {
  name: 'shop_orders_list_stores',
  text: `
    select c.public_id as id, c.platform, c.name, c.address, c.currency, c.problem, c.limits, c.checked_at as "checkedAt",
      c.when_removed as "whenRemoved", c.is_practice as "isPractice", c.created_at as "connectedAt",
      c.keys_changed_at as "keysChangedAt", f.problem as "feedProblem", f.subscribed_at as "subscribedAt",
      f.last_webhook_at as "lastWebhookAt", f.polled_at as "polledAt", coalesce(f.recovered, 0) as recovered,
      coalesce(f.recovered_total, 0) as "recoveredTotal", l.published, l.failed, l.left_out as "leftOut",
      l.last_sent_at as "lastSentAt",
      (select json_build_object('checkedAt', d.checked_at, 'compared', d.compared, 'stockDiffers', d.stock_differs,
        'priceDiffers', d.price_differs, 'missing', d.missing, 'correctedTotal', d.corrected_total)
        from store_drift_checks d where d.connection_id = c.id) as drift,
      (select count(*)::int from shop_orders o where o.connection_id = c.id) as orders,
      n.address is not null as "showsAddress", n.currency as "orderCurrency"
    from store_connections c
    left join shop_order_feeds f on f.connection_id = c.id
    cross join lateral (
      select count(*) filter (where l.external_id is not null)::int as published,
        count(*) filter (where l.state = 'failed')::int as failed,
        count(*) filter (where l.external_id is not null and not exists (
          select from store_selections s where s.account_id = c.account_id and s.product_id = l.product_id))::int as left_out,
        max(l.synced_at) as last_sent_at
      from store_listings l where l.connection_id = c.id) l
    left join lateral (
      select o.address, o.currency from shop_orders o where o.connection_id = c.id order by o.id desc limit 1) n on true
    where c.account_id = $1 order by c.id`,
}
