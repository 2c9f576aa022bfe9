import { expect, test } from 'vitest'
import { countCrowded, type MixedPiece, mixPieces, widestGap } from './mix-products.ts'

const piecesOf = (slug: string, designs: readonly string[]): MixedPiece[] =>
  designs.map((design, place) => ({ slug, place, design, category: design.slice(0, 4) }))

test('every product is there once', () => {
  const pieces = [...piecesOf('a', ['ring-1', 'ring-1', 'neck-1']), ...piecesOf('b', ['ring-2', 'neck-1'])]
  const mixed = mixPieces(pieces)
  expect(new Set(mixed)).toEqual(new Set(pieces))
  expect(mixed).toHaveLength(pieces.length)
})

test.each([
  [['x', 'x', 'x'], 1],
  [['x', 'x', 'y', 'y'], 2],
  [['x', 'x', 'x', 'y', 'z', 'z'], 2],
  [['x', 'y', 'z'], 12],
])('%j can stand %i apart', (designs, gap) => {
  expect(widestGap(designs)).toBe(gap)
})

test('designs stand as far apart as their number allows, and suppliers take turns', () => {
  const designs = ['ring-1', 'ring-2', 'ring-3', 'ring-4', 'neck-1', 'neck-2', 'neck-3', 'brac-1', 'brac-2']
  const suppliers = ['a', 'b', 'c', 'd', 'e']
  const mixed = mixPieces(suppliers.flatMap((slug) => piecesOf(slug, designs)))
  expect(countCrowded(mixed)).toBe(0)
  expect(new Set(mixed.slice(0, 5).map(({ slug }) => slug)).size).toBe(5)
  const runs = mixed.map(({ slug }, place) => mixed.slice(place, place + 4).every((one) => one.slug === slug))
  expect(runs.slice(0, -3)).not.toContain(true)
})
