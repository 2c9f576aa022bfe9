import { sql } from 'drizzle-orm'
import { Address, placeOrder } from '#connectors/practice-shop/orders.ts'
import { sendOrderWebhooks } from '#connectors/practice-shop/owner/owner-actions.ts'
import { inTransaction, queryRows } from '#database/database.ts'
import { waitUntil } from '../../shop/running-shop.ts'
import { expectSuccess } from '../../steps/payouts.ts'
import type { StoreShop } from './store-shop.ts'
import { signIn, type StoreSupplier, type StoreVendor } from './store-vendors.ts'

/** An order of a customer in a vendor's store, by its number there. */
export type StoreOrder = Readonly<{ vendor: StoreVendor; number: string }>

/** A supplier order of a store's order; `receipts` are the payments of its purchase. */
type OrderPart = Readonly<{
  id: string
  supplierId: number
  state: string
  purchase: string
  isPaid: boolean
  receipts: number
  parcels: readonly Readonly<{ id: string; number: string }>[]
}>

/** A store's order as the marketplace has it. `copies` is how often it has it. */
export type KnownOrder = Readonly<{
  number: string
  id: string
  copies: number
  shopState: string
  /** Those that are paid or can be. */
  parts: readonly OrderPart[]
}>

const ADDRESS = Address.parse({
  first_name: 'Ada',
  last_name: 'Lim',
  address_1: '10 Anson Road',
  city: 'Singapore',
  postcode: '079903',
  country: 'SG',
  phone: '+6591234567',
})

/** Places a paid order in each store, as customers; its webhook waits. */
export async function placeOrders(
  { db, now, stores }: StoreShop,
  vendors: readonly StoreVendor[],
): Promise<StoreOrder[]> {
  const orders: StoreOrder[] = []
  for (const vendor of vendors) {
    const moment = now()
    const placed = await inTransaction(db, async (tx) => {
      const { shop, units } = vendor
      const order = await placeOrder(tx, shop, { units, address: ADDRESS, isPaid: true, now: moment })
      if (!order) throw new Error('nothing was ordered in the store')
      await sendOrderWebhooks(tx, stores.enqueue, { shop, order, topic: 'order.created', now: moment })
      return order
    })
    orders.push({ vendor, number: String(placed.id) })
  }
  return orders
}

/** Returns orders as the marketplace has them, by their numbers; unknown ones are left out. */
export async function readOrders(
  { db }: StoreShop,
  orders: readonly StoreOrder[],
): Promise<ReadonlyMap<string, KnownOrder>> {
  const numbers = orders.map(({ number }) => number)
  const known = await queryRows<KnownOrder>(
    db,
    sql`
      select s.external_id as number, s.public_id as id, s.shop_state as "shopState",
        count(*) over (partition by s.external_id)::int as copies,
        coalesce((
          select json_agg(json_build_object('id', o.public_id, 'supplierId', o.supplier_id, 'state', o.state,
            'purchase', b.public_id, 'isPaid', b.paid_at is not null,
            'receipts', (select count(*) from receipts r join payments p on p.id = r.payment_id where p.reference = b.public_id),
            'parcels', (select coalesce(json_agg(json_build_object('id', c.public_id, 'number', t.number)), '[]')
              from parcels c join parcel_trackings t on t.parcel_id = c.id where c.supplier_order_id = o.id)) order by o.id)
          from purchases b join supplier_orders o on o.purchase_id = b.id
          where b.vendor_order = s.public_id and (b.paid_at is not null or o.state = 'awaiting_payment')), '[]') as parts
      from shop_orders s where s.external_id = any(${sql.param(numbers)}::text[])`,
  )
  return new Map(known.map((order) => [order.number, order]))
}

/** Returns an order's public id; throws while it is not known. */
export async function findOrderIds(shop: StoreShop, orders: readonly StoreOrder[]): Promise<string[]> {
  const known = await readOrders(shop, orders)
  return orders.map(({ number }) => {
    const id = known.get(number)?.id
    if (id === undefined) throw new Error(`order ${number} is not known`)
    return id
  })
}

/** Waits until each order has two supplier orders of which `isReached` holds. */
export async function waitForParts(
  shop: StoreShop,
  orders: readonly StoreOrder[],
  { description, isReached }: Readonly<{ description: string; isReached: (part: OrderPart) => boolean }>,
): Promise<void> {
  await waitUntil(description, async () => {
    const known = await readOrders(shop, orders)
    return orders.every(({ number }) => {
      const parts = known.get(number)?.parts ?? []
      return parts.length > 0 && parts.every(isReached)
    })
  })
}

/** Pays an order from its vendor's wallet. */
export async function payOrder(shop: StoreShop, { vendor }: StoreOrder, id: string): Promise<void> {
  const headers = await signIn(shop, vendor.account)
  await expectSuccess(shop.post('/vendor/orders/pay', { orders: [id], by: 'wallet' }, headers))
}

/** Places an order in each store and pays it. */
export async function placePaidOrders(
  shop: StoreShop,
  vendors: readonly StoreVendor[],
): Promise<StoreOrder[]> {
  const orders = await placeOrders(shop, vendors)
  await shop.settle(false)
  const ids = await findOrderIds(shop, orders)
  await Promise.all(orders.map((order, index) => payOrder(shop, order, ids[index] ?? '')))
  return orders
}

/** Accepts the supplier orders of these orders as their suppliers. */
export async function acceptParts(
  shop: StoreShop,
  suppliers: readonly StoreSupplier[],
  orders: readonly StoreOrder[],
): Promise<void> {
  const known = await readOrders(shop, orders)
  for (const { supplier, owner } of suppliers) {
    const headers = await signIn(shop, owner)
    const parts = [...known.values()].flatMap(({ parts: all }) =>
      all.filter(({ supplierId }) => supplierId === supplier.id),
    )
    for (const { id } of parts) await expectSuccess(shop.post(`/supplier/orders/${id}/accept`, {}, headers))
  }
}
