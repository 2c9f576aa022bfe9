import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createSession, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  type ShopVendor,
  submitForm,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

const OLD = 'JD014600003828392000'
const NEW = 'JD014600003828392001'

/** Creates a store's order that its supplier has accepted; returns it with a way to act as the supplier. */
async function createAcceptedOrder(platform: 'shopify' | 'woocommerce') {
  const vendor = await createShopVendor(shop, { isReal: false, platform })
  // Real suppliers need a real order, but the webhooks need a practice shop.
  await shop.db.execute(sql`update store_connections set is_practice = false where account_id = ${vendor.id}`)
  const supplier = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  await publishProduct(shop, vendor, { supplier })
  await topUpWallet(shop, vendor, 200)
  const number = await orderInShop(shop, vendor, { units: [2] })
  const order = await readShopOrder(shop, vendor, number)
  await asVendor(shop, vendor)(`/vendor/orders/${order.id}/forward`, {})
  await shop.work()
  const id = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  const act = async (path: string, body: object) => {
    const { headers } = await createSession(shop.db, owner.id, shop.now())
    const answer = await shop.post(`/supplier/orders/${id}/${path}`, body, headers)
    expect(answer.status).toBe(200)
    await shop.work()
    return answer
  }
  await act('accept', {})
  return { vendor, number, act }
}

type Accepted = Awaited<ReturnType<typeof createAcceptedOrder>>

/** Ships all units; returns the path of the parcel's tracking numbers. */
async function ship({ act }: Accepted, trackingNumber: string): Promise<string> {
  const packed = await act('parcels', {
    carrier: 'dhl',
    trackingNumber,
    idempotencyKey: `key-${trackingNumber}`,
  })
  return `parcels/${getField<string>(packed, 'order', 'parcels', '0', 'id')}/trackings`
}

/** Returns the practice shop's order status and tracking numbers. */
async function readStore({ vendor }: Pick<Accepted, 'vendor'>) {
  const [order] = await queryRows<{ status: string; numbers: unknown }>(
    shop.db,
    sql`
      select status, (select coalesce(jsonb_agg(f.tracking -> 0 ->> 'number' order by f.id), '[]')
        from practice_fulfillments f where f.order_id = o.id) as numbers
      from practice_orders o where shop_id = (select max(id) from practice_shops where account_id = ${vendor.id})`,
  )
  return order
}

/** Passes some minutes and runs due effects. */
async function passMinutes(minutes: number): Promise<void> {
  shop.passTime(minutes * 60_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'effects.run_due', input: {} })
  await shop.work()
}

const correct = ({ act }: Accepted, path: string) =>
  act(`${path}/correct`, { before: OLD, carrier: 'dhl', trackingNumber: NEW })

test.each(['shopify', 'woocommerce'] as const)(
  '%s: a tracking number corrected after the store got it is corrected there, and the vendor sees both',
  async (platform) => {
    const order = await createAcceptedOrder(platform)
    const path = await ship(order, OLD)
    expect(await readStore(order)).toEqual({ status: 'completed', numbers: [OLD] })
    await correct(order, path)
    await correct(order, path)
    expect(await readStore(order)).toEqual({ status: 'completed', numbers: [NEW] })
    expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
      hasStoreProblem: false,
      supplierOrders: [
        {
          corrections: [{ before: [`DHL ${OLD}`], after: [`DHL ${NEW}`] }],
          parcels: [{ trackings: [{ number: NEW }] }],
        },
      ],
      storeUpdates: [
        { kind: 'shop_orders.send_parcel', state: 'done' },
        { kind: 'shop_orders.correct_parcel', state: 'done', attempts: [{ outcome: 'done' }] },
      ],
    })
  },
)

test.each(['shopify', 'woocommerce'] as const)(
  '%s: a withdrawn parcel is no longer shipped in the store, and the next one is',
  async (platform) => {
    const order = await createAcceptedOrder(platform)
    const path = await ship(order, OLD)
    await order.act(`${path}/remove`, { trackingNumber: OLD })
    expect(await readStore(order)).toEqual({ status: 'processing', numbers: [] })
    expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
      state: 'in_progress',
      supplierOrders: [
        { state: 'accepted', parcels: [], corrections: [{ before: [`DHL ${OLD}`], after: [] }] },
      ],
      storeUpdates: [{ kind: 'shop_orders.correct_parcel', state: 'done' }],
    })
    await ship(order, NEW)
    expect(await readStore(order)).toEqual({ status: 'completed', numbers: [NEW] })
  },
)

test.each(['shopify', 'woocommerce'] as const)(
  '%s: a parcel withdrawn while the store is unavailable is removed there before the next one is added',
  async (platform) => {
    const order = await createAcceptedOrder(platform)
    const path = await ship(order, OLD)
    await submitForm(shop, order.vendor.admin, { answers: 'failing' })
    await order.act(`${path}/remove`, { trackingNumber: OLD })
    await ship(order, NEW)
    await submitForm(shop, order.vendor.admin, { answers: 'normal' })
    for (let time = 0; time < 4; time += 1) await passMinutes(10)
    expect(await readStore(order)).toEqual({ status: 'completed', numbers: [NEW] })
    expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({ hasStoreProblem: false })
  },
)

test.each(['shopify', 'woocommerce'] as const)(
  '%s: a number corrected while the store’s answer is missing is there once, corrected',
  async (platform) => {
    const order = await createAcceptedOrder(platform)
    await submitForm(shop, order.vendor.admin, { answers: 'lost' })
    const path = await ship(order, OLD)
    await correct(order, path)
    await submitForm(shop, order.vendor.admin, { answers: 'normal' })
    for (let time = 0; time < 4; time += 1) await passMinutes(10)
    expect(await readStore(order)).toEqual({ status: 'completed', numbers: [NEW] })
    expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
      storeUpdates: [{ state: 'done' }, { state: 'done' }],
    })
  },
)

test('a number corrected before the store got the parcel needs no correction there', async () => {
  const order = await createAcceptedOrder('shopify')
  await submitForm(shop, order.vendor.admin, { answers: 'locked' })
  const path = await ship(order, OLD)
  await correct(order, path)
  expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
    hasStoreProblem: true,
    storeUpdates: [{ state: 'refused' }, { state: 'cancelled' }],
  })
})

test('a correction that the store refuses waits for the vendor to retry it', async () => {
  const order = await createAcceptedOrder('woocommerce')
  const path = await ship(order, OLD)
  await submitForm(shop, order.vendor.admin, { answers: 'locked' })
  await correct(order, path)
  const read = await readShopOrder(shop, order.vendor, order.number)
  expect(read).toMatchObject({ hasStoreProblem: true, storeUpdates: [{}, { needsDecision: true }] })
  await submitForm(shop, order.vendor.admin, { answers: 'normal' })
  const update = getField<string>({ body: read } as never, 'storeUpdates', '1', 'id')
  const retry = `/vendor/orders/${read.id}/store-updates/${update}/retry`
  const stranger: ShopVendor = await createShopVendor(shop)
  expect(await asVendor(shop, stranger)(retry, {})).toMatchObject({ status: 404 })
  expect(await asVendor(shop, order.vendor)(retry, {})).toMatchObject({ status: 200 })
  await shop.work()
  expect(await readStore(order)).toMatchObject({ numbers: [NEW] })
  expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({ hasStoreProblem: false })
})
