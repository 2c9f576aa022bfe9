import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createEasyPostShop, EASYPOST_FROM } from '#tests/fakes/with-easypost.ts'
import { type CreatedOrder, createSubmittedOrder, postAsSupplier } from '#tests/steps/supplier-orders.ts'
import type { LabelQuoteData } from '../contract.ts'

const { easyPost, shop } = await createEasyPostShop()
const { db } = shop

/** The sender address of the tests' supplier. */
const SENDER = { ...EASYPOST_FROM, name: 'Atelier Luce', city: 'Arezzo', zip: '52100', country: 'IT' }

let order: CreatedOrder
beforeEach(async () => {
  order = await createSubmittedOrder(shop, { quantities: [2, 1] })
  await postAsSupplier(order, 'accept')
  await db.execute(sql`update products set origin_country = 'IT', metal = 'Yellow gold'`)
})

async function setSender(address: object = SENDER): Promise<void> {
  const { warehouseId } = order.supplier
  await db.execute(sql`
    insert into warehouse_addresses (warehouse_id, purpose, name, street1, city, zip, country, phone, updated_at)
    select ${warehouseId}, 'sender', name, street1, city, zip, country, phone, now()
    from json_to_record(${JSON.stringify(address)}::json)
      as x(name text, street1 text, city text, zip text, country text, phone text)`)
}

async function quote(body: object = {}): Promise<LabelQuoteData> {
  const answer = await postAsSupplier(order, 'label-rates', body)
  expect(answer.status).toBe(200)
  return (answer.body as { quote: LabelQuoteData }).quote
}

test('a quote lists the rates of all carriers by price, marks the cheapest and the fastest, and buys nothing', async () => {
  await setSender()
  const { rates, selected, missing } = await quote()
  expect(missing).toEqual([])
  expect(rates).toMatchObject([
    { service: 'USPS_GroundAdvantage', amount: 5.93, minorAmount: 593, days: 3, isCheapest: true },
    { service: 'USPS_Priority', amount: 6.9, days: 2, isCheapest: false, isFastest: true },
    { service: 'USPS_Express', amount: 33.1, isFastest: false },
  ])
  expect(selected).toBe('USPS_GroundAdvantage')
  expect(easyPost.books.quoted).toMatchObject([
    { from_address: { name: 'Atelier Luce' }, to_address: { name: 'Mei Tan' } },
  ])
  expect(easyPost.books.opened).toEqual([])
})

test.each([
  ['the service that the buyer paid for', { service: 'USPS_Express', days: 2 }, 'USPS_Express'],
  ['the cheapest that is as fast as the one paid for', { service: 'Standard', days: 2 }, 'USPS_Priority'],
  ['the fastest where none is as fast as the one paid for', { service: 'Express', days: 1 }, 'USPS_Priority'],
])('the preselected rate is %s', async (_name, { service, days }, expected) => {
  await setSender()
  await db.execute(sql`
    update supplier_orders set shipping_service = ${service}, shipping_days = ${days} where public_id = ${order.id}`)
  expect(await quote()).toMatchObject({ selected: expected, paid: { service, maxDays: days } })
})

test('products without a weight count with their category’s typical weight, and are listed', async () => {
  await setSender()
  const [weighed] = order.variantIds
  await db.execute(sql`update product_variants set weight_grams = 4 where public_id = ${weighed}`)
  const { unweighed, parcel, units } = await quote()
  expect(unweighed).toMatchObject([{ line: 2, grams: 6 }])
  // Two units of 4 g and one of 6 g, three boxes and the carton.
  expect(parcel.weightGrams).toBe(374)
  expect(units).toEqual([
    { line: 1, quantity: 2 },
    { line: 2, quantity: 1 },
  ])
  const given = { weightGrams: 250, lengthMm: 160, widthMm: 110, heightMm: 50 }
  expect(await quote({ parcel: given })).toMatchObject({ parcel: given, unweighed: [] })
})

