import { expect, test } from 'vitest'
import { aPiece } from '#tests/data/view-data.ts'
import { relatedChoice } from '../load-product.ts'

test('the piece itself is in neither row, and the second row repeats nothing of the first [PDP-42]', () => {
  const found = { boughtTogether: pieces('self a b'), supplierPieces: pieces('a self c b d') }
  expect(idsOf(relatedChoice('self', found))).toEqual({
    boughtTogether: ['a', 'b'],
    supplierPieces: ['c', 'd'],
  })
})

test('a supplier of few pieces may show them twice, for there is nothing else', () => {
  const found = { boughtTogether: pieces('a b'), supplierPieces: pieces('a self b') }
  expect(idsOf(relatedChoice('self', found)).supplierPieces).toEqual(['a', 'b'])
})

test('each row shows at most four', () => {
  const found = { boughtTogether: pieces('a b c d e'), supplierPieces: pieces('a b c d e f g h i j') }
  expect(idsOf(relatedChoice('self', found))).toEqual({
    boughtTogether: ['a', 'b', 'c', 'd'],
    supplierPieces: ['e', 'f', 'g', 'h'],
  })
})

function pieces(ids: string) {
  return ids.split(' ').map((id) => aPiece({ id }))
}

function idsOf(choice: ReturnType<typeof relatedChoice>) {
  return {
    boughtTogether: choice.boughtTogether.map((piece) => piece.id),
    supplierPieces: choice.supplierPieces.map((piece) => piece.id),
  }
}
