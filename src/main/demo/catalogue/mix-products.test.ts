import { expect, test } from 'vitest'
import { countCloseRepeats, type MixedProduct, mixProducts, widestGap } from './mix-products.ts'

const createProducts = (slug: string, designs: readonly string[]): MixedProduct[] =>
  designs.map((design, index) => ({ slug, place: index, design, category: design.slice(0, 4) }))

test('returns every product once', () => {
  const products = [
    ...createProducts('a', ['ring-1', 'ring-1', 'neck-1']),
    ...createProducts('b', ['ring-2', 'neck-1']),
  ]
  const mixed = mixProducts(products)
  expect(new Set(mixed)).toEqual(new Set(products))
  expect(mixed).toHaveLength(products.length)
})

test.each([
  [['x', 'x', 'x'], 1],
  [['x', 'x', 'y', 'y'], 2],
  [['x', 'x', 'x', 'y', 'z', 'z'], 2],
  [['x', 'y', 'z'], 12],
])('the designs %j can be %i positions apart', (designs, gap) => {
  expect(widestGap(designs)).toBe(gap)
})

test('spreads equal designs as far apart as possible, and alternates suppliers', () => {
  const designs = ['ring-1', 'ring-2', 'ring-3', 'ring-4', 'neck-1', 'neck-2', 'neck-3', 'brac-1', 'brac-2']
  const suppliers = ['a', 'b', 'c', 'd', 'e']
  const mixed = mixProducts(suppliers.flatMap((slug) => createProducts(slug, designs)))
  expect(countCloseRepeats(mixed)).toBe(0)
  expect(new Set(mixed.slice(0, 5).map(({ slug }) => slug)).size).toBe(5)
  const runs = mixed.map(({ slug }, index) => mixed.slice(index, index + 4).every((one) => one.slug === slug))
  expect(runs.slice(0, -3)).not.toContain(true)
})
