import { sql } from 'drizzle-orm'
import { listSellable } from '#connectors/practice-shop/products/product-queries.ts'
import type { PracticePlatform, PracticeShop } from '#connectors/practice-shop/shop-queries.ts'
import { queryRows } from '#database/database.ts'
import { type CreatedAccount, createSession, createSignedInAccount } from '../../shop/accounts.ts'
import {
  type CreatedProduct,
  type CreatedSupplier,
  createTestProduct,
  createTestSupplier,
} from '../../shop/factories.ts'
import { waitUntil } from '../../shop/running-shop.ts'
import { getField } from '../../steps/chat.ts'
import { expectSuccess } from '../../steps/payouts.ts'
import type { StoreShop } from './store-shop.ts'

/** A supplier and its owner's account. */
export type StoreSupplier = Readonly<{ supplier: CreatedSupplier; owner: CreatedAccount }>

/** A vendor with a connected store; `units` are one unit of a product of each supplier, by the store's ids. */
export type StoreVendor = Readonly<{
  account: CreatedAccount
  shop: PracticeShop
  /** The connection's key and public id. */
  connectionId: number
  store: string
  units: ReadonlyMap<number, number>
}>

/** The headers of a new sign-in. */
export async function signIn(
  { db, now }: StoreShop,
  { id }: Pick<CreatedAccount, 'id'>,
): Promise<CreatedAccount['headers']> {
  return (await createSession(db, id, now())).headers
}

/** Creates a supplier with its owner. */
export async function createStoreSupplier({ db, now }: StoreShop): Promise<StoreSupplier> {
  const supplier = await createTestSupplier(db)
  return {
    supplier,
    owner: await createSignedInAccount(db, now(), { type: 'manufacturer', owns: supplier }),
  }
}

/** The money of a wallet, for hundreds of orders. */
const TOP_UP = { amount: 100_000, paymentMethod: 'vm' }

/** Creates a product with a wholesale price. */
export async function createWholesaleProduct(
  { db }: StoreShop,
  supplier: CreatedSupplier,
): Promise<CreatedProduct> {
  const product = await createTestProduct(db, { supplier, stock: 1_000_000, price: 12_000 })
  await db.execute(
    sql`update product_variants set wholesale_amount = 4000 where product_id = ${product.productKey}`,
  )
  return product
}

/** Creates a vendor with money and a store that sells a product of each supplier. */
export async function createStoreVendor(
  shop: StoreShop,
  suppliers: readonly StoreSupplier[],
  kind: Readonly<{ platform: PracticePlatform; hasFulfillments: boolean }>,
): Promise<StoreVendor> {
  const { db, now, stores, order } = shop
  const account = await createSignedInAccount(db, now())
  const { headers } = account
  const post = (path: string, body: object) => expectSuccess(shop.post(path, body, headers))
  const { typed, shop: own } = await stores.open(account.id, kind.platform, kind.hasFulfillments)
  const store: string = getField(await post('/stores/connections', typed), 'connection', 'id')
  await post('/vendor/wallet/settings', { autoPay: false, lowBalance: 0 })
  const paymentUrl: string = getField(await post('/vendor/wallet/top-ups', TOP_UP), 'paymentUrl')
  await shop.press(new URL(paymentUrl).pathname, { action: 'pay' })
  await post(`/vendor/payments/${paymentUrl.split('/').at(-1)}/confirm`, {})
  const products: CreatedProduct[] = []
  for (const { supplier } of suppliers) products.push(await createWholesaleProduct(shop, supplier))
  await post('/stores/selection', { products: products.map(({ id }) => ({ productId: id })) })
  await post('/stores/sync', {})
  const [connection] = await queryRows<{ id: number }>(
    db,
    sql`select id::int as id from store_connections where public_id = ${store}`,
  )
  const connectionId = connection?.id ?? 0
  await order('shop_orders.reconcile', { connectionId })
  await waitUntil('the store hears of orders', () => isReady(shop, connectionId, products.length))
  const sellable = await listSellable(db, own.id)
  return { account, shop: own, connectionId, store, units: new Map(sellable.map(({ id }) => [id, 1])) }
}

async function isReady({ db }: StoreShop, connectionId: number, products: number): Promise<boolean> {
  const [found] = await queryRows<{ listed: number; hears: boolean }>(
    db,
    sql`
      select (select count(*) from store_listings where connection_id = ${connectionId} and state = 'synced')::int as listed,
        exists (select from shop_order_feeds where connection_id = ${connectionId} and subscribed_at is not null) as hears`,
  )
  return found?.listed === products && found.hears
}