test('a parcel from another warehouse is sent from that warehouse’s address', async () => {
  await setSender()
  const { id } = order.supplier
  await db.execute(sql`insert into warehouses (supplier_id, name, country) values (${id}, 'Bangkok', 'TH')`)
  await db.execute(sql`
    update supplier_order_lines set warehouse = 'Bangkok' where id = (select max(id) from supplier_order_lines)`)
  const quoteLine = (line: number) => quote({ lines: [{ line, quantity: 1 }] })
  expect(await quoteLine(1)).toMatchObject({ warehouse: `${order.supplier.name} Warehouse`, missing: [] })
  expect(await quoteLine(2)).toMatchObject({ warehouse: 'Bangkok', sender: null, missing: ['sender'] })
  expect(await quote()).toMatchObject({ warehouse: `${order.supplier.name} Warehouse` })
})

test('carriers are not asked without an address of a warehouse abroad', async () => {
  expect(await quote()).toMatchObject({ missing: ['sender'], rates: [], sender: null })
  expect(easyPost.books.quoted).toEqual([])
  expect(await quote({ sender: SENDER })).toMatchObject({ missing: [], sender: { city: 'Arezzo' } })
})

test('customs data are requested only where needed, with the source of each suggestion', async () => {
  await setSender()
  const { customs } = await quote()
  expect(customs).toMatchObject([
    { line: 1, quantity: 2, valueCents: 10_000, originSource: 'product', tariffSource: 'material' },
    { line: 2, quantity: 1, tariffNumber: '711319' },
  ])
  await db.execute(sql`update products set metal = 'Leather', origin_country = null`)
  expect(await quote()).toMatchObject({ missing: ['customs'], rates: [] })
  const entered = [1, 2].map((line) => ({ line, originCountry: 'IT', tariffNumber: '7117.19' }))
  expect(await quote({ customs: entered })).toMatchObject({
    missing: [],
    customs: [{ tariffNumber: '711719', tariffSource: 'entered' }, {}],
  })
  await db.execute(sql`update purchases set country = 'IT'`)
  expect((await quote()).customs).toBeNull()
})

test('a description and a value can be declared, and no value below the paid price', async () => {
  await setSender()
  const declared = { line: 1, description: 'Gold ring', valueCents: 12_000 }
  await quote({ customs: [declared] })
  expect(easyPost.books.quoted[0]?.customs_info?.customs_items[0]).toMatchObject({
    description: 'Gold ring',
    value: 240,
  })
  const tooLow = await postAsSupplier(order, 'label-rates', { customs: [{ ...declared, valueCents: 9_999 }] })
  expect([tooLow.status, tooLow.body]).toMatchObject([400, { code: 'value_below_price' }])
})

test('a label is bought with the quoted service and price', async () => {
  await setSender()
  const buying = {
    service: 'USPS_Express',
    quote: { currency: 'USD', amount: 3_310 },
    idempotencyKey: 'quoted-label',
  }
  expect((await postAsSupplier(order, 'labels', buying)).status).toBe(200)
  await shop.work()
  expect(await listLabels()).toMatchObject([{ state: 'used', service: 'USPS_Express', cost: 33.1 }])
})

test.each([
  ['its price has gone up', { service: 'USPS_Priority', priceFactor: 1.5 }, 'price has gone up'],
  [
    'the carrier does not offer it any more',
    { service: 'USPS_Gone', priceFactor: 1 },
    'no longer offers this',
  ],
])('a label is not bought if %s since it was quoted', async (_name, { service, priceFactor }, said) => {
  await setSender()
  easyPost.books.priceFactor = priceFactor
  await postAsSupplier(order, 'labels', {
    service,
    quote: { currency: 'USD', amount: 690 },
    idempotencyKey: 'dearer-label',
  })
  await shop.work()
  expect(await listLabels()).toMatchObject([{ state: 'failed', failure: expect.stringContaining(said) }])
  expect(easyPost.books.sold).toEqual([])
})

test('a quote without a carrier states the reason', async () => {
  await setSender()
  easyPost.books.priceFactor = 0
  expect(await quote()).toMatchObject({ rates: [], problem: expect.stringContaining('Too far away.') })
})

async function listLabels() {
  const { headers } = order.owner
  const { body } = await shop.get(`/supplier/orders/${order.id}/labels`, headers)
  return (body as { labels: object[] }).labels
}
