import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MergedVariant, planMerge } from './rules.ts'

const variant = (size: string | null, color: string | null = null): MergedVariant => ({
  size,
  color,
  material: null,
})
const product = (variants: readonly MergedVariant[], isSynced = false) => ({
  title: 'Moss ring',
  isSynced,
  variants,
})

test('variants that are missing in the remaining product move, the others stay', () => {
  const plan = planMerge(
    product([variant('52'), variant('54', 'Gold')]),
    product([variant(' 52 '), variant('54', 'gold'), variant('56')]),
  )
  expect(plan).toEqual({
    moves: [variant('56')],
    stays: [variant(' 52 '), variant('54', 'gold')],
    problem: null,
  })
})

test('two products without options share their single variant, so that its stock is not counted twice', () => {
  expect(planMerge(product([variant(null)]), product([variant(null)]))).toMatchObject({
    moves: [],
    stays: [variant(null)],
  })
})

test('a synced product cannot be merged into another one, and gets no further variants', () => {
  expect(planMerge(product([]), product([variant('52')], true)).problem).toContain('Keep that one')
  expect(planMerge(product([], true), product([variant('52')])).problem).toContain('Add them in your store')
  expect(planMerge(product([variant('52')], true), product([variant('52')])).problem).toBeNull()
})

test('merging is limited to fifty variants', () => {
  const sizes = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => variant(String(from + index)))
  expect(planMerge(product(sizes(0, 30)), product(sizes(100, 20))).problem).toBeNull()
  expect(planMerge(product(sizes(0, 30)), product(sizes(100, 21))).problem).toContain('51 variants')
})

test('each variant moves or stays, and the merged product has no two variants with the same options', () => {
  const sizes = fc.array(fc.constantFrom('50', '52', '54', '56').map((size) => variant(size)))
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom('50', '52', '54')), sizes, (own, others) => {
      const target = own.map((size) => variant(size))
      const { moves, stays } = planMerge(product(target), product(others))
      expect(moves.length + stays.length).toBe(others.length)
      const together = [...target, ...moves].map(({ size }) => size)
      expect(new Set(together).size).toBe(together.length)
    }),
  )
})
