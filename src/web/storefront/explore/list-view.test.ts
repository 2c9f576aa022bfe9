import { expect, test } from 'vitest'
import { createProductCard } from '#tests/data/view-data.ts'
import { toListView } from './product-list.ts'
import type { ProductSlot } from './product-pages.ts'

const VIEW = {
  layout: { columns: 2, rowHeight: 400, windowHeight: 800 },
  total: 9,
  rows: [2, 3, 4],
  shift: -1_000,
  seen: { first: 3, end: 5 },
  isFlying: false,
}

test('places each product in its row and column, also products that are loading', () => {
  const { cells, ...rest } = toListView(VIEW, {
    at: pagesWith({ 4: createProductCard({ id: 'a' }), 8: createProductCard({ id: 'b' }) }),
  })
  expect(rest).toEqual({ total: 9, from: 6, to: 9 })
  expect(
    cells.map((cell) => cell.kind === 'product' && [cell.index, cell.product?.id, cell.place?.top]),
  ).toEqual([
    [4, 'a', -200],
    [5, undefined, -200],
    [6, undefined, 200],
    [7, undefined, 200],
    [8, 'b', 600],
  ])
})

test('a row of failed products is one cell, and a place without a product has none', () => {
  const { cells } = toListView(VIEW, { at: pagesWith({ 4: 'failed', 5: 'failed', 7: 'gone' }) })
  expect(cells.map((cell) => (cell.kind === 'failed' ? cell.products : cell.index))).toEqual([[4, 5], 6, 8])
})

function pagesWith(products: Record<number, ProductSlot>) {
  return (index: number): ProductSlot => products[index] ?? 'coming'
}
