import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

test('a practice order passes all states at the vendor’s clicks, in XTS and with practice suppliers', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  const [one, other] = [await createTestSupplier(shop.db), await createTestSupplier(shop.db)]
  await publishProduct(shop, vendor, { supplier: one, stock: 4 })
  await publishProduct(shop, vendor, { supplier: other, stock: 4 })
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const number = await orderInShop(shop, vendor, { units: [1, 1] })
  const order = await readShopOrder(shop, vendor, number)
  expect(order).toMatchObject({
    isPractice: true,
    state: 'in_progress',
    supplierOrders: [
      { supplier: 'Practice supplier 1', currency: 'XTS', state: 'paid_hold' },
      { supplier: 'Practice supplier 2', currency: 'XTS' },
    ],
    walletBalance: 500 - 84.12,
  })
  const orderId = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  const press = async (action: string) => {
    const answer = await asVendor(shop, vendor)(`/vendor/supplier-orders/${orderId}/practice/${action}`, {})
    await shop.work()
    return answer
  }
  expect(await press('accept')).toMatchObject({ status: 409, body: { code: 'order_on_hold' } })
  await asVendor(shop, vendor)(`/vendor/orders/${order.id}/forward`, {})
  for (const [action, state] of [
    ['accept', 'accepted'],
    ['ship', 'shipped'],
    ['deliver', 'delivered'],
  ] as const)
    expect(await press(action)).toMatchObject({ status: 200, body: { state } })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    supplierOrders: [
      { parcels: [{ trackings: [{ number: expect.stringMatching(/^PRACTICE\d{8}$/) }] }] },
      {},
    ],
  })

  // Practice orders leave the real stock unchanged.
  const stock = await queryRows(shop.db, sql`select stock, oversold from product_variants order by id`)
  expect(stock).toEqual([
    { stock: 4, oversold: 0 },
    { stock: 4, oversold: 0 },
  ])
  expect(await queryRows(shop.db, sql`select 1 from product_sales`)).toEqual([])
  await shop.app.jobs.enqueue(shop.db, { job: 'documents.issue', input: {} })
  await shop.app.jobs.enqueue(shop.db, { job: 'payouts.sweep', input: {} })
  await shop.work()
  expect(await queryRows(shop.db, sql`select 1 from invoices union all select 1 from payouts`)).toEqual([])
  const contacts = [one, other].map(({ id }) => id)
  const emails = await queryRows(
    shop.db,
    sql`select 1 from emails e join suppliers s on s.contact_email = e.recipient
        where s.id = any(${sql.param(contacts)}::bigint[])`,
  )
  expect(emails).toEqual([])
  const currencies = await queryRows(shop.db, sql`select distinct currency from ledger_postings`)
  expect(currencies).toEqual([{ currency: 'XTS' }])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a declined practice order is refunded as out of stock', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  await publishProduct(shop, vendor)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor))
  const orderId = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  await asVendor(shop, vendor)(`/vendor/orders/${order.id}/forward`, {})
  await asVendor(shop, vendor)(`/vendor/supplier-orders/${orderId}/practice/reject`, {})
  const refunds = await queryRows(shop.db, sql`select reason from refund_requests order by id desc limit 1`)
  expect(refunds).toEqual([{ reason: 'Out of stock' }])
})

test('practice orders are not paid with real money, and real orders not handled by practice suppliers', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  await publishProduct(shop, vendor)
  const practice = await readShopOrder(shop, vendor, await orderInShop(shop, vendor))
  expect(practice).toMatchObject({ state: 'to_pay', quote: { currency: 'XTS' } })
  const paying = await asVendor(shop, vendor)('/vendor/orders/pay', { orders: [practice.id], by: 'vm' })
  expect(paying).toMatchObject({
    status: 200,
    body: { paymentUrl: null, problems: [{ text: 'Practice orders are paid from your practice wallet.' }] },
  })
  await shop.db.execute(sql`update store_connections set is_practice = false`)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const real = await readShopOrder(shop, vendor, await orderInShop(shop, vendor))
  expect(real).toMatchObject({ isPractice: false, state: 'to_pay', quote: { currency: 'USD' } })
  const [order] = await queryRows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o where currency = 'USD'`,
  )
  const answer = await asVendor(shop, vendor)(`/vendor/supplier-orders/${order?.id}/practice/accept`, {})
  expect(answer).toMatchObject({ status: 404 })
})
