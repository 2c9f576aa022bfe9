import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import {
  asVendor,
  changeInShop,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  shipPracticeOrder,
  type ShopVendor,
  submitForm,
} from '#tests/steps/vendor-orders.ts'
import { getField } from '#tests/steps/chat.ts'

const shop = await createTestShop()

/** Creates a vendor with a practice shop, a filled wallet and products of two suppliers. */
async function createVendorWithShop(platform: 'shopify' | 'woocommerce'): Promise<ShopVendor> {
  const vendor = await createShopVendor(shop, { isReal: false, platform })
  for (let n = 0; n < 2; n += 1)
    await publishProduct(shop, vendor, { supplier: await createTestSupplier(shop.db), stock: 9 })
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 900 })
  return vendor
}

/** Returns the practice shop's orders with their status, parcels and shipped units. */
async function readPracticeShop(vendor: ShopVendor) {
  const shopId = sql`(select max(id) from practice_shops where account_id = ${vendor.id})`
  const orders = await queryRows<{ status: string; parcels: number; units: number }>(
    shop.db,
    sql`
      select status, (select count(*) from practice_fulfillments f where f.order_id = o.id)::int as parcels,
        coalesce((select sum((l ->> 'quantity')::int) from practice_fulfillments f
          cross join jsonb_array_elements(f.lines) l where f.order_id = o.id), 0)::int as units
      from practice_orders o where shop_id = ${shopId} order by id`,
  )
  return orders
}

/** Passes some minutes and runs due effects. */
async function passMinutes(minutes: number): Promise<void> {
  shop.passTime(minutes * 60_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'effects.run_due', input: {} })
  await shop.work()
}

test.each(['shopify', 'woocommerce'] as const)(
  '%s: each supplier’s parcel is sent to the store with its own lines, and the last one completes the order',
  async (platform) => {
    const vendor = await createVendorWithShop(platform)
    const number = await orderInShop(shop, vendor, { units: [2, 1] })
    await shipPracticeOrder(shop, vendor, { number, part: 0 })
    expect(await readPracticeShop(vendor)).toEqual([{ status: 'processing', parcels: 1, units: 2 }])
    expect(await readShopOrder(shop, vendor, number)).toMatchObject({
      hasStoreProblem: false,
      storeUpdates: [
        { state: 'done', attempts: [{ outcome: 'done', message: expect.stringMatching(/tracking number/) }] },
      ],
    })
    await shipPracticeOrder(shop, vendor, { number, part: 1 })
    expect(await readPracticeShop(vendor)).toEqual([{ status: 'completed', parcels: 2, units: 3 }])
    const order = await readShopOrder(shop, vendor, number)
    expect(order).toMatchObject({ storeUpdates: [{ state: 'done' }, { state: 'done' }] })
    // Later changes of the order send nothing again.
    await shop.app.jobs.enqueue(shop.db, { job: 'forwarding.follow_order', input: { shopOrderId: order.id } })
    await shop.work()
    expect(await readPracticeShop(vendor)).toEqual([{ status: 'completed', parcels: 2, units: 3 }])
  },
)

test.each(['shopify', 'woocommerce'] as const)(
  '%s: after lost answers the store is looked up, and has each parcel once',
  async (platform) => {
    const vendor = await createVendorWithShop(platform)
    const number = await orderInShop(shop, vendor)
    await submitForm(shop, vendor.admin, { answers: 'lost' })
    await shipPracticeOrder(shop, vendor, { number, part: 0 })
    expect(await readShopOrder(shop, vendor, number)).toMatchObject({
      storeUpdates: [{ state: 'unknown', needsDecision: false, attempts: [{ outcome: 'unknown' }] }],
    })
    await passMinutes(2)
    await submitForm(shop, vendor.admin, { answers: 'normal' })
    await passMinutes(10)
    expect(await readPracticeShop(vendor)).toMatchObject([{ parcels: 1, units: 1 }])
    expect(await readShopOrder(shop, vendor, number)).toMatchObject({
      hasStoreProblem: false,
      storeUpdates: [{ state: 'done', attempts: [{}, {}, { outcome: 'done' }] }],
    })
  },
)

test('an update that the store refuses waits for the vendor to retry it', async () => {
  const vendor = await createVendorWithShop('woocommerce')
  const number = await orderInShop(shop, vendor)
  await submitForm(shop, vendor.admin, { answers: 'locked' })
  await shipPracticeOrder(shop, vendor, { number, part: 0 })
  const order = await readShopOrder(shop, vendor, number)
  expect(order).toMatchObject({
    hasStoreProblem: true,
    storeUpdates: [{ state: 'refused', needsDecision: true, message: expect.stringMatching(/key/) }],
  })
  const list = await asVendor(shop, vendor)('/vendor/orders?view=needs_attention')
  expect(list).toMatchObject({ body: { orders: [{ id: order.id }], counts: { needs_attention: 1 } } })
  await submitForm(shop, vendor.admin, { answers: 'normal' })
  const update = getField<string>({ body: order } as never, 'storeUpdates', '0', 'id')
  const path = `/vendor/orders/${order.id}/store-updates/${update}/retry`
  const stranger = await createShopVendor(shop)
  expect(await asVendor(shop, stranger)(path, {})).toMatchObject({ status: 404 })
  expect(await asVendor(shop, vendor)(path, {})).toMatchObject({ status: 200 })
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    hasStoreProblem: false,
    storeUpdates: [{ state: 'done' }],
  })
  expect(await asVendor(shop, vendor)(path, {})).toMatchObject({
    status: 409,
    body: { code: 'update_state' },
  })
})

test('a disconnected store gets no updates, and its vendor sees that', async () => {
  const vendor = await createVendorWithShop('shopify')
  const number = await orderInShop(shop, vendor)
  await shop.db.execute(sql`delete from store_connections where account_id = ${vendor.id}`)
  await shipPracticeOrder(shop, vendor, { number, part: 0 })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    hasStoreProblem: true,
    storeUpdates: [{ state: 'refused', message: expect.stringMatching(/no longer connected/) }],
  })
})

test('an order cancelled in the store gets no tracking, and the vendor sees why', async () => {
  const vendor = await createVendorWithShop('woocommerce')
  const number = await orderInShop(shop, vendor)
  await submitForm(shop, vendor.admin, { delivery: 'lost' })
  await changeInShop(shop, vendor, { order: number, action: 'cancel' })
  await shipPracticeOrder(shop, vendor, { number, part: 0 })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    storeUpdates: [
      { state: 'refused', message: expect.stringMatching(/cancelled or refunded in your store/) },
    ],
  })
  expect(await readPracticeShop(vendor)).toMatchObject([{ status: 'cancelled', parcels: 0 }])
})
