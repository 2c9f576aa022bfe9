import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  asVendor,
  changeInShop,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

test('an order cancelled in the store is cancelled at its supplier until accepted, and refunded', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  await publishProduct(shop, vendor)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const number = await orderInShop(shop, vendor)
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    supplierOrders: [{ state: 'paid_hold' }],
    walletBalance: 457.94,
  })
  await changeInShop(shop, vendor, { order: number, action: 'cancel' })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'closed',
    supplierOrders: [{ state: 'cancelled', refunded: 42.06 }],
    walletBalance: 500,
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('after acceptance the supplier is asked once, and can ship anyway', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  await publishProduct(shop, vendor)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const number = await orderInShop(shop, vendor)
  const order = await readShopOrder(shop, vendor, number)
  const supplierOrderId = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  const press = async (path: string) => {
    expect(await asVendor(shop, vendor)(path, {})).toMatchObject({ status: 200 })
    await shop.work()
  }
  await press(`/vendor/orders/${order.id}/forward`)
  await press(`/vendor/supplier-orders/${supplierOrderId}/practice/accept`)
  await changeInShop(shop, vendor, { order: number, action: 'cancel' })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    supplierOrders: [{ state: 'cancel_requested', refunded: 0 }],
  })
  await press(`/vendor/supplier-orders/${supplierOrderId}/keep`)
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ supplierOrders: [{ state: 'accepted' }] })
})
