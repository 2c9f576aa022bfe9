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
  type ShopVendor,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

/** Creates a vendor with practice money and an order of three units, paid and on hold. */
async function createOrder() {
  const vendor = await createShopVendor(shop, { isReal: false })
  await publishProduct(shop, vendor)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const number = await orderInShop(shop, vendor, { units: [3] })
  const { id, ...order } = await readShopOrder(shop, vendor, number)
  const part = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  const press = async (path: string, body: object = {}) => {
    const answer = await asVendor(shop, vendor)(path, body)
    await shop.work()
    return answer
  }
  return {
    vendor,
    number,
    press,
    accept: async () => {
      await press(`/vendor/orders/${id}/forward`)
      await press(`/vendor/supplier-orders/${part}/practice/accept`)
    },
    play: (action: string) => press(`/vendor/supplier-orders/${part}/practice/${action}`),
    cancelItems: (quantity: number, line = 1) =>
      press(`/vendor/supplier-orders/${part}/items/cancel`, {
        items: [{ line, quantity }],
        reason: 'Too many',
      }),
    keepItems: () => press(`/vendor/supplier-orders/${part}/items/keep`),
    cancelAs: (other: ShopVendor) =>
      asVendor(shop, other)(`/vendor/supplier-orders/${part}/items/cancel`, {
        items: [{ line: 1, quantity: 1 }],
      }),
    read: () => readShopOrder(shop, vendor, number),
  }
}

test('units cancelled before the supplier accepts are refunded immediately, and not bought again automatically', async () => {
  const { cancelItems, read, press, vendor, number } = await createOrder()
  expect(await cancelItems(1)).toMatchObject({ status: 200, body: { state: 'paid_hold' } })
  const order = await read()
  expect(order).toMatchObject({
    state: 'blocked',
    reasons: [{ code: 'not_supplied' }],
    // The store's order has the item for 80, and a practice shop has no page to be linked.
    storeRefunds: { orderUrl: null, items: [{ units: 1, isRefunded: false }] },
    supplierOrders: [
      {
        state: 'paid_hold',
        refunded: 40,
        lines: [{ quantity: 3, withdrawn: 1 }],
        changes: [{ kind: 'units', requestedBy: 'vendor', state: 'applied', items: [{ quantity: 1 }] }],
      },
    ],
  })
  // Once the store removes the unit too, the order is complete.
  await changeInShop(shop, vendor, { order: number, action: 'refund_one' })
  expect(await read()).toMatchObject({
    state: 'in_progress',
    reasons: [],
    storeRefunds: { items: [{ units: 1, isRefunded: true }] },
    supplierOrders: [{ refunded: 40, lines: [{ withdrawn: 1 }] }],
  })
  expect(await press(`/vendor/orders/${order.id}/forward`)).toMatchObject({ status: 200 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a refund of the amount alone settles the cancelled units, a smaller one does not', async () => {
  const { cancelItems, read, vendor, number, press } = await createOrder()
  const before = await read()
  const unit = Number(getField({ body: before } as never, 'total')) / 3
  await cancelItems(1)
  expect(await read()).toMatchObject({
    state: 'blocked',
    storeRefunds: { items: [{ units: 1, amount: unit, isRefunded: false }] },
  })
  const refund = (amount: number) =>
    changeInShop(shop, vendor, { order: number, action: 'refund_amount', amount: amount.toFixed(2) })
  await refund(unit - 1)
  expect(await read()).toMatchObject({ state: 'blocked', storeRefunds: { items: [{ isRefunded: false }] } })
  await refund(1)
  const settled = await read()
  expect(settled).toMatchObject({
    state: 'in_progress',
    reasons: [],
    retail: unit * 2,
    storeRefunds: { items: [{ units: 1, isRefunded: true }] },
  })
  expect(await press(`/vendor/orders/${before.id}/forward`)).toMatchObject({ status: 200 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('after acceptance a cancellation is requested from the supplier, and refunded if they agree', async () => {
  const { accept, cancelItems, play, read } = await createOrder()
  await accept()
  expect(await cancelItems(2)).toMatchObject({ status: 200, body: { state: 'accepted' } })
  expect(await read()).toMatchObject({
    supplierOrders: [
      {
        state: 'accepted',
        refunded: 0,
        changes: [{ requestedBy: 'vendor', state: 'open', reason: 'Too many' }],
      },
    ],
  })
  expect(await cancelItems(1)).toMatchObject({ status: 409, body: { code: 'request_open' } })
  await play('agree')
  expect(await read()).toMatchObject({
    reasons: [{ code: 'not_supplied' }],
    supplierOrders: [
      { state: 'accepted', refunded: 80, lines: [{ withdrawn: 2 }], changes: [{ state: 'accepted' }] },
    ],
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a vendor withdraws an open request once, and can request again', async () => {
  const { accept, cancelItems, keepItems, read } = await createOrder()
  await accept()
  await cancelItems(2)
  expect(await keepItems()).toMatchObject({ status: 200, body: { state: 'accepted' } })
  expect(await keepItems()).toMatchObject({ status: 404, body: { code: 'request_not_found' } })
  expect(await cancelItems(1)).toMatchObject({ status: 200 })
  expect(await read()).toMatchObject({
    supplierOrders: [
      { refunded: 0, changes: [{ state: 'withdrawn' }, { state: 'open', items: [{ quantity: 1 }] }] },
    ],
  })
})

test('a request of the store replaces the vendor’s, and shipped units can no longer be cancelled', async () => {
  const { vendor, number, accept, cancelItems, play, read } = await createOrder()
  await accept()
  await cancelItems(1)
  await changeInShop(shop, vendor, { order: number, action: 'refund_one' })
  expect(await read()).toMatchObject({
    supplierOrders: [
      {
        changes: [
          { requestedBy: 'vendor', state: 'withdrawn' },
          { requestedBy: 'store', state: 'open', items: [{ quantity: 1 }] },
        ],
      },
    ],
  })
  await play('ship')
  expect(await cancelItems(1)).toMatchObject({ status: 409, body: { code: 'units_not_there' } })
})

test('cancelling all remaining units cancels the order', async () => {
  const { cancelItems, read } = await createOrder()
  expect(await cancelItems(3)).toMatchObject({ status: 200, body: { state: 'cancelled' } })
  expect(await read()).toMatchObject({ supplierOrders: [{ state: 'cancelled' }] })
  const second = await createOrder()
  await second.accept()
  expect(await second.cancelItems(3)).toMatchObject({ status: 200, body: { state: 'cancel_requested' } })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('refuses more units than there are, other lines and another vendor’s order', async () => {
  const { cancelItems, cancelAs, read } = await createOrder()
  for (const [quantity, line] of [
    [4, 1],
    [1, 2],
  ] as const)
    expect(await cancelItems(quantity, line)).toMatchObject({
      status: 409,
      body: { code: 'units_not_there' },
    })
  expect(await cancelItems(0)).toMatchObject({ status: 400 })
  expect(await cancelAs(await createShopVendor(shop))).toMatchObject({
    status: 404,
    body: { code: 'order_not_found' },
  })
  expect(await read()).toMatchObject({ supplierOrders: [{ state: 'paid_hold', refunded: 0 }] })
})
