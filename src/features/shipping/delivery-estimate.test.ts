import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#features/catalog/tables.ts'
import { warehouses } from '#features/suppliers/tables.ts'
import { newId } from '#ground/ids.ts'
import { pieceOnSale, supplierInTrade } from '#tests/factories.ts'
import { testShop } from '#tests/shop.ts'
import { estimateDelivery, getRates } from './contract.ts'
import { deliveryOptions } from './rules.ts'
import { shippingRates } from './tables.ts'

const shop = await testShop()

test('of all rates the cheapest and the fastest are told, with one to three days to get ready', () => {
  const slow = { service: 'Slow', estimatedDays: 9, amount: 300 }
  const slower = { service: 'Slower', estimatedDays: 12, amount: 300 }
  const dear = { service: 'Dear', estimatedDays: 1, amount: 900 }
  const dearer = { service: 'Dearer', estimatedDays: 1, amount: 901 }
  expect(deliveryOptions([dearer, slower, slow, dear])).toEqual([
    { service: 'Slow', fromDays: 10, toDays: 12, amount: 300 },
    { service: 'Dear', fromDays: 2, toDays: 4, amount: 900 },
  ])
  expect(deliveryOptions([dearer, dear])).toEqual([{ service: 'Dear', fromDays: 2, toDays: 4, amount: 900 }])
  expect(deliveryOptions([])).toEqual([])
})

test('a piece from Italy is estimated to Denmark at the rates of the checkout, which keeps none of them', async () => {
  const piece = await pieceOnSale(shop.db)
  const { sentFrom, options } = await estimated(piece.id, 'dk')
  expect(sentFrom).toBe('IT')
  expect(options).toEqual([
    { service: 'Standard_Shipping', fromDays: 21, toDays: 23, rate: 16.5 },
    { service: 'Express_Shipping', fromDays: 9, toDays: 11, rate: 54.1 },
  ])
  expect(await shop.db.select().from(shippingRates)).toEqual([])
  const parcel = { toZip: '1050', toCountry: 'DK', weight: 2, length: 25, width: 20, height: 15 }
  const { rates } = await shop.call(getRates, { body: { shipmentDetails: parcel } })
  expect([rates[0]?.rate, rates.at(-1)?.rate]).toEqual([16.5, 54.1])
})

test('a piece that lies where parcels are handed over needs no collecting, a heavy one costs more', async () => {
  const supplier = await supplierInTrade(shop.db)
  await shop.db.update(warehouses).set({ country: 'SG' }).where(eq(warehouses.id, supplier.warehouseId))
  const piece = await pieceOnSale(shop.db, { supplier })
  expect((await estimated(piece.id, 'SG')).options[0]).toEqual({
    service: 'Standard_Shipping',
    fromDays: 8,
    toDays: 10,
    rate: 2.06,
  })
  const light = await estimated(piece.id, 'DK')
  await shop.db.update(products).set({ weightGrams: 4_000 }).where(eq(products.id, piece.productKey))
  expect((await estimated(piece.id, 'DK')).options[0]?.rate).toBe((light.options[0]?.rate ?? 0) + 9.5)
})

test('a country that is not served, no country and an unknown piece are refused in words', async () => {
  const { id } = await pieceOnSale(shop.db)
  for (const [path, status, code] of [
    [`/shipping/estimate/${id}?country=AQ`, 400, 'country_not_served'],
    [`/shipping/estimate/${id}?country=ZZ`, 400, 'country_not_served'],
    [`/shipping/estimate/${id}`, 400, 'invalid_input'],
    [`/shipping/estimate/${newId('product')}?country=SG`, 404, 'product_not_found'],
    ['/shipping/estimate/1?country=SG', 400, 'invalid_input'],
  ] as const) {
    const answer = await shop.get(path)
    expect([path, answer.status, answer.body]).toEqual([
      path,
      status,
      expect.objectContaining({ success: false, code, message: expect.any(String) }),
    ])
  }
})

function estimated(id: string, country: string) {
  return shop.call(estimateDelivery, { params: { id }, query: { country } })
}
