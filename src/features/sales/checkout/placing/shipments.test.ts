import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { products, productVariants } from '#features/catalogue/catalog/tables.ts'
import { getRates } from '#features/sales/shipping/contract.ts'
import { combineRates } from '#features/sales/shipping/rules.ts'
import { readAllEmails, listSupplierOrderTotals } from '#tests/steps/database-reads.ts'
import {
  GUEST_FORM,
  type CreatedProduct,
  createTestProduct,
  placeGuestOrder,
  createTestSupplier,
} from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getOrderByID, trackOrder } from '../contract.ts'

// Each supplier sends its own shipment at its own price: a cart pays their sum.
const shop = await createTestShop()

test('each shipment of a cart is quoted by its own value, and the cart by their sum [POLICY-05, POLICY-09, PDP-31]', async () => {
  const { cheap, middle, dear } = await threeSuppliers()
  const { rates, shipments } = await getQuotes([cheap, middle, dear])
  expect(shipments.map(({ supplier, rates: own }) => [supplier.name, getFees(own)])).toEqual([
    ['Cheap', { Economy: 2.06, Standard: 4.2, Expedited: 6.6, Express: 12.3 }],
    ['Middle', { Standard: 0, Economy: 2.06, Expedited: 6.6, Express: 12.3 }],
    ['Dear', { Expedited: 0, Standard: 0, Economy: 2.06, Express: 12.3 }],
  ])
  expect(rates.map(({ service, rate }) => [service, rate])).toEqual([
    ['Lowest_price', 2.06],
    ['Standard', 4.2],
    ['Economy', 6.18],
    ['Expedited', 13.2],
    ['Express', 36.9],
  ])
})

test('a service is free from its threshold on, counting the quantity', async () => {
  const ring = await createTestProduct(shop.db, { price: 2_500, stock: 9 })
  const [one] = (await getQuotes([ring])).shipments
  const [two] = (await getQuotes([{ ...ring, quantity: 2 }])).shipments
  expect([getFees(one?.rates)['Standard'], getFees(two?.rates)['Standard']]).toEqual([4.2, 0])
  const short = await createTestProduct(shop.db, { price: 4_999 })
  expect(getFees((await getQuotes([short])).shipments[0]?.rates)['Standard']).toBe(4.2)
})

test('a service can be chosen per shipment: each supplier order has its own price and dates, the purchase their sum', async () => {
  const { cheap, middle } = await threeSuppliers()
  const { shipments } = await getQuotes([cheap, middle])
  const id = [getRateId(shipments[0]?.rates, 'Express'), getRateId(shipments[1]?.rates, 'Standard')].join('+')
  const order = await placeGuestOrder(shop, [cheap, middle], { selectedShippingRate: { id } })
  expect(order.totalAmount).toBe(20 + 60 + 12.3)

  const { orderDetails } = await shop.call(getOrderByID, { params: { id: order.id } })
  expect(orderDetails).toMatchObject({
    shippingAmount: 12.3,
    shipments: [
      { supplier: 'Cheap', service: 'Express', minDays: 1, maxDays: 2, rate: 12.3 },
      { supplier: 'Middle', service: 'Standard', minDays: 5, maxDays: 7, rate: 0 },
    ],
  })
  await completePayment(shop, order.id, 'pay')
  const supplierOrders = await listSupplierOrderTotals(shop.db, order.id)
  expect(supplierOrders.map(({ total, allocated }) => [total, allocated])).toEqual([
    [3_230, 3_230],
    [6_000, 6_000],
  ])
  const { order: tracked } = await shop.call(trackOrder, { params: { id: order.id } })
  expect(tracked.shippingService).toBe('Express, Standard')
  // Paid on a Monday: shipped by Wednesday, and delivered within the service's longest time.
  expect(tracked.supplierOrders.map(({ shipBy, deliverBy }) => [shipBy, deliverBy])).toEqual([
    ['2026-03-04T10:00:00.000Z', '2026-03-06T10:00:00.000Z'],
    ['2026-03-04T10:00:00.000Z', '2026-03-11T10:00:00.000Z'],
  ])
  expect(await listLedgerErrors(shop)).toEqual([])
  await shop.work()
  const [mail] = await readAllEmails(shop.db)
  expect(mail?.text).toMatch(/Shipping from Cheap.*Express, 1-2 days.*\$12\.30/s)
  expect(mail?.text).toMatch(/Shipping from Middle.*Standard, 5-7 days.*\$0\.00/s)
})

