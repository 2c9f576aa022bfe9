import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  asVendor,
  changeInShop,
  createShopVendor,
  orderInShop,
  passHold,
  publishProduct,
  readShopOrder,
  type ShopVendor,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

const SETTINGS = {
  wholeOrdersOnly: false,
  holdMinutes: 10,
  shipping: 'cheapest',
  maxCost: null,
  minMarginPercent: null,
} as const

const saveSettings = async (vendor: ShopVendor, settings: object) => {
  const answer = await asVendor(shop, vendor)('/vendor/forwarding-settings', { ...SETTINGS, ...settings })
  await shop.work()
  return answer
}

test('available units are bought, and the rest waits for stock', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 5 })
  await topUpWallet(shop, vendor, 500)
  await shop.db.execute(sql`update product_variants set stock = 3`)
  const number = await orderInShop(shop, vendor, { units: [5] })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'blocked',
    moneyState: 'paid',
    reasons: [{ code: 'out_of_stock' }],
    lines: [{ bought: 3, reason: { code: 'out_of_stock' } }],
  })
  await shop.db.execute(sql`update product_variants set stock = 9`)
  shop.passTime(11 * 60_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'forwarding.follow_waiting', input: {} })
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'in_progress',
    lines: [{ bought: 5 }],
    supplierOrders: [{ lines: [{ quantity: 3 }] }, { lines: [{ quantity: 2 }] }],
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('items of a supplier on holiday are bought once it takes orders again', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 5 })
  await topUpWallet(shop, vendor, 500)
  await shop.db.execute(sql`
    insert into store_holidays (supplier_id, starts_on, ends_on, mode, time_zone, updated_at)
    select supplier_id, ${shop.now()}::date, ${shop.now()}::date + 9, 'pause', 'UTC', now() from product_variants limit 1`)
  const number = await orderInShop(shop, vendor)
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'blocked',
    lines: [{ bought: 0, reason: { code: 'supplier_paused' } }],
  })
  await shop.db.execute(sql`delete from store_holidays`)
  shop.passTime(11 * 60_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'forwarding.follow_waiting', input: {} })
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ state: 'in_progress' })
})

test('for a vendor who wants whole orders only, nothing of a short order is bought', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 5 })
  await topUpWallet(shop, vendor, 500)
  await saveSettings(vendor, { wholeOrdersOnly: true })
  await shop.db.execute(sql`update product_variants set stock = 3`)
  const number = await orderInShop(shop, vendor, { units: [5] })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'blocked',
    lines: [{ bought: 0 }],
  })
  await saveSettings(vendor, { wholeOrdersOnly: false })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ lines: [{ bought: 3 }] })
})

test('an order beyond the vendor’s limits requires an approval of exactly its cost', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 9 })
  await topUpWallet(shop, vendor, 500)
  await saveSettings(vendor, { maxCost: 50, minMarginPercent: 70 })
  const number = await orderInShop(shop, vendor, { units: [2] })
  const order = await readShopOrder(shop, vendor, number)
  expect(order).toMatchObject({
    state: 'blocked',
    reasons: [{ code: 'max_cost' }, { code: 'margin' }],
    cost: 80,
    profit: 160,
    supplierOrders: [],
  })
  const approve = (cost: number) => asVendor(shop, vendor)(`/vendor/orders/${order.id}/approve`, { cost })
  expect(await approve(79)).toMatchObject({ status: 409, body: { code: 'cost_changed' } })
  expect(await approve(80)).toMatchObject({ status: 200 })
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'in_progress',
    moneyState: 'paid',
  })
})

test('the vendor pays the quantity price of the supplier’s price list', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 9 })
  await shop.db.execute(sql`
    insert into price_lists (public_id, supplier_id, name, audience, percent_off_bps, minimum_quantity, created_at, updated_at)
    select 'pls_' || repeat('1', 32), supplier_id, 'From five', 'all', 1000, 5, now(), now() from product_variants limit 1`)
  await topUpWallet(shop, vendor, 900)
  const [few, many] = [
    await orderInShop(shop, vendor, { units: [4] }),
    await orderInShop(shop, vendor, { units: [5] }),
  ]
  expect(await readShopOrder(shop, vendor, few)).toMatchObject({ supplierOrders: [{ items: 160 }] })
  expect(await readShopOrder(shop, vendor, many)).toMatchObject({ supplierOrders: [{ items: 180 }] })
})

