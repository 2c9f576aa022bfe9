import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_FACTS } from '#core/jewellery/vocabulary.ts'
import type { OwnProductData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import {
  newProductForm,
  newVariant,
  isProductFormEmpty,
  type ProductForm,
  toProductForm,
  totalQuantity,
} from './product-form.ts'
import {
  searchCountries,
  findCountryByText,
  EMPTY_STORE,
  toStoreForm,
  toStoreInput,
} from '../store/store-form.ts'
import { toProductInput } from './product-input.ts'

const COUNTRIES = [
  { code: 'DK', name: 'Denmark' },
  { code: 'CI', name: "Côte d'Ivoire" },
]

test('finds a country by name or code without case and accents, and suggests countries while typing [MONB-05]', () => {
  for (const typed of ['Denmark', ' denmark ', 'DK', 'dk'])
    expect(findCountryByText(typed, COUNTRIES)?.code).toBe('DK')
  expect(findCountryByText("cote d'ivoire", COUNTRIES)?.code).toBe('CI')
  for (const typed of ['', 'Light', 'Dark', 'System', 'Denmar'])
    expect(findCountryByText(typed, COUNTRIES)).toBeUndefined()
  for (const typed of ['denm', 'DK', 'Dénmark'])
    expect(searchCountries(typed, COUNTRIES).map(({ code }) => code)).toEqual(['DK'])
  expect(searchCountries('Light', COUNTRIES)).toEqual([])
})

test('sends the store as typed, and names the fields that are invalid', () => {
  const form = { name: ' Lind Silver ', country: 'denmark', years: ' 12 ', categories: 'Rings, Heirlooms;;' }
  expect(toStoreInput(form, COUNTRIES)).toEqual({
    body: {
      name: 'Lind Silver',
      country: 'DK',
      yearsOfExperience: 12,
      mainCategories: ['Rings', 'Heirlooms'],
    },
  })
  const invalidStore = { name: 'L', country: 'Mars', years: '-1', categories: 'x'.repeat(61) }
  expect(Object.keys(Reflect.get(toStoreInput(invalidStore, COUNTRIES), 'faults'))).toEqual([
    'name',
    'country',
    'yearsOfExperience',
    'mainCategories',
  ])
  const store = {
    country: 'DK',
    yearsOfExperience: null,
    mainCategories: ['Rings', 'Chains'],
  }
  const ownStore = {
    ...store,
    id: 'sup_1',
    name: 'Ada',
    isVerified: true,
    city: null,
    description: null,
    logo: null,
    measured: { products: 0, sold: 0, rating: 0, ratingCount: 0 },
  }
  expect(toStoreInput(toStoreForm(ownStore, COUNTRIES), COUNTRIES)).toEqual({
    body: { ...store, name: 'Ada' },
  })
  expect(toStoreInput(EMPTY_STORE, COUNTRIES)).toHaveProperty('faults.country')
})

const RING: ProductForm = { ...newProductForm(), name: 'Moss ring', price: '$1,049.90', category: 'Rings' }

test('a draft requires only a name, and publishing also a price above 0 [MONB-23]', () => {
  expect(toProductInput({ ...RING, price: '' })).toMatchObject({
    body: { priceCents: 0, variants: [{ quantity: 0 }] },
  })
  expect(toProductInput({ ...RING, name: ' ' })).toMatchObject({
    faults: { name: 'Enter a product name.' },
  })
  expect(toProductInput({ ...RING, price: '', isPublished: true })).toHaveProperty('faults.priceCents')
})

test.each(['free', '-1', '1e12', '10.999', '99999999999', '1.200'])(
  'does not send a price of %s',
  (price) => {
    expect(toProductInput({ ...RING, price })).toHaveProperty('faults.priceCents')
  },
)

test.each(['-1', '1.5', 'many', '1000001', '1e3'])('does not send a quantity of %s', (quantity) => {
  expect(toProductInput({ ...RING, variants: [{ ...newVariant(), quantity }] })).toHaveProperty(
    'faults.quantity',
  )
})

test('sends variations with their options, and the product’s price unless they have their own [MONB-24]', () => {
  const variants = [
    { ...newVariant(), size: '52', color: 'Green', quantity: '2' },
    { ...newVariant(), size: '54', color: 'Green', quantity: '1', price: '1099' },
  ]
  const form: ProductForm = { ...RING, kinds: ['size'], variants }
  expect(toProductInput(form)).toMatchObject({
    body: {
      priceCents: 104_990,
      variants: [
        { size: '52', quantity: 2 },
        { size: '54', quantity: 1, priceCents: 109_900 },
      ],
    },
  })
  expect(JSON.stringify(toProductInput(form))).not.toContain('Green')
  expect(totalQuantity(form)).toBe(3)
})

test('a product that is saved unchanged keeps its prices and quantities', () => {
  const id = `prd_${'0'.repeat(32)}`
  const variant = fc.record({
    id: fc.constant(`var_${'0'.repeat(32)}`),
    size: fc.constantFrom('52', '54'),
    color: fc.constant(null),
    material: fc.constantFrom('Gold', null),
    priceCents: fc.nat(1_000_000_000),
    wholesaleCents: fc.constant(null),
    minimumRetailCents: fc.constant(null),
    barcode: fc.constant(null),
    sku: fc.constant('RING-1'),
    quantity: fc.nat(1_000_000),
  })
  const rest = {
    name: 'Ring',
    description: 'Fine.',
    category: 'Rings',
    isReturnable: false,
    isMadeToOrder: true,
    warehouse: 1,
    isListed: false,
    moderation: 'approved',
    moderationReason: null,
    pictureTexts: {},
    facts: NO_FACTS,
    stonesText: null,
    missingFacts: [],
    isArchived: false,
  } satisfies Partial<OwnProductData>
  fc.assert(
    fc.property(
      fc.array(variant, { minLength: 1, maxLength: 5 }),
      fc.nat(1_000_000_000),
      (variants, priceCents) => {
        const product: OwnProductData = {
          ...rest,
          pictures: [],
          id,
          revision: 3,
          state: 'draft',
          priceCents,
          variants,
        }
        const body: object = Reflect.get(toProductInput(toProductForm(product)), 'body')
        expect(body).toMatchObject({ id, revision: 3, priceCents, isReturnable: false, isMadeToOrder: true })
        const sentVariants = Reflect.get(body, 'variants')
        variants.forEach(({ priceCents: price, quantity }, index) => {
          expect(sentVariants[index]).toMatchObject({ quantity, seenQuantity: quantity })
          expect(sentVariants[index].priceCents ?? priceCents).toBe(price)
        })
      },
    ),
  )
})

test('recognizes an empty product form', () => {
  expect(isProductFormEmpty(newProductForm())).toBe(true)
  for (const change of [{ name: 'x' }, { price: '1' }, { kinds: ['size'] as const }, { id: 'prd_1' }])
    expect(isProductFormEmpty({ ...newProductForm(), ...change })).toBe(false)
})