test('one rate for the whole cart charges each shipment its quoted amount', async () => {
  const { cheap, middle, dear } = await threeSuppliers()
  const { rates } = await getQuotes([cheap, middle, dear])
  const [cheapest] = rates
  const order = await placeGuestOrder(shop, [cheap, middle, dear], { selectedShippingRate: cheapest ?? null })
  expect(order.totalAmount).toBe(20 + 60 + 160 + 2.06)
  expect(await listShipping(order.id)).toEqual([
    ['Economy', 206],
    ['Standard', 0],
    ['Expedited', 0],
  ])
})

test('refuses rates that are missing, of another shipment, duplicated or for other quantities', async () => {
  const { cheap, middle } = await threeSuppliers()
  const { shipments } = await getQuotes([cheap, middle])
  const [one, other] = shipments.map(({ rates }) => getRateId(rates, 'Economy'))
  const second = getRateId(shipments[0]?.rates, 'Express')
  const generic = (await getQuotes([])).rates[0]?.id
  for (const [cartProducts, ids] of [
    [[cheap, middle], [one]],
    [
      [cheap, middle],
      [one, one],
    ],
    [
      [cheap, middle],
      [one, second],
    ],
    [
      [cheap, middle],
      [one, other, second],
    ],
    [
      [cheap, middle],
      [one, generic],
    ],
    [[cheap], [one, other]],
    [[cheap], [other]],
    [
      [{ ...cheap, quantity: 2 }, middle],
      [one, other],
    ],
    [
      [cheap, middle],
      [one, other, ''],
    ],
  ] as const)
    await expect(
      placeGuestOrder(shop, cartProducts, { selectedShippingRate: { id: ids.join('+') } }),
    ).rejects.toMatchObject({ status: 409, code: 'rate_unknown' })
  const order = await placeGuestOrder(shop, [cheap, middle], {
    selectedShippingRate: { id: [other, one].join('+') },
  })
  expect(order.totalAmount).toBe(20 + 60 + 2 * 2.06)
})

test('a rate quoted without products is charged per shipment, and is free above its threshold', async () => {
  const { cheap, middle } = await threeSuppliers()
  const { rates, shipments } = await getQuotes([])
  expect(shipments).toEqual([])
  const standard = rates.find(({ service }) => service === 'Standard')
  expect(standard).toMatchObject({ rate: 4.2, freeFrom: 50 })
  const order = await placeGuestOrder(shop, [cheap, middle], { selectedShippingRate: standard ?? null })
  expect(await listShipping(order.id)).toEqual([
    ['Standard', 420],
    ['Standard', 0],
  ])
})

test('a removed product is reported before its rate', async () => {
  const { cheap, middle } = await threeSuppliers()
  const { rates } = await getQuotes([cheap, middle])
  await shop.db.execute(sql`update products set status = 'draft' where id = ${middle.productKey}`)
  await expect(
    placeGuestOrder(shop, [cheap, middle], { selectedShippingRate: rates[0] ?? null }),
  ).rejects.toMatchObject({ code: 'product_gone', details: { items: [{ id: middle.id }] } })
  expect((await getQuotes([cheap, middle])).shipments).toHaveLength(1)
})

