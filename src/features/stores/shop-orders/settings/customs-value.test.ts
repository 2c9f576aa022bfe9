import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSession, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { EASYPOST_FROM, createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  passHold,
  publishProduct,
  readShopOrder,
  type ShopVendor,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const { easyPost, shop } = await createEasyPostShop()

const SETTINGS = {
  wholeOrdersOnly: false,
  holdMinutes: 10,
  shipping: 'cheapest',
  maxCost: null,
  minMarginPercent: null,
} as const

/** Parcels are sent from Italy; the customer is in Singapore. */
const sender = { ...EASYPOST_FROM, name: 'Atelier Luce', city: 'Arezzo', zip: '52100', country: 'IT' }

/** Has two units ordered of a product that costs 40.00 and is sold at 120.00. Returns the calls of its supplier order. */
async function createAcceptedOrder(vendor: ShopVendor) {
  const supplier = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  await publishProduct(shop, vendor, { supplier })
  await shop.db.execute(sql`update products set origin_country = 'TH', tariff_number = '711311'`)
  await topUpWallet(shop, vendor, 200)
  const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [2] }))
  await passHold(shop)
  const id = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  const { headers } = await createSession(shop.db, owner.id, shop.now())
  const post = async (action: string, body: object) => {
    const answer = await shop.post(`/supplier/orders/${id}/${action}`, body, headers)
    await shop.work()
    return answer
  }
  expect(await post('accept', {})).toMatchObject({ status: 200 })
  return { order, post, read: () => shop.get(`/supplier/orders/${id}`, headers) }
}

const declareRetail = (vendor: ShopVendor) =>
  asVendor(shop, vendor)('/vendor/forwarding-settings', { ...SETTINGS, customsValue: 'retail' })

const listDeclared = () =>
  easyPost.books.opened.map((shipment) =>
    getField({ body: shipment } as never, 'customs_info', 'customs_items'),
  )

test('customs are told what the customer paid if the vendor declares that, and suppliers see it there only', async () => {
  const vendor = await createShopVendor(shop)
  expect(await declareRetail(vendor)).toMatchObject({ body: { settings: { customsValue: 'retail' } } })
  const { post, read } = await createAcceptedOrder(vendor)
  expect(await post('label-rates', { sender })).toMatchObject({
    body: { quote: { customs: [{ valueCents: 12_000, priceCents: 12_000 }] } },
  })
  const customs = [{ line: 1, valueCents: 4_000 }]
  expect(await post('labels', { sender, customs, idempotencyKey: 'label-too-low' })).toMatchObject({
    status: 400,
    body: { code: 'value_below_price', message: expect.stringContaining('$120.00') },
  })
  expect(await post('labels', { sender, idempotencyKey: 'label-key' })).toMatchObject({ status: 200 })
  expect(listDeclared().at(-1)).toMatchObject([{ quantity: 2, value: 240 }])
  const seen = await read()
  expect(seen.body).toMatchObject({ order: { lines: [{ unitPrice: 40 }] } })
  expect(JSON.stringify(getField(seen, 'order', 'lines'))).not.toMatch(/customs|:(120|240|12000|24000)\b/)
})

test('customs are told the cost without the setting, and settings saved without it keep it', async () => {
  const vendor = await createShopVendor(shop)
  const call = asVendor(shop, vendor)
  expect((await call('/vendor/forwarding-settings')).body).toMatchObject({
    settings: { customsValue: 'cost' },
  })
  const { post } = await createAcceptedOrder(vendor)
  await post('labels', { sender, idempotencyKey: 'label-key' })
  expect(listDeclared().at(-1)).toMatchObject([{ quantity: 2, value: 80 }])
  await declareRetail(vendor)
  expect(await call('/vendor/forwarding-settings', SETTINGS)).toMatchObject({
    body: { settings: { customsValue: 'retail' } },
  })
  expect(await call('/vendor/forwarding-settings', { ...SETTINGS, customsValue: 'less' })).toMatchObject({
    status: 400,
  })
})

test('an unpaid order is quoted again for the setting, with the rate of exchange; without a rate, the cost is declared', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor)
  const number = await orderInShop(shop, vendor, { units: [2] })
  const readDeclared = async () =>
    (
      await shop.db.execute(
        sql`select l.customs_amount from supplier_order_lines l join supplier_orders o on o.id = l.supplier_order_id
          where o.state = 'awaiting_payment'`,
      )
    ).rows
  expect(await readDeclared()).toEqual([{ customs_amount: null }])
  await declareRetail(vendor)
  await shop.work()
  expect(await readDeclared()).toEqual([{ customs_amount: 12000 }])
  await shop.db.execute(
    sql`update shop_orders set currency = 'EUR' where number in (${number}, ${`#${number}`})`,
  )
  await shop.db.execute(sql`update store_connections set currency = 'EUR'`)
  await shop.db.execute(sql`update shop_order_lines set line_amount = 20001`)
  await declareRetail(vendor)
  await shop.work()
  expect(await readDeclared()).toEqual([{ customs_amount: null }])
  const rates = [{ currency: 'EUR', rateMicros: 800_000, bufferBps: 0, enteredAt: shop.now().toISOString() }]
  const saved = await asVendor(shop, vendor)('/vendor/pricing', { version: 0, rules: [], rates })
  expect(saved).toMatchObject({ status: 200 })
  await declareRetail(vendor)
  await shop.work()
  // 200.01 euros are 250.01 dollars, and half of that is not rounded down.
  expect(await readDeclared()).toEqual([{ customs_amount: 12501 }])
})