test('rejected items are refunded to the wallet, and bought again only on the vendor’s request', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 9 })
  await topUpWallet(shop, vendor, 100)
  const number = await orderInShop(shop, vendor)
  const { id, supplierOrders } = (await readShopOrder(shop, vendor, number)) as unknown as {
    id: string
    supplierOrders: { id: string }[]
  }
  const supplierOrderId = supplierOrders[0]?.id ?? ''
  const forwarded = await asVendor(shop, vendor)(`/vendor/orders/${id}/forward`, {})
  expect(forwarded).toMatchObject({ status: 200, body: { forwarded: 1 } })
  expect(await asVendor(shop, vendor)(`/vendor/orders/${id}/forward`, {})).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_forward' },
  })
  // The supplier does not answer in time.
  await passHold(shop, 48 * 60)
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'blocked',
    moneyState: 'refunded',
    supplierState: 'stopped',
    reasons: [{ code: 'not_supplied' }],
    supplierOrders: [{ id: supplierOrderId, state: 'rejected', refunded: 42.06 }],
  })
  expect(await asVendor(shop, vendor)('/vendor/wallet')).toMatchObject({ body: { wallet: { balance: 100 } } })
  expect(await asVendor(shop, vendor)('/vendor/wallet/entries')).toMatchObject({
    body: {
      entries: [
        { kind: 'refund', amount: 42.06, balance: 100, orders: [{ id, number }] },
        { kind: 'payment', amount: -42.06, balance: 57.94, orders: [{ id, number }] },
        { kind: 'top_up', amount: 100, balance: 100, orders: [] },
      ],
    },
  })
  const emails = await queryRows<{ subject: string }>(
    shop.db,
    sql`select subject from emails where recipient = ${vendor.email} order by id`,
  )
  expect(emails.map(({ subject }) => subject)).toContain(`Order ${number}: 1 item won’t be sent`)
  expect(await asVendor(shop, vendor)(`/vendor/orders/${id}/reorder`, {})).toMatchObject({ status: 200 })
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'in_progress',
    supplierOrders: [{ state: 'rejected' }, { state: 'paid_hold' }],
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('unpaid orders can reserve stock up to a limit, which rises with the wallet’s balance', async () => {
  const usual = await createTestShop({ LIMIT_FACTOR: '1' })
  const vendor = await createShopVendor(usual)
  await publishProduct(usual, vendor, { stock: 300 })
  await asVendor(usual, vendor)('/vendor/wallet/settings', { autoPay: false, lowBalance: 0 })
  const [first, second] = [
    await orderInShop(usual, vendor, { units: [99] }),
    await orderInShop(usual, vendor, { units: [99] }),
  ]
  expect(await readShopOrder(usual, vendor, first)).toMatchObject({ state: 'to_pay' })
  const held = await readShopOrder(usual, vendor, second)
  expect(held).toMatchObject({ state: 'blocked', reasons: [{ code: 'reservation_limit' }], quote: null })
  const paying = await asVendor(usual, vendor)('/vendor/orders/pay', { orders: [held.id], by: 'vm' })
  expect(getField<object[]>(paying, 'problems')).toMatchObject([{ number: second }])
  await topUpWallet(usual, vendor, 9_000)
  usual.passTime(11 * 60_000)
  await usual.app.jobs.enqueue(usual.db, { job: 'forwarding.follow_waiting', input: {} })
  await usual.work()
  expect(await readShopOrder(usual, vendor, second)).toMatchObject({ state: 'to_pay' })
})

test('an unpaid order changed in the store is quoted again, and one cancelled there releases its stock', async () => {
  const vendor = await createShopVendor(shop)
  const { variantId } = await publishProduct(shop, vendor, { stock: 9 })
  const readStock = () =>
    queryRows<{ stock: number }>(
      shop.db,
      sql`select stock from product_variants where public_id = ${variantId}`,
    )
  const number = await orderInShop(shop, vendor, { units: [2] })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ quote: { shipping: 0, total: 80 } })
  expect(await readStock()).toEqual([{ stock: 7 }])
  await changeInShop(shop, vendor, { order: number, action: 'refund_one' })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'to_pay',
    quote: { total: 42.06 },
  })
  expect(await readStock()).toEqual([{ stock: 8 }])
  await changeInShop(shop, vendor, { order: number, action: 'cancel' })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ state: 'closed', quote: null })
  expect(await readStock()).toEqual([{ stock: 9 }])
})
