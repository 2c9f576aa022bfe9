import { expect, test } from 'vitest'
import { createProductCard } from '#tests/data/view-data.ts'
import { toCartItem, isSoldOut, toProductCardModel } from './product-card-model.ts'

test('a card has name, prices, stock, pictures and the other fields of its product [CARD-01, CARD-05, CARD-08]', () => {
  const card = toProductCardModel(createProductCard())
  expect(card).toMatchObject({
    id: createProductCard().id,
    title: 'Signet ring',
    description: 'Onyx in yellow gold.',
    origPrice: 200,
    newPrice: 150,
    discount: '25.0%',
    isDiscount: true,
    originalStock: 7,
    category: 'Rings',
    sku: 'SIG-1',
    manufacturer: 'Atelier Nord',
    warehouse: 'Singapore',
    reviewCount: 3,
    rating: 4.7,
  })
  expect([card.image?.key, card.secondImage?.key]).toEqual(['aa', 'bb'])
})

test('sales figures are those of the product [CARD-07]', () => {
  expect(toProductCardModel(createProductCard({ sold: 0 }))).toMatchObject({ pieceSold: 0, totalSale: 0 })
  expect(toProductCardModel(createProductCard({ sold: 31 }))).toMatchObject({ pieceSold: 31, totalSale: 31 })
})

test('a card without a rating shows 4.5, and 0 for an unrated product [CARD-09, CARD-10]', () => {
  expect(toProductCardModel({ ...createProductCard(), rating: undefined }).rating).toBe(4.5)
  expect(toProductCardModel(createProductCard({ rating: 0 })).rating).toBe(0)
})

test('a card creates a cart item with all its fields and the selected quantity [CARD-17, CART-11]', () => {
  expect(toCartItem(toProductCardModel(createProductCard()), 3)).toEqual({
    id: createProductCard().id,
    store_id: createProductCard().manufacturer.id,
    title: 'Signet ring',
    description: 'Onyx in yellow gold.',
    newPrice: 150,
    origPrice: 200,
    originalStock: 7,
    quantity: 3,
    image: '/media/aa-800.webp',
    category: 'Rings',
    sku: 'SIG-1',
    manufacturer: 'Atelier Nord',
    warehouse: 'Singapore',
    reviewCount: 3,
    rating: 4.7,
  })
})

test('a product without a picture has the placeholder [CARD-05]', () => {
  const card = toProductCardModel(createProductCard({ product_images: [] }))
  expect(toCartItem(card, 1).image).toBe('/pictures/placeholder.svg')
})

test('stock 0 is sold out, an unknown stock is not', () => {
  expect([0, 1, null].map(isSoldOut)).toEqual([true, false, false])
})
