import { expect, test } from 'vitest'
import { createTestSupplier } from '#tests/shop/factories.ts'
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
  shipPracticeOrder,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

/** Creates an order of so many units that a practice supplier has shipped. */
async function createShippedOrder(platform: 'shopify' | 'woocommerce', units: number) {
  const vendor = await createShopVendor(shop, { isReal: false, platform })
  await publishProduct(shop, vendor)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const number = await orderInShop(shop, vendor, { units: [units] })
  await shipPracticeOrder(shop, vendor, { number, part: 0 })
  const call = asVendor(shop, vendor)
  const read = () => readShopOrder(shop, vendor, number)
  return {
    read,
    receive: async () => {
      const id = getField<string>({ body: await read() } as never, 'supplierOrders', '0', 'id')
      expect(await call(`/vendor/supplier-orders/${id}/received`, {})).toMatchObject({ status: 200 })
      await shop.work()
    },
    change: (fields: Record<string, string>) => changeInShop(shop, vendor, { order: number, ...fields }),
  }
}

test.each(['woocommerce', 'shopify'] as const)(
  '%s: items refunded in the store after they were shipped are on the order, and the supplier keeps its money',
  async (platform) => {
    const order = await createShippedOrder(platform, 2)
    expect(await order.read()).toMatchObject({ sentChanges: null, comparedAt: expect.any(String) })
    await order.change({ action: 'refund_one' })
    expect(await order.read()).toMatchObject({
      shopState: 'paid',
      state: 'in_progress',
      sentChanges: { items: [{ units: 1, amount: 120 }], amount: 0, oldAddresses: [] },
      supplierOrders: [{ state: 'shipped', refunded: 0 }],
    })
    await order.change({ action: 'refund_amount', amount: '15.50' })
    expect(await order.read()).toMatchObject({ sentChanges: { items: [{ units: 1 }], amount: 15.5 } })
    await order.change({ action: 'refund' })
    expect(await order.read()).toMatchObject({
      shopState: 'refunded',
      sentChanges: { items: [{ units: 2, amount: 240 }] },
      supplierOrders: [{ state: 'shipped', refunded: 0 }],
    })
    expect(await listLedgerErrors(shop)).toEqual([])
  },
)

test.each(['woocommerce', 'shopify'] as const)(
  '%s: an order cancelled in the store after it was shipped says what was sent, and asks nobody to cancel',
  async (platform) => {
    const order = await createShippedOrder(platform, 2)
    const { walletBalance } = await order.read()
    await order.change({ action: 'cancel' })
    const cancelled = {
      shopState: 'cancelled',
      state: 'in_progress',
      retail: 0,
      walletBalance,
      sentChanges: { items: [{ units: 2, amount: 240 }], amount: 0, oldAddresses: [] },
      supplierOrders: [{ state: 'shipped', refunded: 0, changes: [] }],
    }
    expect(await order.read()).toMatchObject(cancelled)
    // The parcel is received as usual, and the cancellation is known again from each comparison with the store.
    await order.receive()
    expect(await order.read()).toMatchObject({
      ...cancelled,
      state: 'completed',
      supplierOrders: [{ state: 'delivered', refunded: 0, changes: [] }],
    })
    expect(await listLedgerErrors(shop)).toEqual([])
  },
)

test('a new address in the store names the old one of parcels that were sent to it', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  for (let n = 0; n < 2; n += 1)
    await publishProduct(shop, vendor, { supplier: await createTestSupplier(shop.db) })
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const number = await orderInShop(shop, vendor, { units: [1, 1] })
  await shipPracticeOrder(shop, vendor, { number, part: 0 })
  const edit = (street: string) =>
    changeInShop(shop, vendor, {
      order: number,
      action: 'edit',
      address_1: street,
      'line-1': '1',
      'line-2': '1',
    })
  await edit('1 Raffles Place')
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    address: { lines: ['1 Raffles Place'] },
    sentChanges: {
      items: [],
      amount: 0,
      oldAddresses: [['Ada Lim', '10 Anson Road', '079903 Singapore', 'Singapore']],
    },
    supplierOrders: [{ state: 'shipped', changes: [] }, { changes: [{ state: 'applied' }] }],
  })
  await edit('10 Anson Road')
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ sentChanges: null })
})
