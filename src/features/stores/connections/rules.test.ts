import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SelectedProduct, type SelectedVariant, prepareProduct } from './rules.ts'

function createVariant(overrides: Partial<SelectedVariant> = {}): SelectedVariant {
  const shape = { publicId: 'var_1', sku: 'R-1', title: '', size: null, color: null, material: null }
  return { ...shape, sellAmount: 10_000, stock: 5, ...overrides }
}

function createProduct(overrides: Partial<SelectedProduct> = {}): SelectedProduct {
  return {
    publicId: 'prd_1',
    externalId: null,
    name: 'Harbour ring',
    descriptionHtml: '<p>A ring.</p>',
    isOffered: true,
    sellAmount: 10_000,
    retailAmount: null,
    retailCurrency: null,
    quantity: null,
    hasPictures: null,
    isPriceLocked: false,
    visibility: null,
    pictures: [],
    variants: [createVariant()],
    ...overrides,
  }
}

function prepare(overrides: Partial<SelectedProduct>, currency = 'USD') {
  const outgoing = prepareProduct(createProduct(overrides), currency)
  if (!outgoing.isReady) throw new Error(outgoing.problem)
  return outgoing.product
}

test('without retail settings a listing has the marketplace’s price and stock', () => {
  expect(prepare({})).toMatchObject({
    reference: 'prd_1',
    options: [],
    variants: [{ reference: 'var_1', values: [], price: '100.00', quantity: 5 }],
  })
})

test('a retail price applies to the first variant, and other variants differ by the same ratio, rounded half up', () => {
  const variants = [
    createVariant(),
    createVariant({ publicId: 'var_2', size: '54', sellAmount: 12_500 }),
    createVariant({ publicId: 'var_3', size: '56', sellAmount: 10_001 }),
  ]
  const { variants: outgoing } = prepare({ retailAmount: 15_050, retailCurrency: 'USD', variants })
  expect(outgoing.map(({ price }) => price)).toEqual(['150.50', '188.13', '150.52'])
})

test('the quantity is limited by stock and the vendor’s setting, and is 0 for a product no longer offered', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.option(fc.nat(1_000), { nil: null }),
      fc.boolean(),
      (stock, quantity, isOffered) => {
        const { variants } = prepare({
          externalId: '1',
          quantity,
          isOffered,
          variants: [createVariant({ stock })],
        })
        expect(variants[0]?.quantity).toBe(isOffered ? Math.min(stock, quantity ?? stock) : 0)
      },
    ),
  )
})

test('any retail price reaches the store to the cent, and is never zero', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_900 }),
      fc.integer({ min: 1, max: 99_999_999 }),
      (retailAmount, sellAmount) => {
        const settings = { retailAmount, retailCurrency: 'USD', sellAmount }
        const [first] = prepare({ ...settings, variants: [createVariant({ sellAmount })] }).variants
        expect(Math.round(Number(first?.price) * 100)).toBe(retailAmount)
        const [cheap] = prepare({ ...settings, variants: [createVariant({ sellAmount: 1 })] }).variants
        expect(Number(cheap?.price)).toBeGreaterThanOrEqual(0.01)
      },
    ),
  )
})

test('a store in another currency gets only prices set in that currency', () => {
  expect(prepareProduct(createProduct(), 'SGD')).toMatchObject({
    isReady: false,
    problem: expect.stringContaining('in SGD'),
  })
  const pricedInDollars = createProduct({ retailAmount: 100, retailCurrency: 'USD' })
  expect(prepareProduct(pricedInDollars, 'SGD')).toMatchObject({ isReady: false })
  expect(prepare({ retailAmount: 100, retailCurrency: 'SGD' }, 'SGD').variants[0]?.price).toBe('1.00')
})

test('a product that is not offered is not added to a store', () => {
  expect(prepareProduct(createProduct({ isOffered: false }), 'USD')).toMatchObject({ isReady: false })
})

test('variants of a product get distinct options, whichever of their fields differ', () => {
  const arbitraries = { size: fc.constantFrom(null, '52', '54'), color: fc.constantFrom(null, 'Gold') }
  fc.assert(
    fc.property(
      fc.array(fc.record({ ...arbitraries, title: fc.constantFrom('', 'Halo') }), {
        minLength: 2,
        maxLength: 6,
      }),
      (overrides) => {
        const variants = overrides.map((one, index) =>
          createVariant({ ...one, publicId: `var_${index}`, sku: `R-${index}` }),
        )
        const { options, variants: outgoing } = prepare({ variants })
        expect(options.length).toBeGreaterThan(0)
        expect(options.length).toBeLessThanOrEqual(3)
        expect(new Set(outgoing.map(({ values }) => values.join('\n').toLowerCase())).size).toBe(
          overrides.length,
        )
        for (const { values } of outgoing) {
          expect(values).toHaveLength(options.length)
          expect(values.every((value) => value !== '')).toBe(true)
        }
      },
    ),
  )
})
