import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { practiceShops } from '#connectors/practice-shop/practice-shop.ts'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  passHold,
  publishProducts,
  type ShopVendor,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop({ STORE_HOSTS: new URL(SHOP_URL).host })

/** Creates a vendor with two stores of a platform; returns each as its shoppers and its owner use it. */
async function createVendorOfTwo(platform: 'woocommerce' | 'shopify') {
  const first = await createShopVendor(shop, { platform })
  const partner = await createSignedInAccount(shop.db, shop.now())
  const opened = await practiceShops(SHOP_URL).open(shop.db, {
    accountId: partner.id,
    platform,
    name: 'Second store',
    hasProducts: false,
    now: shop.now(),
  })
  const { address, keys, storefrontUrl, adminUrl } = opened
  const connected = await asVendor(shop, first)('/stores/connections', { platform, shop: address, ...keys })
  expect(connected).toMatchObject({ status: 200, body: { connection: { platform, address } } })
  const second: ShopVendor = {
    ...first,
    storefront: new URL(storefrontUrl).pathname,
    admin: new URL(adminUrl).pathname,
    connection: getField(connected, 'connection', 'id'),
  }
  expect(second.connection).not.toBe(first.connection)
  await shop.work()
  return { first, second }
}

const listStores = async (vendor: ShopVendor) => {
  const { body } = await asVendor(shop, vendor)('/stores/connections')
  const connections: { id: string; name: string; whenRemoved: string }[] = Reflect.get(
    Object(body),
    'connections',
  )
  return connections
}

/** Returns the supplier orders of each store. */
function listForwarded(vendor: ShopVendor) {
  return queryRows<{ store: string; state: string; units: number }>(
    shop.db,
    sql`
      select c.public_id as store, o.state, sum(l.quantity)::int as units
      from shop_orders s join store_connections c on c.id = s.connection_id
      join purchases p on p.vendor_order = s.public_id and p.paid_at is not null
      join supplier_orders o on o.purchase_id = p.id join supplier_order_lines l on l.supplier_order_id = o.id
      where s.account_id = ${vendor.id} group by c.id, o.id order by c.id, o.id`,
  )
}

/** Reconciles all stores of a vendor, as the timer does every ten minutes. */
async function reconcile(vendor: ShopVendor): Promise<void> {
  const stores = await queryRows<{ key: number }>(
    shop.db,
    sql`select id::int as key from store_connections where account_id = ${vendor.id}`,
  )
  for (const { key } of stores)
    await shop.app.jobs.enqueue(shop.db, { job: 'shop_orders.reconcile', input: { connectionId: key } })
  await shop.work()
}

test.each(['woocommerce', 'shopify'] as const)(
  'two %s stores of a vendor: each forwards its own orders once, has its own settings, and is disconnected alone',
  async (platform) => {
    const { first, second } = await createVendorOfTwo(platform)
    const call = asVendor(shop, first)
    await topUpWallet(shop, first, 900)
    const ring = await createTestProduct(shop.db, { name: 'Quay ring', stock: 9, price: 12_000 })
    await publishProducts(shop, first, [ring])
    const listings = await call('/vendor/listings')
    expect(listings).toMatchObject({
      body: { total: 2, stores: [{ id: first.connection }, { id: second.connection }] },
    })
    expect(await call(`/vendor/listings?store=${second.connection}`)).toMatchObject({
      body: { total: 1, listings: [{ store: { id: second.connection }, state: 'published' }] },
    })

    await orderInShop(shop, first, { units: [1] })
    await orderInShop(shop, second, { units: [2] })
    await reconcile(first)
    await passHold(shop)
    // Reconciling again has no effect.
    await reconcile(first)
    expect(await listForwarded(first)).toEqual([
      { store: first.connection, state: 'submitted', units: 1 },
      { store: second.connection, state: 'submitted', units: 2 },
    ])
    expect(await call(`/vendor/orders?store=${second.connection}`)).toMatchObject({
      body: { total: 1, counts: { all: 1 }, orders: [{ units: 2 }], feeds: [{}, { id: second.connection }] },
    })
    const csv = await call(`/vendor/order-export?store=${first.connection}`)
    expect(csv.text.trim().split('\n')).toHaveLength(2)

    const whenRemoved = { whenRemoved: 'unpublish' }
    await call(`/stores/connections/${second.connection}/when-removed`, whenRemoved)
    expect(await listStores(first)).toMatchObject([{ whenRemoved: 'sold_out' }, { whenRemoved: 'unpublish' }])
    expect(await call(`/stores/connections/${first.connection}/remove`, {})).toMatchObject({ status: 200 })
    expect(await listStores(first)).toMatchObject([{ id: second.connection }])
    const next = await orderInShop(shop, second, { units: [1] })
    await reconcile(first)
    const [order] = await queryRows<{ id: string }>(
      shop.db,
      sql`select public_id as id from shop_orders where account_id = ${first.id} order by id desc limit 1`,
    )
    expect(await call(`/vendor/orders/${order?.id}`)).toMatchObject({
      body: { order: { number: expect.stringContaining(next), state: 'in_progress', supplierOrders: [{}] } },
    })
  },
)
