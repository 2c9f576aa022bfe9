import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PriceList, wholesaleFor } from './rules.ts'

const VENDORS = ['mei@vendor.example', 'tom@vendor.example']
const VARIANTS = ['var_1', 'var_2']

const quantity = fc.integer({ min: 1, max: 200 })
const list = fc.record<PriceList>({
  id: fc.constantFrom('pls_1', 'pls_2', 'pls_3'),
  vendors: fc.option(fc.subarray(VENDORS), { nil: undefined }),
  percentOffBps: fc.option(fc.integer({ min: 1, max: 9_000 })),
  minimumQuantity: quantity,
  entries: fc.array(
    fc.record({
      variantId: fc.constantFrom(...VARIANTS),
      minimumQuantity: quantity,
      amountCents: fc.integer({ min: 1, max: 2_000_000 }),
    }),
    { maxLength: 4 },
  ),
})
const sale = fc.record({
  email: fc.constantFrom(...VENDORS, 'nobody@vendor.example'),
  quantity,
  variant: fc.record({
    id: fc.constantFrom(...VARIANTS),
    wholesaleCents: fc.integer({ min: 0, max: 1_000_000_000 }),
    priceLists: fc.array(list, { maxLength: 4 }),
  }),
})

/** Lists all applicable prices, as a reference implementation. */
function listPrices({
  email,
  quantity: units,
  variant,
}: typeof sale extends fc.Arbitrary<infer S> ? S : never) {
  const prices = [variant.wholesaleCents]
  for (const { vendors, percentOffBps, minimumQuantity, entries } of variant.priceLists) {
    if (vendors && !vendors.includes(email)) continue
    if (percentOffBps !== null && units >= minimumQuantity) {
      const exact = BigInt(variant.wholesaleCents) * BigInt(10_000 - percentOffBps)
      prices.push(Number((exact + 5_000n) / 10_000n))
    }
    for (const entry of entries)
      if (entry.variantId === variant.id && units >= entry.minimumQuantity) prices.push(entry.amountCents)
  }
  return prices
}

test('the lowest applicable price wins, and none is above the standard wholesale price', () => {
  fc.assert(
    fc.property(sale, (one) => {
      const price = wholesaleFor({ email: one.email }, one.variant, one.quantity)
      expect(price?.amountCents).toBe(Math.min(...listPrices(one)))
      expect(price?.amountCents).toBeLessThanOrEqual(one.variant.wholesaleCents)
      expect(price?.amountCents).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a higher quantity never raises the unit price', () => {
  fc.assert(
    fc.property(sale, quantity, ({ email, variant, quantity: units }, more) => {
      const [few, many] = [units, units + more].map(
        (n) => wholesaleFor({ email }, variant, n)?.amountCents ?? -1,
      )
      expect(many).toBeLessThanOrEqual(few ?? -1)
    }),
  )
})

test('an additional price list never raises a price, and one for other vendors changes nothing', () => {
  fc.assert(
    fc.property(sale, list, ({ email, variant, quantity: units }, added) => {
      const priceWith = (extra: PriceList) =>
        wholesaleFor({ email }, { ...variant, priceLists: [...variant.priceLists, extra] }, units)
      const before = wholesaleFor({ email }, variant, units)
      expect(priceWith(added)?.amountCents).toBeLessThanOrEqual(before?.amountCents ?? -1)
      expect(priceWith({ ...added, vendors: [] })).toEqual(before)
    }),
  )
})

test('a price list gives no price to a variant without a wholesale price', () => {
  fc.assert(
    fc.property(sale, ({ email, variant, quantity: units }) => {
      expect(wholesaleFor({ email }, { ...variant, wholesaleCents: null }, units)).toBeUndefined()
    }),
  )
})

test('a vendor matches by email address regardless of case, and the applied list is returned', () => {
  const tenOff: PriceList = {
    id: 'pls_1',
    vendors: ['mei@vendor.example'],
    percentOffBps: 1_000,
    minimumQuantity: 10,
    entries: [],
  }
  const variant = { id: 'var_1', wholesaleCents: 995, priceLists: [tenOff] }
  expect(wholesaleFor({ email: ' Mei@Vendor.example' }, variant, 10)).toEqual({
    amountCents: 896,
    listId: 'pls_1',
  })
  expect(wholesaleFor({ email: 'mei@vendor.example' }, variant, 9)).toEqual({
    amountCents: 995,
    listId: null,
  })
  expect(wholesaleFor({ email: 'tom@vendor.example' }, variant, 10)).toEqual({
    amountCents: 995,
    listId: null,
  })
})
