import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products, productVariants } from '#features/catalogue/catalog/tables.ts'
import { newId } from '#core/ids.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { estimateDelivery, getRates } from '../contract.ts'
import { deliveryOptions } from '../rules.ts'
import { shippingRates } from '../tables.ts'

const shop = await createTestShop()

const MONDAY = new Date('2026-03-02T10:00:00.000Z')
const NOTHING_STATED = { handling: null, holiday: null }
const FRIDAY = new Date('2026-03-06T10:00:00.000Z')

test('options are sorted by price with their business days, and reduced to the cheapest and the fastest', () => {
  const aRate = (service: string, [minDays, estimatedDays]: readonly [number, number], amount: number) => ({
    service,
    minDays,
    estimatedDays,
    amount,
    freeFromAmount: null,
  })
  const [slow, dear] = [aRate('Slow', [8, 9], 300), aRate('Dear', [1, 1], 900)]
  const otherRates = [
    aRate('Slower', [9, 12], 300),
    aRate('Dearer', [1, 1], 901),
    aRate('Middle', [4, 5], 500),
  ]
  const getOptions = (rates: readonly ReturnType<typeof aRate>[], now: Date) =>
    deliveryOptions(rates, { value: 0, promise: NOTHING_STATED, now }).map(
      ({ service, fromDays, toDays }) => [service, fromDays, toDays],
    )
  expect(getOptions([dear, slow], MONDAY)).toEqual([
    ['Slow', 9, 11],
    ['Dear', 2, 3],
  ])
  expect(getOptions([...otherRates, dear, slow], FRIDAY)).toEqual([
    ['Slow', 11, 13],
    ['Dear', 4, 5],
  ])
  expect(getOptions([], MONDAY)).toEqual([])
})

test('a service is free from its threshold on', () => {
  const rate = { service: 'Standard', minDays: 5, estimatedDays: 7, amount: 420, freeFromAmount: 5_000 }
  const amountAt = (value: number) =>
    deliveryOptions([rate], { value, promise: NOTHING_STATED, now: MONDAY })[0]?.amount
  expect([0, 4_999, 5_000, 5_001].map(amountAt)).toEqual([420, 420, 0, 0])
})

test('an estimate from Italy to Denmark has the checkout’s rates and stores none', async () => {
  const product = await createTestProduct(shop.db)
  const { sentFrom, options } = await getEstimate(product.id, 'dk')
  expect(sentFrom).toBe('IT')
  expect(options).toEqual([
    { ...days('Economy', 20, 30), rate: 13.1, freeFrom: null },
    { ...days('Standard', 12, 16), rate: 16.5, freeFrom: 150 },
    { ...days('Expedited', 6, 8), rate: 32.3, freeFrom: 600 },
    { ...days('Express', 4, 5), rate: 54.1, freeFrom: null },
  ])
  expect(await shop.db.select().from(shippingRates)).toEqual([])
  const parcel = { toZip: '1050', toCountry: 'DK', weight: 2, length: 25, width: 20, height: 15 }
  const { rates } = await shop.call(getRates, { body: { shipmentDetails: parcel } })
  expect([rates[0]?.rate, rates.at(-1)?.rate]).toEqual([13.1, 54.1])
})

/** Returns an estimate made on a Monday. */
function days(service: string, minDays: number, maxDays: number) {
  return { service, minDays, maxDays, fromDays: minDays + 1, toDays: maxDays + 2 }
}

test('fees to Singapore depend on the variant’s price alone, elsewhere on its weight too', async () => {
  const supplier = await createTestSupplier(shop.db)
  const product = await createTestProduct(shop.db, { supplier, price: 4_999 })
  const [larger] = await shop.db
    .insert(productVariants)
    .values({
      publicId: newId('variant'),
      productId: product.productKey,
      supplierId: supplier.id,
      sku: 'LARGER',
      priceAmount: 15_000,
      position: 2,
      stock: 1,
    })
    .returning()
  expect(getFees(await getEstimate(product.id, 'SG'))).toEqual({
    Economy: 2.06,
    Standard: 4.2,
    Expedited: 6.6,
    Express: 12.3,
  })
  const ofLarger = await getEstimate(product.id, 'SG', larger?.publicId)
  expect(getFees(ofLarger)).toEqual({ Expedited: 0, Standard: 0, Economy: 2.06, Express: 12.3 })
  const light = await getEstimate(product.id, 'DK')
  await shop.db.update(products).set({ weightGrams: 4_000 }).where(eq(products.id, product.productKey))
  expect((await getEstimate(product.id, 'DK')).options[0]?.rate).toBe((light.options[0]?.rate ?? 0) + 7.5)
})

test('refuses an unserved country, a missing country and an unknown product, with a message', async () => {
  const { id } = await createTestProduct(shop.db)
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

function getEstimate(id: string, country: string, variant?: string) {
  return shop.call(estimateDelivery, { params: { id }, query: { country, ...(variant ? { variant } : {}) } })
}

function getFees({ options }: Awaited<ReturnType<typeof getEstimate>>) {
  return Object.fromEntries(options.map(({ service, rate }) => [service, rate]))
}