test('two variants of a supplier are one shipment, and a line without a variant uses the one that would be ordered', async () => {
  const supplier = await createTestSupplier(shop.db)
  const ring = await createTestProduct(shop.db, { supplier, price: 3_000, stock: 0 })
  await shop.db.insert(productVariants).values({
    publicId: `${ring.variantId.slice(0, -1)}x`,
    productId: ring.productKey,
    supplierId: supplier.id,
    sku: 'IN-STOCK',
    priceAmount: 5_000,
    position: 2,
    stock: 3,
  })
  await shop.db
    .update(products)
    .set({ stock: 3 })
    .where(sql`id = ${ring.productKey}`)
  const items = [{ id: ring.id, quantity: 1 }]
  const { rates } = await shop.call(getRates, { body: { shipmentDetails: PARCEL, items } })
  expect(getFees(rates)['Standard']).toBe(0)
  const order = await placeGuestOrder(shop, [], { items, selectedShippingRate: rates[0] ?? null })
  expect(order.totalAmount).toBe(50)
})

const someRates = fc
  .uniqueArray(fc.constantFrom('Economy', 'Standard', 'Express', 'Post'), { minLength: 1 })
  .chain((services) =>
    fc.tuple(
      ...services.map((service) =>
        fc.record({
          id: fc.uuid(),
          service: fc.constant(service),
          minDays: fc.integer({ min: 1, max: 9 }),
          estimatedDays: fc.integer({ min: 9, max: 30 }),
          amount: fc.nat(5_000),
          freeFromAmount: fc.constant(null),
        }),
      ),
    ),
  )

test('combined rates sum one rate per shipment, and the first one sums the cheapest', () => {
  fc.assert(
    fc.property(fc.array(someRates, { minLength: 1, maxLength: 4 }), (shipments) => {
      const combined = combineRates(shipments.map((rates) => rates.toSorted((a, b) => a.amount - b.amount)))
      const least = shipments.map((rates) => Math.min(...rates.map(({ amount }) => amount)))
      expect(combined[0]?.amount).toBe(least.reduce((sum, amount) => sum + amount, 0))
      const amountOf = new Map(shipments.flat().map(({ id, amount }) => [id, amount]))
      for (const { id, amount } of combined) {
        const rateIds = id.split('+')
        expect(rateIds).toHaveLength(shipments.length)
        expect(rateIds.reduce((sum, part) => sum + (amountOf.get(part) ?? NaN), 0)).toBe(amount)
      }
    }),
    { numRuns: 100 },
  )
})

const PARCEL = { toZip: GUEST_FORM.zipCode, toCountry: 'SG', weight: 2, length: 25, width: 20, height: 15 }

type RequestedProduct = Pick<CreatedProduct, 'id' | 'variantId'> & { quantity?: number }

function getQuotes(cartProducts: readonly RequestedProduct[]) {
  const items = cartProducts.map(({ id, variantId, quantity }) => ({
    id,
    variantId,
    quantity: quantity ?? 1,
  }))
  return shop.call(getRates, { body: { shipmentDetails: PARCEL, items } })
}

type Rates = Awaited<ReturnType<typeof getQuotes>>['rates']

function getFees(rates: Rates = []): Record<string, number> {
  return Object.fromEntries(rates.map(({ service, rate }) => [service, rate]))
}

function getRateId(rates: Rates = [], serviceName: string): string {
  return rates.find(({ service }) => service === serviceName)?.id ?? ''
}

async function threeSuppliers() {
  const of = async (name: string, price: number) =>
    createTestProduct(shop.db, { supplier: await createTestSupplier(shop.db, { name }), price })
  return {
    cheap: await of('Cheap', 2_000),
    middle: await of('Middle', 6_000),
    dear: await of('Dear', 16_000),
  }
}

async function listShipping(orderId: string) {
  const shippedOrders = await queryRows<{ service: string; amount: number }>(
    shop.db,
    sql`select o.shipping_service as service, o.shipping_amount as amount from supplier_orders o
        join purchases p on p.id = o.purchase_id where p.public_id = ${orderId} order by o.id`,
  )
  return shippedOrders.map(({ service, amount }) => [service, amount])
}
