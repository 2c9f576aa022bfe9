import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestVariant } from './suggest-variant-rules.ts'

const SIZES = ['52', '54', '56'].map((size) => ({
  id: `var_${size}`,
  sku: `QUAY-${size}`,
  title: `${size} · Gold`,
}))

test.each([
  ['Quay ring', 'quay-54', 'var_54'],
  ['Quay ring', 'var_56', 'var_56'],
  ['Quay ring - 52, Gold', '', 'var_52'],
  ['Quay ring', '', undefined],
  ['Quay ring 52 54 gold', '', undefined],
  ['Quay ring - 52, Gold', 'var_54', undefined],
])('for a line called %s with SKU "%s" the suggestion is %s', (title, sku, expected) => {
  expect(suggestVariant({ title, sku }, SIZES)).toBe(expected)
})

test('the only variant of a product is suggested', () => {
  expect(suggestVariant({ title: 'Anything', sku: 'x' }, SIZES.slice(0, 1))).toBe('var_52')
})

test('a line is suggested the variant of its SKU, whatever its title', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SIZES), fc.string(), (variant, title) => {
      expect(suggestVariant({ title, sku: variant.sku }, SIZES)).toBe(variant.id)
    }),
  )
})
