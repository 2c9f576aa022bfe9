import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChosenPiece, type ChosenVariant, outgoingOf } from './rules.ts'

function variant(given: Partial<ChosenVariant> = {}): ChosenVariant {
  const shape = { publicId: 'var_1', sku: 'R-1', title: '', size: null, color: null, material: null }
  return { ...shape, sellAmount: 10_000, stock: 5, ...given }
}

function piece(given: Partial<ChosenPiece> = {}): ChosenPiece {
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
    pictures: [],
    variants: [variant()],
    ...given,
  }
}

function ready(given: Partial<ChosenPiece>, currency = 'USD') {
  const outgoing = outgoingOf(piece(given), currency)
  if (!outgoing.isReady) throw new Error(outgoing.problem)
  return outgoing.product
}

test('without a wish of its owner a piece costs what the marketplace asks, and there are as many', () => {
  expect(ready({})).toMatchObject({
    reference: 'prd_1',
    options: [],
    variants: [{ reference: 'var_1', values: [], price: '100.00', quantity: 5 }],
  })
})

test('a retail price is the piece’s own; variants cost more or less by the same share, rounded half up', () => {
  const variants = [
    variant(),
    variant({ publicId: 'var_2', size: '54', sellAmount: 12_500 }),
    variant({ publicId: 'var_3', size: '56', sellAmount: 10_001 }),
  ]
  const { variants: outgoing } = ready({ retailAmount: 15_050, retailCurrency: 'USD', variants })
  expect(outgoing.map(({ price }) => price)).toEqual(['150.50', '188.13', '150.52'])
})

test('there are never more than the supplier has, nor than is wished, and none of what is gone', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.option(fc.nat(1_000), { nil: null }),
      fc.boolean(),
      (stock, quantity, isOffered) => {
        const { variants } = ready({
          externalId: '1',
          quantity,
          isOffered,
          variants: [variant({ stock })],
        })
        expect(variants[0]?.quantity).toBe(isOffered ? Math.min(stock, quantity ?? stock) : 0)
      },
    ),
  )
})

test('any retail price reaches the shop to the cent, and is never nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_900 }),
      fc.integer({ min: 1, max: 99_999_999 }),
      (retailAmount, sellAmount) => {
        const wish = { retailAmount, retailCurrency: 'USD', sellAmount }
        const [first] = ready({ ...wish, variants: [variant({ sellAmount })] }).variants
        expect(Math.round(Number(first?.price) * 100)).toBe(retailAmount)
        const [cheap] = ready({ ...wish, variants: [variant({ sellAmount: 1 })] }).variants
        expect(Number(cheap?.price)).toBeGreaterThanOrEqual(0.01)
      },
    ),
  )
})

test('a shop in another currency is given only prices that were set in it', () => {
  expect(outgoingOf(piece(), 'SGD')).toMatchObject({
    isReady: false,
    problem: expect.stringContaining('in SGD'),
  })
  const inDollars = piece({ retailAmount: 100, retailCurrency: 'USD' })
  expect(outgoingOf(inDollars, 'SGD')).toMatchObject({ isReady: false })
  expect(ready({ retailAmount: 100, retailCurrency: 'SGD' }, 'SGD').variants[0]?.price).toBe('1.00')
})

test('a piece that is not offered comes into no shop it is not in already', () => {
  expect(outgoingOf(piece({ isOffered: false }), 'USD')).toMatchObject({ isReady: false })
})

test('variants are told apart by what they differ in, whatever it is', () => {
  const pick = { size: fc.constantFrom(null, '52', '54'), color: fc.constantFrom(null, 'Gold') }
  fc.assert(
    fc.property(
      fc.array(fc.record({ ...pick, title: fc.constantFrom('', 'Halo') }), { minLength: 2, maxLength: 6 }),
      (given) => {
        const variants = given.map((one, index) =>
          variant({ ...one, publicId: `var_${index}`, sku: `R-${index}` }),
        )
        const { options, variants: outgoing } = ready({ variants })
        expect(options.length).toBeGreaterThan(0)
        expect(options.length).toBeLessThanOrEqual(3)
        expect(new Set(outgoing.map(({ values }) => values.join('\n').toLowerCase())).size).toBe(given.length)
        for (const { values } of outgoing) {
          expect(values).toHaveLength(options.length)
          expect(values.every((value) => value !== '')).toBe(true)
        }
      },
    ),
  )
})
