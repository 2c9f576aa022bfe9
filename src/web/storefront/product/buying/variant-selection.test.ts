import { expect, test } from 'vitest'
import type { VariantData } from '#features/catalogue/catalog/contract.ts'
import { initialVariant, variantPickers, selectVariant } from './variant-selection.ts'

test('selects the variant of the listed price first: the cheapest in stock, otherwise the cheapest', () => {
  const cheap = variant({ id: 'var_1', price: 40, offerPrice: null, stock: 0 })
  const dear = variant({ id: 'var_2', price: 120, offerPrice: null, stock: 2 })
  const reduced = variant({ id: 'var_3', price: 150, offerPrice: 110, stock: 2 })
  expect(initialVariant([dear, cheap, reduced])?.id).toBe('var_3')
  expect(initialVariant([{ ...dear, stock: 0 }, cheap])?.id).toBe('var_1')
})

test('among variants of equal price, selects the first in stock, otherwise the first', () => {
  const soldOut = variant({ id: 'var_1', stock: 0 })
  expect(initialVariant([soldOut, variant({ id: 'var_2', stock: 3 })])?.id).toBe('var_2')
  expect(initialVariant([soldOut, variant({ id: 'var_2', stock: 0 })])?.id).toBe('var_1')
  expect(initialVariant([])).toBeUndefined()
})

test('each variant option has a picker with its values once, in order', () => {
  const variants = [
    variant({ size: '6', material: 'Gold' }),
    variant({ size: '7', material: 'Gold' }),
    variant({ size: '6', material: 'Silver' }),
  ]
  expect(pickerTexts(variants, variants[0])).toEqual(['Size: [6] 7', 'Material: [Gold] Silver'])
})

test('an option is sold out when no variant with the other selected options is in stock', () => {
  const gold6 = variant({ size: '6', material: 'Gold', stock: 2 })
  const gold7 = variant({ size: '7', material: 'Gold', stock: 0 })
  const silver7 = variant({ size: '7', material: 'Silver', stock: 4 })
  expect(pickerTexts([gold6, gold7, silver7], gold6)).toEqual([
    'Size: [6] 7(sold out)',
    'Material: [Gold] Silver',
  ])
})

test('selects the variant of the URL even if sold out, and ignores an unknown one', () => {
  const variants = [variant({ id: 'var_1' }), variant({ id: 'var_2', stock: 0 })]
  expect(initialVariant(variants, 'var_2')?.id).toBe('var_2')
  expect(initialVariant(variants, 'var_3')?.id).toBe('var_1')
})

test('marks a value that does not exist with the other selected options, and allows selecting it', () => {
  const gold6 = variant({ id: 'var_a', size: '6', material: 'Gold' })
  const silver7 = variant({ id: 'var_b', size: '7', material: 'Silver' })
  const variants = [gold6, silver7, variant({ size: '7', material: 'Gold' })]
  expect(variantPickers(variants, gold6).map(({ options }) => options.map((one) => one.isElsewhere))).toEqual(
    [
      [false, false],
      [false, true],
    ],
  )
  expect(selectVariant({ variants, chosen: gold6, axis: 'material', value: 'Silver' })?.id).toBe('var_b')
})

test('selecting an option keeps the others, or selects the closest variant in stock', () => {
  const variants = [
    variant({ id: 'var_a', size: '6', material: 'Gold' }),
    variant({ id: 'var_b', size: '7', material: 'Gold' }),
    variant({ id: 'var_c', size: '8', material: 'Silver', color: 'Matt', stock: 0 }),
    variant({ id: 'var_d', size: '8', material: 'Silver', color: 'Bright', stock: 1 }),
  ]
  const selectedVariant = variant({ size: '6', material: 'Gold' })
  expect(selectVariant({ variants, chosen: selectedVariant, axis: 'size', value: '7' })?.id).toBe('var_b')
  expect(selectVariant({ variants, chosen: selectedVariant, axis: 'size', value: '8' })?.id).toBe('var_d')
  expect(selectVariant({ variants, chosen: selectedVariant, axis: 'size', value: '9' })).toBeUndefined()
})

test('variants with equal size, colour and material are selected by title', () => {
  const variants = [variant({ title: 'With box' }), variant({ title: 'Without box' })]
  expect(pickerTexts(variants, variants[1])).toEqual(['Option: With box [Without box]'])
})

test('a single variant without options has no picker', () => {
  const only = variant({})
  expect(pickerTexts([only], only)).toEqual([])
})

function pickerTexts(variants: readonly VariantData[], selectedVariant: VariantData | undefined): string[] {
  if (!selectedVariant) return []
  return variantPickers(variants, selectedVariant).map((picker) => {
    const options = picker.options.map(
      (option) =>
        (option.isChosen ? `[${option.value}]` : option.value) + (option.isSoldOut ? '(sold out)' : ''),
    )
    return `${picker.legend}: ${options.join(' ')}`
  })
}

function variant(over: Partial<VariantData>): VariantData {
  return {
    id: 'var_1',
    sku: 'SKU',
    title: 'Default',
    size: null,
    color: null,
    material: null,
    price: 100,
    offerPrice: null,
    stock: 5,
    imageKey: null,
    ...over,
  }
}
