import { expect, test } from 'vitest'
import { createProductCard } from '#tests/data/view-data.ts'
import { selectRelated } from '../load-product.ts'

test('related products exclude the product itself, and the second row excludes the first [PDP-42]', () => {
  const candidates = { boughtTogether: products('self a b'), supplierProducts: products('a self c b d') }
  expect(productIds(selectRelated('self', candidates))).toEqual({
    boughtTogether: ['a', 'b'],
    supplierProducts: ['c', 'd'],
  })
})

test('a supplier with few products may repeat them in the second row', () => {
  const candidates = { boughtTogether: products('a b'), supplierProducts: products('a self b') }
  expect(productIds(selectRelated('self', candidates)).supplierProducts).toEqual(['a', 'b'])
})

test('each row shows at most four products', () => {
  const candidates = {
    boughtTogether: products('a b c d e'),
    supplierProducts: products('a b c d e f g h i j'),
  }
  expect(productIds(selectRelated('self', candidates))).toEqual({
    boughtTogether: ['a', 'b', 'c', 'd'],
    supplierProducts: ['e', 'f', 'g', 'h'],
  })
})

function products(ids: string) {
  return ids.split(' ').map((id) => createProductCard({ id }))
}

function productIds(choice: ReturnType<typeof selectRelated>) {
  return {
    boughtTogether: choice.boughtTogether.map((product) => product.id),
    supplierProducts: choice.supplierProducts.map((product) => product.id),
  }
}
