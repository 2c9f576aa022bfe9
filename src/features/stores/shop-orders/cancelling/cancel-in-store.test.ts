import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  shipPracticeOrder,
  type ShopVendor,
  submitForm,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

/** Creates a vendor with practice money and an order of two units, paid and on hold. */
async function createPaidOrder(platform: 'shopify' | 'woocommerce') {
  const vendor = await createShopVendor(shop, { isReal: false, platform })
  await publishProduct(shop, vendor, { stock: 9 })
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 900 })
  const number = await orderInShop(shop, vendor, { units: [2] })
  const { id } = await readShopOrder(shop, vendor, number)
  const press = (action: string, by: ShopVendor = vendor) =>
    asVendor(shop, by)(
      `/vendor/orders/${id}/${action}`,
      action === 'cancel-in-store' ? { refundCustomer: true } : {},
    )
  return { vendor, number, id, press, read: () => readShopOrder(shop, vendor, number) }
}

async function readStatuses(vendor: ShopVendor): Promise<string[]> {
  const found = await queryRows<{ status: string }>(
    shop.db,
    sql`
      select status from practice_orders
      where shop_id = (select max(id) from practice_shops where account_id = ${vendor.id}) order by id`,
  )
  return found.map(({ status }) => status)
}

/** Passes some minutes and runs due effects. */
async function passMinutes(minutes: number): Promise<void> {
  shop.passTime(minutes * 60_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'effects.run_due', input: {} })
  await shop.work()
}

test.each(['shopify', 'woocommerce'] as const)(
  '%s: cancelling an order cancels it in the store and at the supplier without a webhook, and refunds it',
  async (platform) => {
    const { vendor, press, read } = await createPaidOrder(platform)
    expect(await read()).toMatchObject({ state: 'in_progress', canCancelInStore: true, cancellation: null })
    await submitForm(shop, vendor.admin, { delivery: 'lost' })
    expect(await press('cancel-in-store', await createShopVendor(shop))).toMatchObject({ status: 404 })
    expect(await Promise.all([press('cancel-in-store'), press('cancel-in-store')])).toMatchObject([
      { status: 200 },
      { status: 200 },
    ])
    await shop.work()
    expect(await readStatuses(vendor)).toEqual(['cancelled'])
    expect(await read()).toMatchObject({
      state: 'closed',
      shopState: 'cancelled',
      moneyState: 'refunded',
      canCancelInStore: false,
      cancellation: { state: 'done', attempts: [{ outcome: 'done' }] },
      supplierOrders: [{ state: 'cancelled' }],
    })
    expect(await press('cancel-in-store')).toMatchObject({ status: 409, body: { code: 'order_state' } })
    const log = await asVendor(shop, vendor)('/vendor/activity')
    expect(JSON.stringify(log.body).split(/Cancelled order #?\d+ in the store/)).toHaveLength(2)
    expect(await listLedgerErrors(shop)).toEqual([])
  },
)

test.each(['shopify', 'woocommerce'] as const)(
  '%s: a lost answer is looked up, and nothing is bought meanwhile',
  async (platform) => {
    const vendor = await createShopVendor(shop, { isReal: false, platform })
    await publishProduct(shop, vendor, { stock: 9 })
    const number = await orderInShop(shop, vendor, { units: [1] })
    const { id } = await readShopOrder(shop, vendor, number)
    await submitForm(shop, vendor.admin, { answers: 'lost', delivery: 'lost' })
    await asVendor(shop, vendor)(`/vendor/orders/${id}/cancel-in-store`, { refundCustomer: false })
    await shop.work()
    expect(await readShopOrder(shop, vendor, number)).toMatchObject({
      state: 'blocked',
      reasons: [{ code: 'cancelling' }],
      cancellation: { state: 'unknown', needsDecision: false },
    })
    await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 900 })
    await shop.work()
    await submitForm(shop, vendor.admin, { answers: 'normal' })
    await passMinutes(10)
    expect(await readStatuses(vendor)).toEqual(['cancelled'])
    expect(await readShopOrder(shop, vendor, number)).toMatchObject({
      state: 'closed',
      moneyState: 'none',
      cancellation: { state: 'done' },
      supplierOrders: [],
    })
  },
)

test('a cancellation that the store refuses requires the vendor to retry it or continue the order', async () => {
  const { vendor, press, read } = await createPaidOrder('woocommerce')
  await submitForm(shop, vendor.admin, { answers: 'locked' })
  expect(await press('keep')).toMatchObject({ status: 409, body: { code: 'order_state' } })
  await press('cancel-in-store')
  await shop.work()
  expect(await read()).toMatchObject({
    shopState: 'paid',
    hasStoreProblem: true,
    cancellation: { state: 'refused', needsDecision: true },
  })
  expect(await press('keep')).toMatchObject({ status: 200 })
  await shop.work()
  expect(await read()).toMatchObject({ hasStoreProblem: false, canCancelInStore: true, cancellation: null })
  await submitForm(shop, vendor.admin, { answers: 'normal' })
  expect(await press('cancel-in-store')).toMatchObject({ status: 200 })
  await shop.work()
  expect(await read()).toMatchObject({ shopState: 'cancelled', cancellation: { state: 'done' } })
})

test('refuses to cancel an order that was partly shipped or whose store was disconnected', async () => {
  const shipped = await createPaidOrder('woocommerce')
  await shipPracticeOrder(shop, shipped.vendor, { number: shipped.number, part: 0 })
  expect(await shipped.read()).toMatchObject({ canCancelInStore: false })
  expect(await shipped.press('cancel-in-store')).toMatchObject({
    status: 409,
    body: { code: 'order_shipped' },
  })
  const gone = await createPaidOrder('shopify')
  await shop.db.execute(sql`delete from store_connections where account_id = ${gone.vendor.id}`)
  expect(await gone.press('cancel-in-store')).toMatchObject({ status: 409, body: { code: 'store_gone' } })
})

test('refuses to cancel in a store whose app lacks the scope', async () => {
  const { vendor, press, read } = await createPaidOrder('shopify')
  await shop.db.execute(
    sql`update store_connections set limits = '{cancel_orders}' where account_id = ${vendor.id}`,
  )
  expect(await press('cancel-in-store')).toMatchObject({
    status: 409,
    body: { code: 'store_rights_missing', message: expect.stringMatching(/write_orders/) },
  })
  expect(await read()).toMatchObject({ state: 'in_progress', cancellation: null })
})
