import { expect, test } from 'vitest'
import { aPiece } from '#tests/data/view-data.ts'
import { selectRelated } from '../load-product.ts'

test('the piece itself is in neither row, and the second row repeats nothing of the first [PDP-42]', () => {
  const candidates = { boughtTogether: products('self a b'), supplierPieces: products('a self c b d') }
  expect(productIds(selectRelated('self', candidates))).toEqual({
    boughtTogether: ['a', 'b'],
    supplierPieces: ['c', 'd'],
  })
})

test('a supplier of few pieces may show them twice, for there is nothing else', () => {
  const candidates = { boughtTogether: products('a b'), supplierPieces: products('a self b') }
  expect(productIds(selectRelated('self', candidates)).supplierPieces).toEqual(['a', 'b'])
})

test('each row shows at most four', () => {
  const candidates = {
    boughtTogether: products('a b c d e'),
    supplierPieces: products('a b c d e f g h i j'),
  }
  expect(productIds(selectRelated('self', candidates))).toEqual({
    boughtTogether: ['a', 'b', 'c', 'd'],
    supplierPieces: ['e', 'f', 'g', 'h'],
  })
})

function products(ids: string) {
  return ids.split(' ').map((id) => aPiece({ id }))
}

function productIds(choice: ReturnType<typeof selectRelated>) {
  return {
    boughtTogether: choice.boughtTogether.map((piece) => piece.id),
    supplierPieces: choice.supplierPieces.map((piece) => piece.id),
  }
}
