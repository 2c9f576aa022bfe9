import { setTimeout as delay } from 'node:timers/promises'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { addSize, changeFields, changePrice, swapSizes } from './real-store-changes.ts'
import { askStore, type Headers, openWay, runStoreQueue, STORE, type Way } from './real-store-way.ts'

// STORE_URL=https://… STORE_KEY=ck_… STORE_SECRET=cs_… PUBLIC_URL=https://… PORT=… node bench/faults/real-store.ts: the whole way of a vendor
// with a real WooCommerce store, the shop killed after each step and started again. The store reaches the shop at PUBLIC_URL.
const PRODUCTS = 20

type Listed = Readonly<{ id: number; sku: string }>
type StoreOrder = Readonly<{ id: number; line_items: readonly Readonly<{ id: number; total: string }>[] }>

/** Connects the store and publishes products by a plan; returns the connection and the store's ids of the products. */
async function publish(way: Way, headers: Headers): Promise<{ storeId: string; ids: number[] }> {
  const keys = { key: process.env['STORE_KEY'], secret: process.env['STORE_SECRET'] }
  const { connection } = await way.send<{ connection: { id: string } }>('/stores/connections', headers, {
    platform: 'woocommerce',
    shop: STORE,
    ...keys,
  })
  await way.killAfter('connect', async () => (await way.count('store_connections')) === 1)
  const { rows } = await way
    .db()
    .pool.query<{ id: string }>('select public_id as id from products order by id')
  const products = rows.map(({ id }) => ({ productId: id }))
  await way.send('/stores/selection', headers, { products })
  const { plan } = await way.send<{ plan: { id: string } }>('/vendor/publish-plans', headers, {
    storeId: connection.id,
  })
  await way.killAfter('plan', async () => (await way.count(`publish_plans where state = 'planned'`)) === 1)
  await way.send(`/vendor/publish-plans/${plan.id}/apply`, headers, {})
  await delay(3_000)
  await way.killAfter(
    'publish',
    async () => (await way.count(`store_listings where state = 'synced'`)) === PRODUCTS,
  )
  const found = await Promise.all(
    rows.map(({ id }) => askStore<Listed[]>(`/products?sku=${id}&status=any&_fields=id,sku`)),
  )
  const doubled = found.filter(({ length }) => length !== 1)
  console.log(`products that are in the store once: ${found.length - doubled.length} of ${PRODUCTS}`)
  return { storeId: connection.id, ids: found.flatMap((listed) => listed.map(({ id }) => id)) }
}

/** A customer's order of one unit of two products, paid in the store. */
async function placeOrder(way: Way, ids: readonly number[]): Promise<StoreOrder> {
  const address = {
    first_name: 'Ada',
    last_name: 'Lim',
    address_1: '10 Anson Road',
    city: 'Singapore',
    postcode: '079903',
    country: 'SG',
    phone: '+6591234567',
  }
  const order = await askStore<StoreOrder>('/orders', {
    set_paid: true,
    payment_method: 'bacs',
    billing: { ...address, email: 'ada@customers.example' },
    shipping: address,
    line_items: ids.map((product_id) => ({ product_id, quantity: 1 })),
  })
  await runStoreQueue()
  await way.killAfter('order', async () => (await way.count(`shop_orders where state = 'to_pay'`)) === 1)
  return order
}

async function countNotes(orderId: number): Promise<number> {
  const notes = await askStore<{ note: string }[]>(`/orders/${orderId}/notes?type=any`)
  return notes.filter(({ note }) => note.includes('JD0146')).length
}

/** Pays on the sandbox's page, ends the hold and ships by the supplier. */
async function fulfil(
  way: Way,
  { headers, supplier, orderId }: Readonly<{ headers: Headers; supplier: Headers; orderId: number }>,
): Promise<void> {
  const { rows } = await way.db().pool.query<{ id: string }>('select public_id as id from shop_orders')
  const id = rows[0]?.id ?? ''
  const { paymentUrl } = await way.send<{ paymentUrl: string }>('/vendor/orders/pay', headers, {
    orders: [id],
    by: 'vm',
  })
  await fetch(`${way.shop.url}${new URL(paymentUrl).pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action: 'pay' }),
  })
  await way.killAfter('pay', async () => (await way.count(`supplier_orders where state = 'paid_hold'`)) === 1)
  await way.send(`/vendor/orders/${id}/forward`, headers, {})
  await way.killAfter(
    'forward',
    async () => (await way.count(`supplier_orders where state = 'submitted'`)) === 1,
  )
  const part = await way.db().pool.query<{ id: string }>('select public_id as id from supplier_orders')
  const path = `/supplier/orders/${part.rows[0]?.id}`
  await way.send(`${path}/accept`, supplier, {})
  await way.send(`${path}/parcels`, supplier, {
    carrier: 'dhl',
    trackingNumber: 'JD014600006281230704',
    idempotencyKey: 'parcel-of-the-order',
  })
  await way.killAfter('ship', async () => (await countNotes(orderId)) >= 1)
}

if (import.meta.main) {
  const way = await openWay()
  try {
    const { db } = way.db()
    const supplier = await createTestSupplier(db)
    for (let n = 0; n < PRODUCTS; n += 1)
      await createTestProduct(db, { supplier, name: `Real way ring ${n}`, price: 12_000, stock: 5 })
    await addSize(way, PRODUCTS)
    await way.db().pool.query('update product_variants set wholesale_amount = 4000')
    const { headers } = await createSignedInAccount(db, new Date())
    const owner = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier })
    const { storeId, ids } = await publish(way, headers)
    const order = await placeOrder(way, ids.slice(0, 2))
    await fulfil(way, { headers, supplier: owner.headers, orderId: order.id })
    const notes = await askStore<{ note: string }[]>(`/orders/${order.id}/notes?type=any`)
    console.log(
      `notes with the tracking number: ${notes.filter(({ note }) => note.includes('JD0146')).length}`,
    )
    const [line] = order.line_items
    await askStore(`/orders/${order.id}/refunds`, {
      api_refund: false,
      amount: line?.total,
      line_items: [{ id: line?.id, quantity: 1, refund_total: line?.total }],
    })
    await runStoreQueue()
    await way.killAfter('refund', async () => (await way.count('shop_order_lines where removed = 1')) === 1)
    await changePrice(way, { place: 2, storeKey: ids[1] ?? 0 })
    await changeFields(way, headers, { storeId, place: 3, storeKey: ids[2] ?? 0 })
    await swapSizes(way, headers, ids[PRODUCTS - 1] ?? 0)
    for (const from of [
      'shop_orders',
      'purchases',
      'supplier_orders',
      'receipts',
      'parcels',
      'store_connections',
    ])
      console.log(`${from}: ${await way.count(from)}`)
  } finally {
    await way.db().close()
    await way.shop.remove()
  }
}
