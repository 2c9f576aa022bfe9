import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSession, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
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

/** Creates a vendor with practice money and an order of three units, paid and on hold. */
async function createOrder(): Promise<{
  vendor: ShopVendor
  number: string
  supplierOrderId: string
  id: string
}> {
  const vendor = await createShopVendor(shop, { isReal: false })
  await publishProduct(shop, vendor)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const number = await orderInShop(shop, vendor, { units: [3] })
  const order = await readShopOrder(shop, vendor, number)
  return {
    vendor,
    number,
    id: order.id,
    supplierOrderId: getField({ body: order } as never, 'supplierOrders', '0', 'id'),
  }
}

async function press(vendor: ShopVendor, path: string, body: object = {}): Promise<void> {
  expect(await asVendor(shop, vendor)(path, body)).toMatchObject({ status: 200 })
  await shop.work()
}

async function accept({
  vendor,
  id,
  supplierOrderId,
}: Awaited<ReturnType<typeof createOrder>>): Promise<void> {
  await press(vendor, `/vendor/orders/${id}/forward`)
  await press(vendor, `/vendor/supplier-orders/${supplierOrderId}/practice/accept`)
}

/** Edits an order as the owner of the practice shop. */
function edit(order: Readonly<{ vendor: ShopVendor; number: string }>, fields: Record<string, string>) {
  return changeInShop(shop, order.vendor, {
    order: order.number,
    action: 'edit',
    address_1: '10 Anson Road',
    'line-1': '3',
    ...fields,
  })
}

test('fewer units and a new address are applied immediately while the order is on hold, and the difference is refunded', async () => {
  const order = await createOrder()
  await edit(order, { address_1: '1 Raffles Place', 'line-1': '2' })
  expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
    state: 'in_progress',
    supplierOrders: [
      {
        state: 'paid_hold',
        refunded: 40,
        lines: [{ quantity: 3, withdrawn: 1 }],
        changes: [
          { kind: 'recipient', state: 'applied', address: expect.arrayContaining(['1 Raffles Place']) },
          { kind: 'units', state: 'applied', items: [{ quantity: 1 }] },
        ],
      },
    ],
  })
  // Units added again are bought, without a decision by the vendor.
  await edit(order, { address_1: '1 Raffles Place', 'line-1': '4' })
  expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
    state: 'in_progress',
    reasons: [],
    supplierOrders: [{ lines: [{ quantity: 3, withdrawn: 1 }] }, { lines: [{ quantity: 2 }] }],
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('after acceptance each change is requested from the supplier once, and applied if they agree', async () => {
  const order = await createOrder()
  await accept(order)
  await edit(order, { address_1: '1 Raffles Place', 'line-1': '2' })
  await edit(order, { address_1: '1 Raffles Place', 'line-1': '2' })
  const asked = await readShopOrder(shop, order.vendor, order.number)
  expect(asked).toMatchObject({
    supplierOrders: [
      {
        state: 'accepted',
        refunded: 0,
        changes: [
          { kind: 'recipient', state: 'open' },
          { kind: 'units', state: 'open', items: [{ quantity: 1 }] },
        ],
      },
    ],
  })
  await press(order.vendor, `/vendor/supplier-orders/${order.supplierOrderId}/practice/agree`)
  expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
    supplierOrders: [
      { state: 'accepted', refunded: 40, changes: [{ state: 'accepted' }, { state: 'accepted' }] },
    ],
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a change reverted in the store withdraws its request, and a declined change is not requested again', async () => {
  const order = await createOrder()
  await accept(order)
  await edit(order, { 'line-1': '1' })
  await edit(order, { 'line-1': '2' })
  await press(order.vendor, `/vendor/supplier-orders/${order.supplierOrderId}/practice/decline`)
  await edit(order, { 'line-1': '2' })
  expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
    supplierOrders: [
      {
        refunded: 0,
        changes: [
          { state: 'withdrawn', items: [{ quantity: 2 }] },
          { state: 'declined', items: [{ quantity: 1 }] },
        ],
      },
    ],
  })
  await press(order.vendor, `/vendor/supplier-orders/${order.supplierOrderId}/practice/ship`)
  await edit(order, { address_1: '1 Raffles Place' })
  expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
    supplierOrders: [{ state: 'shipped', changes: [{}, {}] }],
  })
})

test('one unit refunded in the store before shipping is refunded at the wholesale price, once', async () => {
  const order = await createOrder()
  await changeInShop(shop, order.vendor, { order: order.number, action: 'refund_one' })
  expect(await readShopOrder(shop, order.vendor, order.number)).toMatchObject({
    supplierOrders: [{ state: 'paid_hold', refunded: 40 }],
  })
})

test('a real supplier is emailed about a request, and can answer for its own orders only', async () => {
  const vendor = await createShopVendor(shop)
  const supplier = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  await publishProduct(shop, vendor, { supplier })
  await topUpWallet(shop, vendor, 500)
  const number = await orderInShop(shop, vendor, { units: [3] })
  await passHold(shop)
  const order = await readShopOrder(shop, vendor, number)
  const id = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  const asOwner = async (path: string, body?: object) => {
    const { headers } = await createSession(shop.db, owner.id, shop.now())
    const answer = body ? await shop.post(path, body, headers) : await shop.get(path, headers)
    await shop.work()
    return answer
  }
  expect(await asOwner(`/supplier/orders/${id}/accept`, {})).toMatchObject({ status: 200 })
  await edit({ vendor, number }, { address_1: '1 Raffles Place' })
  const shown = await asOwner(`/supplier/orders/${id}`)
  expect(shown).toMatchObject({
    body: {
      order: {
        changes: [{ kind: 'recipient', state: 'open' }],
        shipTo: { lines: expect.arrayContaining(['10 Anson Road']) },
      },
    },
  })
  const change = getField<string>(shown, 'order', 'changes', '0', 'id')
  const emails = await queryRows<{ subject: string }>(
    shop.db,
    sql`select subject from emails where recipient = ${supplier.email} and subject like 'Change request: order%'`,
  )
  expect(emails).toHaveLength(1)

  const stranger = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer' })
  const path = `/supplier/orders/${id}/changes/${change}`
  expect(await shop.post(`${path}/accept`, {}, stranger.headers)).toMatchObject({ status: 404 })
  expect(await asOwner(`${path}/accept`, {})).toMatchObject({
    status: 200,
    body: { order: { shipTo: { lines: expect.arrayContaining(['1 Raffles Place']) } } },
  })
  expect(await asOwner(`${path}/decline`, {})).toMatchObject({
    status: 404,
    body: { code: 'request_not_found' },
  })
})
