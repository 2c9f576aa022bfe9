import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveOrder } from '#features/sales/checkout/contract.ts'
import { productVariants, products } from '#features/catalogue/catalog/tables.ts'
import type { ShippableUnits } from '#features/catalogue/catalog/service.ts'
import {
  GUEST_FORM,
  createTestProduct,
  createTestSupplier,
  type CreatedProduct,
  type CreatedSupplier,
} from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getRates } from '../contract.ts'
import { hashContents, packParcel } from './parcel.ts'

const shop = await createTestShop()
const RING: ShippableUnits = { weightGrams: 4, lengthMm: null, widthMm: null, heightMm: null, quantity: 1 }
const BRACELET = { ...RING, weightGrams: 30, lengthMm: 8, widthMm: 250, heightMm: 25 }

test('items form a parcel with their boxes and the carton', () => {
  expect(packParcel([RING])).toEqual({ weightGrams: 204, lengthMm: 220, widthMm: 170, heightMm: 80 })
  // The longest side lies along the carton, whichever dimension the feed calls it.
  expect(packParcel([BRACELET])).toEqual({ weightGrams: 230, lengthMm: 290, widthMm: 170, heightMm: 80 })
  expect(packParcel([{ ...RING, quantity: 20 }])).toEqual({
    weightGrams: 1_800,
    lengthMm: 220,
    widthMm: 170,
    heightMm: 263,
  })
})

test('a parcel with an item of unknown weight has no weight', () => {
  expect(packParcel([])).toBeUndefined()
  expect(packParcel([RING, { ...RING, weightGrams: null }])).toBeUndefined()
  expect(packParcel([{ ...RING, weightGrams: 0 }])).toBeUndefined()
})

const side = fc.option(fc.double({ min: 1, max: 400, noNaN: true }))
const productArbitrary = fc.record({
  weightGrams: fc.double({ min: 0.1, max: 2_000, noNaN: true }),
  lengthMm: side,
  widthMm: side,
  heightMm: side,
  quantity: fc.integer({ min: 1, max: 20 }),
})

test('a parcel is heavier than its items, fits each of them, and does not depend on their order', () => {
  fc.assert(
    fc.property(fc.array(productArbitrary, { minLength: 1, maxLength: 8 }), (cartProducts) => {
      const parcel = packParcel(cartProducts)
      const weight = cartProducts.reduce((sum, one) => sum + one.weightGrams * one.quantity, 0)
      expect(parcel?.weightGrams).toBeGreaterThan(weight)
      expect(packParcel(cartProducts.toReversed())?.heightMm).toBe(parcel?.heightMm)
      const longest = Math.max(...cartProducts.map((one) => Math.max(...getSides(one))))
      expect(parcel?.lengthMm).toBeGreaterThan(longest)
      const more = packParcel([...cartProducts, RING])
      expect(more?.weightGrams).toBeGreaterThan(parcel?.weightGrams ?? Infinity)
    }),
    { numRuns: 100 },
  )
})

function getSides({ lengthMm, widthMm, heightMm }: ShippableUnits): number[] {
  const sides = [lengthMm, widthMm, heightMm].filter((one) => one !== null)
  return sides.length === 3 ? sides : [0]
}

test('the hash of a parcel’s contents does not depend on how its lines are written', () => {
  const [one, two] = [
    { productId: 'prd_1', variantId: null, quantity: 1 },
    { productId: 'prd_2', variantId: 'var_2', quantity: 2 },
  ]
  const split = [{ ...two, quantity: 1 }, one, { ...two, quantity: 1 }]
  expect(hashContents(split)).toBe(hashContents([one, two]))
  expect(hashContents([one, { ...two, quantity: 3 }])).not.toBe(hashContents([one, two]))
})

test('a cart with known weights is quoted its own parcel, lighter or heavier than the standard one', async () => {
  const supplier = await createTestSupplier(shop.db)
  const [known, unknown] = [
    await createProductOfWeight(4, supplier),
    await createProductOfWeight(null, supplier),
  ]
  const standard = await getQuotes([])
  expect(await getQuotes([unknown])).toEqual(standard)
  expect(await getQuotes([known, unknown])).toEqual(standard)
  // One kilogram by volume instead of two; Economy to Denmark costs 3.00 a kilogram.
  expect((await getQuotes([known])).rate).toBe(standard.rate - 3)
  expect((await getQuotes([await createProductOfWeight(4_000)])).rate).toBe(standard.rate + 7.5)
})

test('a variant’s weight takes precedence over its product’s', async () => {
  const product = await createProductOfWeight(4)
  const quoteBefore = await getQuotes([product])
  await shop.db
    .update(productVariants)
    .set({ weightGrams: 3_000 })
    .where(eq(productVariants.id, product.variantKey))
  expect((await getQuotes([product])).rate).toBeGreaterThan(quoteBefore.rate)
})

test('a rate for some items is refused for others, and a standard rate for a heavier parcel', async () => {
  const [light, heavy] = [await createProductOfWeight(4), await createProductOfWeight(4_000)]
  const forLight = await getRateId([light])
  for (const [cartProducts, id] of [
    [[heavy], forLight],
    [[light, heavy], forLight],
    [[heavy], await getRateId([])],
  ] as const)
    await expect(ordered(cartProducts, id)).rejects.toMatchObject({ status: 409, code: 'rate_unknown' })
  expect(await ordered([light], forLight)).toMatchObject({ success: true })
  expect(await ordered([heavy], await getRateId([heavy]))).toMatchObject({ success: true })
  expect(await ordered([light], await getRateId([]))).toMatchObject({ success: true })
})

async function createProductOfWeight(
  weightGrams: number | null,
  supplier?: CreatedSupplier,
): Promise<CreatedProduct> {
  // Cheap enough that no service is free.
  const product = await createTestProduct(shop.db, { price: 1_000, ...(supplier ? { supplier } : {}) })
  await shop.db.update(products).set({ weightGrams }).where(eq(products.id, product.productKey))
  return product
}

const PARCEL = { toZip: '1050', toCountry: 'DK', weight: 2, length: 25, width: 20, height: 15 }
const toItems = (cartProducts: readonly CreatedProduct[]) =>
  cartProducts.map(({ id, variantId }) => ({ id, variantId, quantity: 1 }))

async function cheapest(cartProducts: readonly CreatedProduct[]) {
  const { rates } = await shop.call(getRates, {
    body: { shipmentDetails: PARCEL, items: toItems(cartProducts) },
  })
  return rates[0] ?? { id: '', service: '', rate: 0 }
}

async function getQuotes(cartProducts: readonly CreatedProduct[]) {
  const { service, rate } = await cheapest(cartProducts)
  return { service, rate }
}

async function getRateId(cartProducts: readonly CreatedProduct[]): Promise<string> {
  return (await cheapest(cartProducts)).id
}

function ordered(cartProducts: readonly CreatedProduct[], rate: string) {
  const address = { country: 'DK', city: 'Copenhagen', state: 'Capital Region', zipCode: '1050' }
  return shop.call(saveOrder, {
    body: {
      ...GUEST_FORM,
      ...address,
      mobileNumber: '+45 32 12 34 56',
      items: toItems(cartProducts),
      selectedShippingRate: { id: rate, rate: 0 },
    },
  })
}
