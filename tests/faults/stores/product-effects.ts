import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { waitUntil } from '../../shop/running-shop.ts'
import { getField } from '../../steps/chat.ts'
import { expectSuccess } from '../../steps/payouts.ts'
import type { InterruptionPoint, Outcome } from '../effect.ts'
import { type StoreEffect, type StoreWorld, stopCalls } from './store-effect.ts'
import type { StoreShop } from './store-shop.ts'
import { createWholesaleProduct, signIn } from './store-vendors.ts'

/** The number of stores whose runs stand at once: as many as the shop publishes to (`STORES_AT_ONCE`). */
const PUBLISHING_STORES = 8

/** A product that vendors plan to publish, and publish. */
export const NEW_LISTING: StoreEffect = {
  name: 'new listing',
  async prepare(world) {
    const { shop, suppliers } = world
    const vendors = world.vendors.slice(0, PUBLISHING_STORES)
    const [first] = suppliers
    if (!first) throw new Error('there is no supplier')
    const product = await createWholesaleProduct(shop, first.supplier)
    const plans: { path: string; headers: Record<string, string> }[] = []
    for (const { account, store } of vendors) {
      const headers = await signIn(shop, account)
      const post = (path: string, body: object) => expectSuccess(shop.post(path, body, headers))
      await post('/stores/selection', { products: [{ productId: product.id }] })
      const made = await post('/vendor/publish-plans', { storeId: store, productIds: [product.id] })
      plans.push({ path: `/vendor/publish-plans/${getField<string>(made, 'plan', 'id')}`, headers })
    }
    await waitUntil('the plans are made', async () => {
      const answers = await Promise.all(plans.map(({ path, headers }) => shop.get(path, headers)))
      return answers.every((answer) => getField<string>(answer, 'plan', 'state') === 'planned')
    })
    return {
      count: vendors.length,
      async begin(point) {
        const countStopped = await stopPushes(shop, point, {
          woo: [product.id],
          shopify: ['mutation CreateProduct'],
        })
        for (const { path, headers } of plans) await expectSuccess(shop.post(`${path}/apply`, {}, headers))
        return countStopped
      },
      async finish() {
        world.progress.productKey = product.productKey
      },
      outcomes: () => judge(world, product.productKey),
    }
  },
}

/** A new stock and price of the newest product, which the stores that sell it get. */
export const STOCK_AND_PRICE: StoreEffect = {
  name: 'stock and price',
  async prepare(world) {
    const { shop, vendors, progress } = world
    const { productKey } = progress
    return {
      count: productKey === undefined ? 0 : Math.min(vendors.length, PUBLISHING_STORES),
      async begin(point) {
        const countStopped = await stopPushes(shop, point, { woo: [''], shopify: ['mutation SetStock'] })
        await shop.db.execute(sql`
          update product_variants set stock = stock - 7, price_amount = price_amount + 100
          where product_id = ${productKey ?? 0}`)
        await shop.order('listings.push_changes', { isBetween: true })
        return countStopped
      },
      finish: async () => undefined,
      outcomes: async () => (productKey === undefined ? [] : judge(world, productKey)),
    }
  },
}

async function stopPushes(
  shop: StoreShop,
  point: InterruptionPoint,
  about: Readonly<{ woo: readonly string[]; shopify: readonly string[] }>,
): Promise<() => Promise<number>> {
  if (point === 'before its answer is kept') return shop.gates.stop('listing')
  const atWoo = stopCalls(shop, point, { calls: /^POST .*\/products\/batch$/, about: about.woo })
  const atShopify = stopCalls(shop, point, { calls: /^POST .*\/graphql\.json$/, about: about.shopify })
  return async () => (await atWoo()) + (await atShopify())
}

/** A listing in a store: how often the store has it, and both stocks and prices. */
type ListedRow = Readonly<{
  store: number
  product: string
  copies: number
  isSynced: boolean
  stock: number
  price: number
  stockThere: number | null
  priceThere: string | null
}>

/** Returns the listings of all stores, or of one product. */
async function listListings({ db }: StoreShop, productKey: number | null): Promise<ListedRow[]> {
  return queryRows<ListedRow>(
    db,
    sql`
      select l.connection_id::int as store, p.public_id as product, l.state = 'synced' as "isSynced",
        v.stock, v.price_amount::int as price, count(w.id)::int as copies, max(w.quantity) as "stockThere",
        max(w.regular_price) as "priceThere"
      from store_listings l
      join store_connections c on c.id = l.connection_id
      join products p on p.id = l.product_id
      join product_variants v on v.product_id = p.id
      left join practice_shops s on s.account_id = c.account_id
      left join practice_products w on w.shop_id = s.id and w.status <> 'trash' and w.sku in (p.public_id, v.public_id)
      where ${productKey}::bigint is null or p.id = ${productKey}
      group by l.connection_id, p.id, l.state, v.id`,
  )
}

async function judge({ shop }: StoreWorld, productKey: number): Promise<Outcome[]> {
  const listed = await listListings(shop, productKey)
  return listed.map((row) => ({ theirs: row.copies, ours: 1, isDone: row.isSynced && isEqual(row) }))
}

function isEqual({ stock, price, stockThere, priceThere }: ListedRow): boolean {
  return stock === stockThere && Math.round(Number(priceThere) * 100) === price
}

/** Returns what of the stores' products differs from the marketplace's. */
export async function listProductDifferences(shop: StoreShop): Promise<string[]> {
  const listed = await listListings(shop, null)
  return listed
    .filter((row) => row.copies !== 1 || !row.isSynced || !isEqual(row))
    .map((row) => `store ${row.store}: ${JSON.stringify(row)}`)
}
